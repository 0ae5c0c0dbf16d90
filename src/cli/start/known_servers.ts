import { z } from "zod";
import type { App } from "../../core/app/app.ts";
import type { ConfigRead } from "../../core/app/features/settings/configuration.ts";
import type { Server } from "../../core/config/config.ts";
import { type KnownServer, renamedSince } from "../../core/config/renamed.ts";
import type { KedgePaths } from "../../core/paths.ts";
import { readStateFile, updateStateFile } from "../../core/state/state_file.ts";

/** The key of state.json. */
const KEY = "servers";

const known = z.array(z.object({
  name: z.string(),
  engine: z.enum(["postgres", "mysql", "redshift"]),
  host: z.string(),
  port: z.number(),
  database: z.string().optional(),
}));

/**
 * Gives what takes readings of config.json into the application. A server that was renamed while no Kedge ran is known by where
 * it leads: the first reading renames it as a running Kedge would have, so that everything kept under its name goes along.
 */
export async function followServers(
  app: Pick<App, "applyConfig">,
  paths: KedgePaths,
): Promise<(read: ConfigRead) => Promise<void>> {
  let before: readonly KnownServer[] =
    known.safeParse((await readStateFile(paths))[KEY]).data as KnownServer[] ?? [];
  let told = "";

  function keep(servers: readonly Server[]): void {
    const now = servers.map(({ name, engine, host, port, database }) => ({
      name,
      engine,
      host,
      port,
      ...(database !== undefined && { database }),
    }));
    const text = JSON.stringify(now);
    if (text === told) return;
    told = text;
    void updateStateFile(paths, KEY, (kept) => JSON.stringify(kept) === text ? kept : now);
  }

  return (read) => {
    if (read.status !== "loaded") return app.applyConfig(read);
    const { servers } = read.config;
    const renamed = renamedSince(before, servers);
    before = [];
    if (renamed.size > 0) {
      const old = servers.map((server) => ({ ...server, name: renamed.get(server.name) ?? server.name }));
      // Nobody sees it: the names of now follow at once.
      void app.applyConfig({ ...read, config: { ...read.config, servers: old } });
    }
    keep(servers);
    return app.applyConfig(read);
  };
}
