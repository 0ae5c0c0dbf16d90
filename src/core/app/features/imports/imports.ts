import { createHash } from "node:crypto";
import type { Importable } from "../../../aws/profiles/importable.ts";
import { importEdits } from "../../../import/edits.ts";
import type { FoundServer } from "../../../import/found.ts";
import type { LookedAt } from "../../../import/mod.ts";
import { storePasswords } from "../../../import/passwords.ts";
import type { Edit } from "../../../json/edit.ts";
import { address, ENGINES } from "../../../sql/engines/mod.ts";
import type { LoginKeychain, Logins } from "../../../sql/login/mod.ts";
import { shownPath } from "../../../sql/login/files/read.ts";
import { oneLine } from "../../../text/outside.ts";
import type { AppState } from "../../../state/state.ts";
import type { Store } from "../../../state/store.ts";
import { type CommandResult, refusal } from "../../../result.ts";
import type { ConfigEdits } from "../settings/settings.ts";

/** Reads connections and accounts of other programs. */
export interface ImportServices {
  /** Reads what other programs have. Called only at the user's request. */
  readonly lookForImports: () => Promise<readonly LookedAt[]>;
}

/** A connection, account or portal of another program, without its password. */
export interface FoundThing {
  /** ID until the next search. */
  readonly id: string;
  readonly kind: "server" | "account" | "portal";
  readonly name: string;
  /** Its engine and address, or its region. */
  readonly at: string;
  readonly user: string;
  /** SSH servers on the way to it. */
  readonly via: string;
  readonly password: boolean;
  /** Why it is not imported; empty when it can be. */
  readonly why: string;
}

/** The connections and accounts of one program. */
export interface FoundSource extends Pick<LookedAt, "id" | "title" | "files" | "left" | "remarks"> {
  readonly things: readonly FoundThing[];
}

/** Preview of an import. */
export interface ImportPlan {
  /** Text that would be added to config.json. */
  readonly added: string;
  /** SHA-256 digest of that text, which identifies the preview. */
  readonly digest: string;
  /** Summary in words: `3 servers and 2 accounts`. */
  readonly words: string;
  readonly known: readonly { readonly name: string; readonly why: string }[];
  readonly passwords: number;
}

/** Outcome of an import. */
export interface ImportResult {
  readonly words: string;
  readonly passwords: number;
  /** Why some passwords are not in the keychain. */
  readonly failed: readonly string[];
}

/** Importing, as the import page uses it. */
export type Imports = ReturnType<typeof createImports>;

type Portal = NonNullable<Importable["portal"]>;
interface FoundEntries {
  readonly servers: ReadonlyMap<string, FoundServer>;
  readonly accounts: ReadonlyMap<string, Importable["accounts"][number]>;
  readonly portals: ReadonlyMap<string, Portal>;
}
const NOTHING: FoundEntries = { servers: new Map(), accounts: new Map(), portals: new Map() };

/** Maximum time for the user to unlock the keychain, ms. */
const UNLOCK = 60_000;

