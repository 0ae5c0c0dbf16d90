import { HELD_KINDS, type HeldName } from "../../../find/kinds/held.ts";
import type { Findable } from "../../../find/rank.ts";
import type { MoreFound } from "../../../find/rows.ts";
import type { KeptList } from "../../../resources/kept_list.ts";
import type { AccountState } from "../../../state/state.ts";
import type { StateStore } from "../../../state/store.ts";
import { keptContainer } from "./container_list.ts";
import { keptDatabase } from "./databases.ts";
import { keptSecret } from "./secrets.ts";

/** Names that are searched at most: those of the lists that were seen last. */
const MOST_NAMES = 50_000;

/** A name without its account, which is looked up as the state knows it. */
type Name = Omit<HeldName, "account"> & { readonly account: string };
type Names = Readonly<Record<keyof typeof HELD_KINDS, readonly Name[]>>;

/** The names of what accounts hold, from the lists that were seen last. */
export interface KeptNames extends MoreFound {
  /** The lists have changed. */
  changed(): void;
}

/**
 * Makes them. They are read when something is typed and held weakly: who does not search pays nothing for them for long.
 * `lists` gives what is kept, the newest first.
 */
export function createKeptNames(
  { store, lists, onError }: {
    readonly store: Pick<StateStore, "get">;
    readonly lists: () => AsyncIterable<KeptList>;
    readonly onError: (error: unknown) => void;
  },
): KeptNames {
  const listeners = new Set<() => void>();
  let reading: Promise<void> | null = null;
  let version = 0;
  /** What was read: held while somebody searches, then given back when memory is wanted. */
  let held: Found | null = null;
  let weak: WeakRef<Found> | null = null;
  const found = () => held ?? weak?.deref() ?? null;

  function keep(next: Found | null): void {
    held = next;
    weak = next && new WeakRef(next);
  }

  async function readAll(): Promise<void> {
    for (let seen = -1; seen !== version;) {
      seen = version;
      const names = await namesOf(lists());
      keep({ names, accounts: [], findables: [] });
    }
  }

  return {
    load() {
      if (found()) return null;
      return reading ??= readAll().catch((error) => {
        onError(error);
        keep({ names: NOTHING, accounts: [], findables: [] });
      }).finally(() => reading = null);
    },
    lists() {
      const before = found();
      if (!before) return [];
      const { accounts } = store.get();
      if (before.accounts !== accounts) {
        const { names } = before;
        keep({ names, accounts, findables: joined(names, accounts) });
      }
      return found()?.findables ?? [];
    },
    changed() {
      version++;
      keep(null);
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) held = null;
      };
    },
  };
}

/** What was read, and what is made of it for the accounts that there are. */
interface Found {
  readonly names: Names;
  readonly accounts: readonly AccountState[];
  readonly findables: readonly Findable[];
}

const NOTHING: Names = { secret: [], database: [], service: [], cluster: [] };

/** The names of all lists, each once, though several roles may have seen it. */
async function namesOf(lists: AsyncIterable<KeptList>): Promise<Names> {
  const names = {
    secret: new Map<string, Name>(),
    database: new Map<string, Name>(),
    service: new Map<string, Name>(),
    cluster: new Map<string, Name>(),
  };
  let count = 0;
  for await (const { holding, account, role, region, rows } of lists) {
    for (const value of rows) {
      if (count >= MOST_NAMES) break;
      const one = nameOf(holding, value);
      if (!one) continue;
      const { as, ...name } = one;
      const key = `${account} ${region} ${name.id}`;
      if (names[as].has(key)) continue;
      names[as].set(key, { ...name, account, role, region });
      count++;
    }
  }
  return {
    secret: [...names.secret.values()],
    database: [...names.database.values()],
    service: [...names.service.values()],
    cluster: [...names.cluster.values()],
  };
}

/** What a kept row is called; null for one that is none. */
function nameOf(
  holding: KeptList["holding"],
  value: unknown,
): { readonly as: keyof Names } & Pick<Name, "name" | "id" | "of" | "kind"> | null {
  switch (holding) {
    case "secrets": {
      const row = keptSecret(value);
      if (!row) return null;
      const { kind, name } = row;
      return { as: "secret", name, id: kind === "secret" ? name : `${kind}:${name}`, kind };
    }
    case "databases": {
      const row = keptDatabase(value);
      return row &&
        { as: "database", name: row.id, id: `${row.kind}/${row.id}`, of: row.engine, kind: row.kind };
    }
    case "services": {
      const row = keptContainer(value);
      if (!row) return null;
      const { cluster } = row;
      return row.kind === "cluster"
        ? { as: "cluster", name: cluster, id: cluster }
        : { as: "service", name: row.name, id: `${cluster}/${row.name}`, of: cluster };
    }
  }
}

/** The names of accounts that are there, without those that the configuration names: these are entries already. */
function joined(names: Names, accounts: readonly AccountState[]): readonly Findable[] {
  const known = new Map(accounts.map((account) => [account.accountId, account]));
  const curated = new Map(accounts.map((account) => [account.accountId, {
    secret: new Set(account.secrets.map(({ id }) => id)),
    service: new Set(
      account.ecsClusters.flatMap(({ name, services }) => services.map((service) => `${name}/${service}`)),
    ),
    cluster: new Set(account.ecsClusters.map(({ name }) => name)),
    database: new Set<string>(),
  }]));
  return (Object.keys(HELD_KINDS) as (keyof Names)[]).map((kind) => ({
    kind: HELD_KINDS[kind],
    items: names[kind].flatMap((name): HeldName[] => {
      const account = known.get(name.account);
      if (!account) return [];
      const isEntry = name.region === account.region && curated.get(name.account)![kind].has(name.id);
      return isEntry ? [] : [{ ...name, account }];
    }),
  }));
}
