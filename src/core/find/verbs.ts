import type { AccountState } from "../state/state.ts";
import { type EntryKind, entryKind } from "./entry.ts";
import { accounts as accountKind } from "./kinds/accounts.ts";
import { beginsWord, typedWords, type Word } from "./matcher.ts";
import { type Findable, type Hit, ranked } from "./rank.ts";
import type { Usage } from "../state/usage.ts";

/** Minimum letters of a typed verb, and of a role without a verb. */
const VERB_LETTERS = 3;
/** Word beside a verb that names no account, as in `switch role`. */
const ROLE = "role";
/** The action that is meant by an account and a role without a verb, and what its score loses, so that names come first. */
const NO_VERB = { label: "Open console", score: -1 };
/** Maximum roles of accounts that are found. Users narrow them by more letters of the account. */
const MAX_ROLES = 200;

/** An account and one of its roles. */
interface RoleItem {
  readonly account: AccountState;
  readonly role: string;
}

/**
 * Returns the best hits for the typed words. When one of them is a verb, as in `terminal shop` and
 * `shop terminal`, also finds the other words; Enter then runs the verb's action.
 */
export function rankedWithVerbs(lists: readonly Findable[], typed: string, usage: Usage): readonly Hit[] {
  const words = typedWords(typed);
  const byVerb = verbLists(lists, words, usage);
  const more = byVerb.some(({ kind }) => roleKinds.has(kind))
    ? byVerb
    : [...byVerb, ...byRole(lists, words, usage)];
  if (more.length === 0) return ranked(lists, typed, usage);
  const hits = ranked([...lists, ...more], typed, usage);
  const fits = new Set(hits.filter((hit) => hit.matched === undefined).map(({ item }) => item));
  const listed = new Set<string>();
  return hits.filter(({ kind, item, matched }) => {
    if (matched === undefined) return true;
    // Enter of an entry that also fits without the verb may do the same. Such an entry is listed once.
    if (fits.has(item) && entered.get(kind)?.entry(item).verb === kind.label) return false;
    // Two typed words may name the same verb, and an item fits each of them.
    const id = kind.id(item);
    return !listed.has(id) && listed.add(id);
  });
}

/**
 * Returns, for each verb that a typed word begins, the lists of items that the verb applies to. The kinds are
 * the same objects at each call.
 */
function verbLists(lists: readonly Findable[], words: readonly Word[], usage: Usage): readonly Findable[] {
  if (words.length < 2) return [];
  return words.filter(({ text }) => text.length >= VERB_LETTERS).flatMap((verb) =>
    listsOf(lists, verb, words.filter((word) => word !== verb), usage)
  );
}

/** Returns the accounts and roles that words without a verb name, as `shop admin` does. */
function byRole(lists: readonly Findable[], words: readonly Word[], usage: Usage): readonly Findable[] {
  const { label, score } = NO_VERB;
  const accounts = lists.find(({ kind }) => kind === accountKind)?.items ?? [];
  const items = rolesOf(accounts as readonly AccountState[], words, usage, VERB_LETTERS);
  return items.length === 0
    ? []
    : [{ kind: verbKinds(accountKind, label).asRole!, items, verbMatch: { words, score } }];
}

/** Returns the lists of items that the verbs apply to which one typed word begins; `rest` are the other words. */
function listsOf(
  lists: readonly Findable[],
  verb: Word,
  rest: readonly Word[],
  usage: Usage,
): readonly Findable[] {
  return lists.flatMap((list) =>
    Object.entries(list.kind.verbs ?? {}).flatMap(([label, means]) => {
      if (!beginsWord(verb.text, means)) return [];
      const { of, asRole } = verbKinds(list.kind, label);
      // `open console shop`, `switch role shop` and `query rds orders` have a word that is no part of a name.
      const other = `${means} ${asRole ? ROLE : ""} ${list.kind.synonyms ?? ""}`;
      const names = rest.filter(({ text }) => text.length < VERB_LETTERS || !beginsWord(text, other));
      const given = names.length === 0 ? [] : rest.filter((word) => !names.includes(word));
      const verbMatch = { words: rest, given, score: verb.text.length };
      const { takesVerb } = list.kind;
      const items = takesVerb ? list.items.filter((item) => takesVerb(item, label)) : list.items;
      const roles = asRole ? rolesOf(list.items as readonly AccountState[], names, usage) : [];
      return [
        { kind: of, items, verbMatch },
        ...(asRole && roles.length > 0 ? [{ kind: asRole, items: roles, verbMatch }] : []),
      ];
    })
  );
}

