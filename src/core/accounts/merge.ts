import type { AccountState } from "../state/state.ts";
import { nameOrder } from "../text/natural.ts";
import { environmentInName, environmentOrder } from "./environments.ts";
import type { Gathered } from "./gather.ts";
import type { AccountSource } from "./source.ts";

/**
 * One account as every surface shows it, in the environment that configuration or rules state, else in the one that
 * its name suggests. The configuration wins.
 */
export function merged(
  id: string,
  { configured, found, named }: Gathered,
  sources: readonly AccountSource[],
  stated: string | null,
): AccountState {
  const env = stated ?? environmentInName(named.name ?? "");
  const region = configured?.region ?? found.find((account) => account?.region)?.region;
  return {
    accountId: id,
    ...named,
    env,
    ...(stated === null && env !== null ? { envGuessed: true as const } : {}),
    ...(region ? { region } : {}),
    secrets: configured?.secrets ?? NONE,
    ecsClusters: configured?.ecsClusters ?? NONE,
    configured: configured !== undefined,
    roles: everyRole(found.flatMap((account) => account?.roles?.length ? [account.roles] : [])),
    sources: together([
      ...(configured ? ["config"] : []),
      ...sources.flatMap(({ source }, at) => found[at] === undefined ? [] : [source]),
    ]),
  };
}

const NONE: readonly never[] = [];
const combinations = new Map<string, readonly string[]>();

/** The one list of these names: thousands of accounts come from the same places. */
function together(names: readonly string[]): readonly string[] {
  const key = names.join();
  const known = combinations.get(key);
  if (!known) combinations.set(key, names);
  return known ?? names;
}

/** Every role once. */
export function everyRole(lists: readonly (readonly string[])[]): readonly string[] {
  if (lists.length < 2) return lists[0] ?? NONE;
  return [...new Set(lists.flat())];
}

/**
 * A text that has the account's place in every list: what the user has configured comes first, then by environment, then
 * by name, those without one last. Texts because they are compared quickly: there may be tens of thousands.
 */
export function accountOrder({ configured, env, name }: AccountState): string {
  const named = name === undefined ? "1" : `0${nameOrder(name)}`;
  return `${configured ? 0 : 1}${environmentOrder(env)}\0${named}`;
}
