import type { KindOfResource, WindowParams } from "../../../resources/kinds/kind.ts";
import type { AccountState } from "../../../state/state.ts";

/** Something that was found in an account, and the page that shows it. */
export interface FoundHolding {
  /** The name of its kind, and its glyph. */
  readonly holding: string;
  readonly icon: KindOfResource["icon"];
  readonly title: string;
  readonly detail: string;
  readonly account: Pick<AccountState, "accountId" | "name" | "env">;
  readonly region: string;
  /** What its page is opened with. */
  readonly params: Readonly<Record<string, string>>;
  readonly matches: readonly number[];
}

/** What was found, in the order that it came. */
export interface Hits {
  readonly all: readonly FoundHolding[];
  readonly full: () => boolean;
  /**
   * Keeps a hit, and tells where it stands. With `passing` the same one that comes later takes its place: an index knows
   * less than the account itself, and a role may not be known yet.
   */
  keep(hit: FoundHolding, passing: boolean): number;
  /** Puts a hit in the place of another, where that still stands. */
  replace(before: FoundHolding, after: FoundHolding): void;
  forget(): void;
}

/** Makes it, for so many hits at most. */
export function createHits(most: number): Hits {
  const all: FoundHolding[] = [];
  /** Where hits stand of which the same may come again. */
  const passed = new Map<string, number>();
  return {
    all,
    full: () => all.length >= most,
    keep(hit, passing) {
      const key = keyOf(hit);
      const before = passed.get(key);
      if (before === undefined) {
        if (passing) passed.set(key, all.length);
        return all.push(hit) - 1;
      }
      all[before] = hit;
      return before;
    },
    replace(before, after) {
      const at = all.indexOf(before);
      if (at >= 0) all[at] = after;
    },
    forget() {
      all.length = 0;
      passed.clear();
    },
  };
}

/** Tells hits apart; the role that found it is not part of that. */
function keyOf(
  { holding, account, region, params: { role: _, ...params } }: FoundHolding,
): string {
  return JSON.stringify([holding, account.accountId, region, params]);
}

/** A row of a list as a hit. */
export function hitOf<Row extends object>(
  kind: KindOfResource<Row>,
  row: Row,
  matches: readonly number[],
  { account: { accountId, name, env }, region, elsewhere }: {
    readonly account: AccountState;
    readonly region: string;
    /** What its page needs where it is not the account's own region or usual role. */
    readonly elsewhere: WindowParams;
  },
): FoundHolding {
  return {
    ...kind.words(row),
    params: { ...paramsOf(kind, row), ...elsewhere },
    holding: kind.name,
    icon: kind.icon,
    region,
    matches,
    account: { accountId, env, ...(name === undefined ? {} : { name }) },
  };
}

/** What the page of a kind is opened with at a row. */
function paramsOf<Row extends object>({ sorts }: KindOfResource<Row>, row: Row): WindowParams {
  for (const { nameOf, params } of sorts) {
    const name = nameOf(row);
    if (name) return params(name);
  }
  return {};
}
