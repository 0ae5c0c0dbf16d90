import type { Server } from "./config.ts";

type Https = NonNullable<Server["https"]>;

/** The name of a server, and its address. */
export interface KnownServer extends Pick<Server, "name" | "engine" | "host" | "port" | "via" | "database"> {
  /** What the service of AWS is asked for, because all of one region have the same host. */
  readonly https?: Pick<Https, "service" | "account" | "region" | "cluster" | "workgroup" | "catalog">;
  /** The name that an edit by Kedge is about to give it. */
  readonly becomes?: string;
}

/**
 * Returns the servers that were renamed since they were last seen, each as `[from, to]`. A new name counts
 * when an edit by Kedge gave it, wherever it leads. Otherwise it counts only when it is the only one with the
 * address of exactly one lost name, so that saved texts of one server never move to another. As many new names
 * as lost ones of one address count when all stand in their positions.
 */
export function renamedSince(
  before: readonly KnownServer[],
  now: readonly KnownServer[],
): readonly (readonly [from: string, to: string])[] {
  const had = new Set(before.map(({ name }) => name)), has = new Set(now.map(({ name }) => name));
  const gone = before.filter(({ name }) => !has.has(name)), fresh = now.filter(({ name }) => !had.has(name));
  const given = gone.flatMap(({ name, becomes }) =>
    fresh.some((one) => one.name === becomes) ? [[name, becomes!] as const] : []
  );
  const told = new Set(given.flat());
  const lost = Map.groupBy(gone.filter(({ name }) => !told.has(name)), addressOf);
  const added = Map.groupBy(fresh.filter(({ name }) => !told.has(name)), addressOf);
  const found = [...added].flatMap(([address, next]) => {
    const old = lost.get(address) ?? [];
    if (old.length !== next.length) return [];
    const stayed = old.every((one, at) => before.indexOf(one) === now.indexOf(next[at]!));
    return old.length === 1 || stayed ? old.map(({ name }, at) => [name, next[at]!.name] as const) : [];
  });
  return [...given, ...found];
}

function addressOf({ engine, host, port, via, https, database = "" }: KnownServer): string {
  const { service, account, region, cluster, workgroup, catalog } = https ?? {};
  const asked = [service, account, region, cluster, workgroup, catalog];
  return JSON.stringify([engine, host.toLowerCase(), port, database, via, asked]);
}
