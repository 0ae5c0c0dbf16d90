import type { CachedList } from "../../../resources/cached_list.ts";
import { databaseId, secretId, serviceId } from "../../../resources/held_key.ts";
import type { NameSource, SeenName, SeenNames } from "../../../resources/names.ts";
import { cachedContainer } from "./container_list.ts";
import { cachedDatabase } from "./database_list.ts";
import { cachedSecret } from "./secrets.ts";

/** Names that are read at most: those of the lists that were seen last. */
const MOST_NAMES = 50_000;

/** The names of what accounts hold, from the lists that were seen last. */
interface CachedNames extends NameSource {
  /** The lists have changed. */
  changed(): void;
}

/**
 * Makes them. They are read when somebody asks and held weakly after that: who does not search pays nothing for them for
 * long. `lists` gives what is kept, the newest first.
 */
export function createCachedNames(
  { lists, onError }: {
    readonly lists: () => AsyncIterable<CachedList>;
    readonly onError: (error: unknown) => void;
  },
): CachedNames {
  const listeners = new Set<() => void>();
  let reading: Promise<void> | null = null;
  let version = 0;
  /** Held while somebody searches, then given back when memory is wanted. */
  let held: SeenNames | null = null;
  let weak: WeakRef<SeenNames> | null = null;
  const names = () => held ?? weak?.deref() ?? null;

  function keep(next: SeenNames | null): void {
    held = next;
    weak = next && new WeakRef(next);
  }

  async function readAll(): Promise<void> {
    for (let seen = -1; seen !== version;) {
      seen = version;
      keep(await namesOf(lists()));
    }
    // Who asked may have gone meanwhile.
    if (listeners.size === 0) held = null;
  }

  return {
    load() {
      if (names()) return null;
      return reading ??= readAll().catch((error) => {
        onError(error);
        keep({ secret: [], database: [], service: [], cluster: [] });
      }).finally(() => reading = null);
    },
    names,
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

/** The names of all lists, each once, though several roles may have seen it. */
async function namesOf(lists: AsyncIterable<CachedList>): Promise<SeenNames> {
  const names = {
    secret: new Map<string, SeenName>(),
    database: new Map<string, SeenName>(),
    service: new Map<string, SeenName>(),
    cluster: new Map<string, SeenName>(),
  };
  let count = 0;
  read: for await (const { holding, account, role, region, rows } of lists) {
    for (const value of rows) {
      if (count >= MOST_NAMES) break read;
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
  holding: CachedList["holding"],
  value: unknown,
): { readonly as: keyof SeenNames } & Pick<SeenName, "name" | "id" | "of" | "kind"> | null {
  switch (holding) {
    case "secrets": {
      const row = cachedSecret(value);
      if (!row) return null;
      const { kind, name } = row;
      return { as: "secret", name, id: secretId(name, kind), kind };
    }
    case "databases": {
      const row = cachedDatabase(value);
      return row &&
        { as: "database", name: row.id, id: databaseId(row.kind, row.id), of: row.engine, kind: row.kind };
    }
    case "services": {
      const row = cachedContainer(value);
      if (!row) return null;
      const { cluster } = row;
      return row.kind === "cluster"
        ? { as: "cluster", name: cluster, id: cluster }
        : { as: "service", name: row.name, id: serviceId(cluster, row.name), of: cluster };
    }
  }
}
