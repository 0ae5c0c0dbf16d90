import * as z from "zod";
import type { Server } from "../config/config.ts";
import { type KnownServer, renamedSince } from "../config/renamed.ts";
import { present } from "../present.ts";
import type { AppState } from "./state.ts";

const schema = z.array(z.object({
  name: z.string(),
  engine: z.enum(["postgres", "mysql", "redshift", "athena"]),
  host: z.string(),
  port: z.number(),
  via: z.string().exactOptional(),
  database: z.string().exactOptional(),
  https: z.object({
    service: z.enum(["rds-data", "redshift-data", "athena"]),
    account: z.string(),
    region: z.string(),
    cluster: z.string().exactOptional(),
    workgroup: z.string().exactOptional(),
    catalog: z.string().exactOptional(),
  }).exactOptional(),
}));

/** Reads the saved servers; returns none when the value is not such a list. */
export function readKnownServers(saved: unknown): readonly KnownServer[] {
  return schema.safeParse(saved).data ?? [];
}

/** Returns the fields by which servers are recognized. */
export function knownServers(servers: readonly Server[]): readonly KnownServer[] {
  return servers.map(({ name, engine, host, port, via, database, https }) => ({
    ...{ name, engine, host, port },
    ...present({ via, database, https: https && askedOf(https) }),
  }));
}

/** Returns what a service of AWS is asked for, without who asks. */
function askedOf(
  { service, account, region, cluster, workgroup, catalog }: NonNullable<Server["https"]>,
): KnownServer["https"] {
  return { service, account, region, ...present({ cluster, workgroup, catalog }) };
}

/**
 * Returns the servers that this change of the state has renamed, each as `[from, to]`, so that what is kept
 * under their names can follow. With the first configuration, these are the servers that were renamed while
 * no Kedge ran.
 */
export function renamedServers(
  { config: { value: { servers } } }: Pick<AppState, "config">,
  { config: { value: { servers: old } }, knownServers }: Pick<AppState, "config" | "knownServers">,
): readonly (readonly [from: string, to: string])[] {
  return servers === old ? [] : renamedSince(knownServers, servers);
}

/** Returns the known servers with the names that an edit by Kedge is about to give some of them. */
export function withNewNames(
  known: readonly KnownServer[],
  names: ReadonlyMap<string, string>,
): readonly KnownServer[] {
  return known.map(({ becomes: _, ...one }) => ({ ...one, ...present({ becomes: names.get(one.name) }) }));
}
