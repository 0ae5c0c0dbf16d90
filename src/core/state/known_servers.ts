import * as z from "zod";
import type { Server } from "../config/config.ts";
import { type KnownServer, renamed, renamedSince } from "../config/renamed.ts";
import { present } from "../present.ts";
import type { AppState } from "./state.ts";

const schema = z.array(z.object({
  name: z.string(),
  engine: z.enum(["postgres", "mysql", "redshift", "athena"]),
  host: z.string(),
  port: z.number(),
  via: z.string().exactOptional(),
  database: z.string().exactOptional(),
}));

/** Reads the saved servers; returns none when the value is not such a list. */
export function readKnownServers(saved: unknown): readonly KnownServer[] {
  return schema.safeParse(saved).data ?? [];
}

/** Returns the fields by which servers are recognized. */
export function knownServers(servers: readonly Server[]): readonly KnownServer[] {
  return servers.map(({ name, engine, host, port, via, database }) => ({
    ...{ name, engine, host, port },
    ...present({ via, database }),
  }));
}

/**
 * Returns the servers that this change of the state has renamed, each as `[from, to]`, so that what is kept
 * under their names can follow. With the first configuration, these are the servers that were renamed while
 * no Kedge ran, recognized by their address.
 */
export function renamedServers(
  { config: { value: { servers } } }: Pick<AppState, "config">,
  before: Pick<AppState, "config" | "knownServers">,
): readonly (readonly [from: string, to: string])[] {
  const { servers: old } = before.config.value;
  if (servers === old) return [];
  return old.length > 0 ? renamed(old, servers) : renamedSince(before.knownServers, servers);
}