/** The kinds derived from a kind for one verb. `asRole` is for accounts, where the user may name a role too. */
interface VerbKinds {
  readonly of: EntryKind;
  readonly asRole: EntryKind | null;
}

/** The original kinds, by the kinds that were derived from them. */
const entered = new WeakMap<EntryKind, EntryKind>();
const made = new WeakMap<EntryKind, Map<string, VerbKinds>>();
const roleKinds = new WeakSet<EntryKind>();

function verbKinds(kind: EntryKind, label: string): VerbKinds {
  const known = made.get(kind) ?? new Map<string, VerbKinds>();
  made.set(kind, known);
  let kinds = known.get(label);
  if (!kinds) {
    known.set(
      label,
      kinds = { of: verbKind(kind, label), asRole: kind === accountKind ? roleKind(label) : null },
    );
  }
  return kinds;
}

/** Returns a kind whose Enter runs the action of that label. */
function verbKind(kind: EntryKind, label: string): EntryKind {
  const withVerb: EntryKind = {
    ...kind,
    // Its IDs with a verb are not counted, so that the account used last comes first among equals.
    ...(kind === accountKind && { account: (item: object) => item as AccountState }),
    label,
    // Beside a verb they need a name; see listsOf.
    synonyms: undefined,
    id: (item) => `${kind.id(item)} ${label}`,
    entry(item) {
      const { verb, command, more = [], ...entry } = kind.entry(item);
      const action = label === verb ? { command } : more.find((one) => one.label === label);
      return {
        ...entry,
        verb: label,
        command: action?.command ?? null,
        byTyping: true,
        more: more.filter((one) => one.label !== label),
      };
    },
  };
  entered.set(withVerb, kind);
  return withVerb;
}

/** Returns a kind for accounts with one of their roles. */
function roleKind(label: string): EntryKind {
  const kind = verbKind(accountKind, label);
  const withRole = entryKind<RoleItem>({
    label,
    heading: kind.heading,
    weight: kind.weight,
    items: () => [],
    id: ({ account, role }) => `${kind.id(account)} ${role}`,
    title: ({ account }) => kind.title(account),
    account: ({ account }) => account,
    around: ({ account, role }) => `${kind.around(account)} ${role}`,
    entry({ account, role }) {
      const { more: _, command, detail, ...entry } = kind.entry(account);
      const as = command && "account" in command ? { ...command, role } as typeof command : command;
      return { ...entry, detail: [`as ${role}`, detail].filter(Boolean).join(" · "), command: as };
    },
  });
  roleKinds.add(withRole);
  return withRole;
}

/** The names of all roles of a list of accounts in lower case, kept while the list is in use. */
const roleNames = new WeakMap<readonly AccountState[], string>();

function roleNamesOf(accounts: readonly AccountState[]): string {
  let names = roleNames.get(accounts);
  if (names === undefined) {
    // Thousands of accounts share a few lists of roles.
    const lists = new Set(accounts.map(({ roles }) => roles));
    names = [...new Set([...lists].flat())].join(" ").toLowerCase();
    roleNames.set(accounts, names);
  }
  return names;
}

/** Returns the accounts with those roles that the words name: one word of at least so many letters begins the role, the others fit the account. */
function rolesOf(
  accounts: readonly AccountState[],
  words: readonly Word[],
  usage: Usage,
  letters = 1,
): readonly RoleItem[] {
  const found = new Map<string, RoleItem>();
  const begun = new Map<readonly string[], readonly string[]>();
  for (const word of words.length < 2 ? [] : words) {
    begun.clear();
    // Thousands of accounts share a few lists of roles, so the result per list is kept.
    const rolesBegun = (roles: readonly string[]) => {
      const known = begun.get(roles) ?? roles.filter((role) => beginsWord(word.text, role.toLowerCase()));
      begun.set(roles, known);
      return known;
    };
    if (word.text.length < letters || !beginsWord(word.text, roleNamesOf(accounts))) continue;
    const others = words.filter((one) => one !== word).map(({ text }) => text).join(" ");
    for (const { item } of ranked([{ kind: accountKind, items: accounts }], others, usage)) {
      const account = item as AccountState;
      for (const role of rolesBegun(account.roles)) {
        found.set(`${account.accountId} ${role}`, { account, role });
      }
      if (found.size >= MAX_ROLES) break;
    }
  }
  return [...found.values()];
}
