import type { KindOfResource, WindowParams } from "../../../resources/kinds/kind.ts";
import type { AccountState } from "../../../state/state.ts";

/** A resource that was found, with the page that shows it. */
export interface FoundResource {
  /** Name and glyph of its kind. */
  readonly kind: string;
  readonly icon: KindOfResource["icon"];
  readonly title: string;
  readonly detail: string;
  readonly account: Pick<AccountState, "accountId" | "name" | "env">;
  readonly region: string;
  /** Parameters that open its page. */
  readonly params: Readonly<Record<string, string>>;
  readonly matches: readonly number[];
}

/** The hits of a search, in the order in which they were found. */
export type Hits = ReturnType<typeof createHits>;

/** Makes an empty list of at most `most` hits. */
export function createHits(most: number) {
  const all: FoundResource[] = [];
  /** Indexes of hits that a later equal hit replaces. */
  const passed = new Map<string, number>();
  return {
    all,
    full: () => all.length >= most,
    /**
     * Adds a hit and returns its index. With `passing`, a later equal hit replaces it, because an index knows
     * less than the account itself and a role may not be known yet.
     */
    keep(hit: FoundResource, passing: boolean) {
      const key = keyOf(hit);
      const before = passed.get(key);
      if (before === undefined) {
        if (passing) passed.set(key, all.length);
        return all.push(hit) - 1;
      }
      all[before] = hit;
      return before;
    },
    /** Replaces a hit if it is still in the list. */
    replace(before: FoundResource, after: FoundResource) {
      const at = all.indexOf(before);
      if (at >= 0) all[at] = after;
    },
    forget() {
      all.length = 0;
      passed.clear();
    },
  };
}

/** Returns the key of a hit. The role is not part of it, so that a hit with another role is the same. */
function keyOf(
  { kind, account, region, params: { role: _, ...params } }: FoundResource,
): string {
  return JSON.stringify([kind, account.accountId, region, params]);
}

/** Makes a hit of a row of a list. */
export function hitOf<Row extends object>(
  kind: KindOfResource<Row>,
  row: Row,
  matches: readonly number[],
  { account: { accountId, name, env }, region, elsewhere }: {
    readonly account: AccountState;
    readonly region: string;
    /** Parameters for a region or role other than the account's usual one. */
    readonly elsewhere: WindowParams;
  },
): FoundResource {
  return {
    ...kind.words(row),
    params: { ...paramsOf(kind, row), ...elsewhere },
    kind: kind.name,
    icon: kind.icon,
    region,
    matches,
    account: { accountId, env, ...(name === undefined ? {} : { name }) },
  };
}

/** Returns the parameters that open the kind's page at a row. */
function paramsOf<Row extends object>({ sorts }: KindOfResource<Row>, row: Row): WindowParams {
  for (const { nameOf, params } of sorts) {
    const name = nameOf(row);
    if (name) return params(name);
  }
  return {};
}
