import type { AccountState } from "../state/state.ts";
import { type EntryKind, entryKind } from "./entry.ts";
import { accounts as accountKind } from "./kinds/accounts.ts";
import { beginsWord, typedWords, type Word } from "./matcher.ts";
import { type Findable, type Hit, ranked } from "./rank.ts";
import type { Usage } from "../state/usage.ts";

/** So much of a verb says that it is meant. */
const VERB_LETTERS = 3;
/** At most this many roles of accounts are found; for others the user types more of the account. */
const MOST_ROLES = 200;

/** An account, and one of the roles there. */
interface RoleItem {
  readonly account: AccountState;
  readonly role: string;
}

/**
 * The best rows for the typed words. Where the first word is a verb, as in `terminal shop`, also the rows for the
 * other words: Enter does the verb then.
 */
export function rankedWithVerbs(lists: readonly Findable[], typed: string, usage: Usage): readonly Hit[] {
  const byVerb = verbLists(lists, typedWords(typed));
  if (byVerb.length === 0) return ranked(lists, typed, usage);
  const hits = ranked([...lists, ...byVerb], typed, usage);
  const fits = new Set(hits.filter((hit) => hit.matched === undefined).map(({ item }) => item));
  // An entry that matches by itself and does the same is listed once.
  return hits.filter(({ kind, item, matched }) =>
    matched === undefined || !fits.has(item) || entered.get(kind)?.entry(item).verb !== kind.label
  );
}

/** For each verb that the first word begins, the lists of what it can be done with. Their kinds are the same ones each time. */
function verbLists(lists: readonly Findable[], words: readonly Word[]): readonly Findable[] {
  const [verb, ...rest] = words;
  if (verb === undefined || verb.text.length < VERB_LETTERS || rest.length === 0) return [];
  return lists.flatMap((list) =>
    Object.entries(list.kind.verbs ?? {}).flatMap(([label, means]) => {
      if (!beginsWord(verb.text, means)) return [];
      const { of, asRole } = verbKinds(list.kind, label);
      const verbMatch = { words: rest, score: verb.text.length };
      const { takesVerb } = list.kind;
      const items = takesVerb ? list.items.filter((item) => takesVerb(item, label)) : list.items;
      const roles = asRole ? rolesOf(list.items as readonly AccountState[], rest) : [];
      return [
        { kind: of, items, verbMatch },
        ...(asRole && roles.length > 0 ? [{ kind: asRole, items: roles, verbMatch }] : []),
      ];
    })
  );
}

/** The kinds that are made of a kind for a verb; the second for accounts, where a role may be named as well. */
interface VerbKinds {
  readonly of: EntryKind;
  readonly asRole: EntryKind | null;
}

/** The kinds that those of verbs are made of. */
const entered = new WeakMap<EntryKind, EntryKind>();
const made = new WeakMap<EntryKind, Map<string, VerbKinds>>();

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

/** A kind whose Enter is the action of that label. */
function verbKind(kind: EntryKind, label: string): EntryKind {
  const withVerb: EntryKind = {
    ...kind,
    label,
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

/** Accounts, each as one of its roles. */
function roleKind(label: string): EntryKind {
  const kind = verbKind(accountKind, label);
  return entryKind<RoleItem>({
    label,
    heading: kind.heading,
    weight: kind.weight,
    items: () => [],
    id: ({ account, role }) => `${kind.id(account)} ${role}`,
    title: ({ account }) => kind.title(account),
    around: ({ account, role }) => `${kind.around(account)} ${role}`,
    entry({ account, role }) {
      const { more: _, command, detail, ...entry } = kind.entry(account);
      const as = command && "account" in command ? { ...command, role } as typeof command : command;
      return { ...entry, detail: [`as ${role}`, detail].filter(Boolean).join(" · "), command: as };
    },
  });
}

/** The accounts that the words name together with a role of theirs: a word begins the role, the others fit the account. */
function rolesOf(accounts: readonly AccountState[], words: readonly Word[]): readonly RoleItem[] {
  const found = new Map<string, RoleItem>();
  const begun = new Map<readonly string[], readonly string[]>();
  for (const word of words.length < 2 ? [] : words) {
    begun.clear();
    // Thousands of accounts share a few lists of roles.
    const rolesBegun = (roles: readonly string[]) => {
      const known = begun.get(roles) ?? roles.filter((role) => beginsWord(word.text, role.toLowerCase()));
      begun.set(roles, known);
      return known;
    };
    if (!accounts.some(({ roles }) => rolesBegun(roles).length > 0)) continue;
    const others = words.filter((one) => one !== word).map(({ text }) => text).join(" ");
    for (const { item } of ranked([{ kind: accountKind, items: accounts }], others, {})) {
      const account = item as AccountState;
      for (const role of rolesBegun(account.roles)) {
        found.set(`${account.accountId} ${role}`, { account, role });
      }
      if (found.size >= MOST_ROLES) break;
    }
  }
  return [...found.values()];
}
