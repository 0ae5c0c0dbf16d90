import type { Account } from "../config/config.ts";
import type { AccountSource, FoundAccount, Named, NameMemory } from "./source.ts";

/** Everything known of one account, by source. */
export interface Gathered {
  readonly configured?: Account;
  /** One entry per source, in the order of the sources; undefined when a source does not have the account. */
  readonly found: readonly (FoundAccount | undefined)[];
  readonly named: Named;
}

/**
 * Gathers the accounts of the configuration and of these sources, by account ID. An unchanged account costs
 * only a comparison of two objects.
 */
export function createGathering(sources: readonly AccountSource[], names: NameMemory) {
  const config = createIndex<Account>(({ accountId }) => accountId);
  const indexes = sources.map(() => createIndex<FoundAccount>(({ id }) => id));
  const all = new Map<string, Gathered>();
  /** Index of the source that gave an account its name. */
  const givers = new Map<string, number>();

  function gather(id: string): Gathered | undefined {
    const configured = config.get(id);
    const found = indexes.map((index) => index.get(id));
    if (!configured && found.every((account) => account === undefined)) return undefined;
    const old = all.get(id);
    const named = nameOf(id, found, names, givers);
    const same = old?.configured === configured && named.name === old?.named.name &&
      named.email === old?.named.email && found.every((account, at) => account === old?.found[at]);
    return same && old ? old : { ...(configured ? { configured } : {}), found, named };
  }

  return {
    get: (id: string) => all.get(id),
    ids: () => all.keys(),
    /** Reads the configuration and the sources again. Returns the IDs of accounts that changed or are gone. */
    update(configured: readonly Account[]): Set<string> {
      const touched = new Set<string>();
      config.update(configured, touched);
      for (const [at, source] of sources.entries()) indexes[at]!.update(source.accounts(), touched);
      for (const id of touched) {
        const gathered = gather(id);
        if (gathered === all.get(id)) touched.delete(id);
        else if (gathered) all.set(id, gathered);
        else all.delete(id);
      }
      return touched;
    },
  };
}

/** An index of a list by ID. Each ID is in the list once. */
function createIndex<T>(idOf: (item: T) => string) {
  let list: readonly T[] = [];
  const byId = new Map<string, T>();
  return {
    get: (id: string) => byId.get(id),
    /** Replaces the list; adds the IDs of all items that are new, gone or at another place to `touched`. */
    update(next: readonly T[], touched: Set<string>): void {
      if (next === list) return;
      const moved = (items: readonly T[], others: readonly T[]) =>
        items.filter((item, i) => item !== others[i]);
      for (const item of moved(list, next)) {
        touched.add(idOf(item));
        byId.delete(idOf(item));
      }
      for (const item of moved(next, list)) {
        touched.add(idOf(item));
        byId.set(idOf(item), item);
      }
      list = next;
    },
  };
}

/**
 * Returns the name that the first source gives, else the last known name. A name stays when its source is gone
 * and only later sources give one, because rules by name guard production.
 */
function nameOf(
  id: string,
  found: readonly (FoundAccount | undefined)[],
  names: NameMemory,
  givers: Map<string, number>,
): Named {
  const known = names.get(id);
  const at = found.findIndex((account) => account?.name);
  // A name of an earlier session of Kedge is that of the first source.
  const given = at >= 0 && at <= (givers.get(id) ?? (known?.name ? 0 : at));
  if (given) givers.set(id, at);
  const name = given ? found[at]!.name : known?.name;
  const email = found.find((account) => account?.email)?.email ?? known?.email;
  if (name === known?.name && email === known?.email) return known ?? NAMELESS;
  const named = { ...(name ? { name } : {}), ...(email ? { email } : {}) };
  names.set(id, named);
  return named;
}

const NAMELESS: Named = {};