/** Makes the imports. Found connections hold passwords, so they are kept only while the import window is open. */
export function createImports(
  store: Store,
  editAll: ConfigEdits["editAll"],
  { lookForImports, keychain, expect }: ImportServices & Pick<Logins, "expect"> & {
    readonly keychain: LoginKeychain;
  },
) {
  let kept = NOTHING;
  let last: { undo(): Promise<CommandResult> } | null = null;
  store.subscribe(({ windows }, before) => {
    if (windows !== before.windows && !isOpen({ windows })) kept = NOTHING;
  });

  const documentNow = () => store.get().config.document;

  /** Lets the user unlock a locked keychain. Call it only after an action of the user. */
  async function unlock(): Promise<void> {
    if ((await keychain.status()).status !== "locked") return;
    await keychain.unlock(AbortSignal.timeout(UNLOCK)).catch(() => {});
  }

  function planned(chosen: readonly string[]) {
    const all = new Set(chosen);
    const of = <T>(things: ReadonlyMap<string, T>) =>
      [...things].flatMap(([id, one]) => all.has(id) ? [one] : []);
    const [portal] = of(kept.portals);
    const servers = of(kept.servers), accounts = of(kept.accounts);
    if (servers.length + accounts.length + of(kept.portals).length < all.size) return null;
    return importEdits({ servers, accounts, ...(portal ? { portal } : {}) }, documentNow());
  }
  const shown = ({ edits, words, known, servers }: ReturnType<typeof importEdits>): ImportPlan => {
    const added = addedText(edits);
    return {
      added,
      digest: createHash("sha256").update(added).digest("hex"),
      words,
      known,
      passwords: servers.filter(({ user, password }) => user !== undefined && password).length,
    };
  };

  return {
    async find(): Promise<readonly FoundSource[]> {
      const looked = await lookForImports();
      const found = entriesOf(looked);
      // The window may have been closed during the search.
      if (isOpen(store.get())) kept = found;
      return shownSources(found, looked, documentNow());
    },
    plan(chosen: readonly string[]): CommandResult {
      const plan = planned(chosen);
      return plan === null ? lost() : { ok: true, value: shown(plan) };
    },
    async write(chosen: readonly string[], digest: string): Promise<CommandResult> {
      const plan = planned(chosen);
      if (plan === null) return lost();
      const { words, passwords, ...now } = shown(plan);
      if (now.digest !== digest) {
        return refusal("config.json was changed since this was shown.", "Look at it once more.");
      }
      if (plan.edits.length === 0) return refusal("There is nothing that config.json does not have.");
      // The entries can be undone before their passwords are stored, so an undo waits for the passwords.
      const storing = Promise.withResolvers<Awaited<ReturnType<typeof storePasswords>>>();
      // A failure is thrown to the caller below, also when no undo waits.
      storing.promise.catch(() => {});
      const edited = await editAll(plan.edits, async () => {
        const { stored, takeBack } = await storing.promise;
        if (stored > 0) await unlock();
        return await takeBack();
      });
      if (!edited.ok) return edited;
      last = edited;
      // The file has no users, so the question about a login would begin without one.
      for (const { name, user } of plan.servers) if (user !== undefined) expect(name, user);
      const put = async () => {
        if (passwords > 0) await unlock();
        return await storePasswords(keychain, plan.servers);
      };
      storing.resolve(put());
      const { stored, failed } = await storing.promise;
      return { ok: true, value: { words, passwords: stored, failed } satisfies ImportResult };
    },
    async undo(): Promise<CommandResult> {
      const mine = last;
      if (!mine) return refusal("There is nothing to take back.");
      const undone = await mine.undo();
      // An undo that was refused can be tried again, and another import may have come meanwhile.
      if (undone.ok && last === mine) last = null;
      return undone;
    },
  };
}

const isOpen = ({ windows }: Pick<AppState, "windows">) => windows.some(({ page }) => page === "import");

const lost = () => refusal("What was found is not known any more.", "Look once more.");

function entriesOf(looked: readonly LookedAt[]): FoundEntries {
  const named = <T>(kind: FoundThing["kind"], of: (one: LookedAt) => readonly T[]) =>
    new Map(looked.flatMap((one) => of(one).map((thing, at) => [`${one.id}/${kind}/${at}`, thing] as const)));
  return {
    servers: named("server", ({ servers }) => servers),
    accounts: named("account", ({ accounts }) => accounts),
    portals: named("portal", ({ portal }) => portal ? [portal] : []),
  };
}

function shownSources(
  kept: FoundEntries,
  looked: readonly LookedAt[],
  document: Parameters<typeof importEdits>[1],
): FoundSource[] {
  const { servers, accounts, portals } = kept;
  const { whys } = importEdits(
    { servers: [...servers.values()], accounts: [...accounts.values()] },
    document,
  );
  const taken = importEdits({ accounts: [], portal: [...portals.values()][0] }, document).words !== "";
  const none = { user: "", via: "", password: false };
  const things: FoundThing[] = [
    ...[...portals].map(([id, { startUrl, region }], at) => ({
      ...none,
      ...{ id, kind: "portal" as const, name: startUrl, at: region },
      why: taken && at === 0 ? "" : "config.json has one portal",
    })),
    ...[...servers].map(([id, server], at) => ({
      ...{
        id,
        kind: "server" as const,
        name: server.name,
        at: `${ENGINES[server.engine].name} · ${address(server)}`,
      },
      user: server.user ?? "",
      via: server.via ?? "",
      password: server.password !== undefined && server.user !== undefined,
      why: whys.servers[at] ?? "",
    })),
    ...[...accounts].map(([id, { accountId, region }], at) => ({
      ...none,
      ...{ id, kind: "account" as const, name: accountId, at: region },
      why: whys.accounts[at] ?? "",
    })),
  ];
  return looked.map(({ id, title, files, left, remarks }) => ({
    ...{ id, title, files: files.map(shownPath) },
    left: left.map(({ name, why }) => ({ name: oneLine(name, { longest: 200 }), why: oneLine(why) })),
    remarks: remarks.map((remark) => oneLine(remark)),
    things: things.filter((thing) => thing.id.startsWith(`${id}/`)),
  }));
}

/** Returns what the edits add to config.json, as text. */
function addedText(edits: readonly Edit[]): string {
  const added: Record<string, unknown> = {};
  for (const { path: [field = ""], value } of edits) {
    if (value === undefined) continue;
    const entries = Array.isArray(value) ? value : null;
    const isList = entries !== null || field === "servers" || field === "accounts";
    added[field] = isList ? [...(added[field] as unknown[] ?? []), ...(entries ?? [value])] : value;
  }
  return edits.length === 0 ? "" : JSON.stringify(added, null, 2);
}
