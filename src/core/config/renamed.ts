import type { Server } from "./config.ts";

/** Returns the servers whose name has changed at the same index of the list, each as `[from, to]`. */
export function renamed(
  before: readonly Server[],
  now: readonly Server[],
): readonly (readonly [from: string, to: string])[] {
  if (before.length !== now.length) return [];
  const had = new Set(before.map(({ name }) => name)), has = new Set(now.map(({ name }) => name));
  return before.map(({ name }, at) => [name, now[at]!.name] as const)
    .filter(([from, to]) => !has.has(from) && !had.has(to));
}

/** The name of a server, and its address. */
export type KnownServer = Pick<Server, "name" | "engine" | "host" | "port" | "via" | "database">;

/**
 * Returns the servers that were renamed since they were last seen, each as `[from, to]`. A new name counts
 * only when it is the only one with the address of exactly one lost name, so that saved texts of one server
 * never move to another.
 */
export function renamedSince(
  before: readonly KnownServer[],
  now: readonly KnownServer[],
): readonly (readonly [from: string, to: string])[] {
  const had = new Set(before.map(({ name }) => name)), has = new Set(now.map(({ name }) => name));
  const lost = Map.groupBy(before.filter(({ name }) => !has.has(name)), addressOf);
  const added = Map.groupBy(now.filter(({ name }) => !had.has(name)), addressOf);
  return [...added].flatMap(([address, [next, ...others]]) => {
    const [old, ...more] = lost.get(address) ?? [];
    return old && others.length + more.length === 0 ? [[old.name, next!.name] as const] : [];
  });
}

function addressOf({ engine, host, port, via, database = "" }: KnownServer): string {
  return JSON.stringify([engine, host.toLowerCase(), port, database, via]);
}
