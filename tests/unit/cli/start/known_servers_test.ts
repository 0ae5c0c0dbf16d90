import { deepEqual } from "node:assert/strict";
import { followServers } from "../../../../src/cli/start/known_servers.ts";
import type { ConfigRead } from "../../../../src/core/app/features/settings/configuration.ts";
import type { KedgePaths } from "../../../../src/core/paths.ts";
import { readStateFile, updateStateFile } from "../../../../src/core/state/state_file.ts";
import { withHome } from "../../../support/program/home.ts";
import { config } from "../../core/app/fixtures.ts";

/** A reading of a file with servers of these names, all of other places. */
function read(...names: string[]): ConfigRead {
  const servers = names.map((name) =>
    ({ name, engine: "postgres", host: name.slice(-1), port: 1, tls: false }) as const
  );
  return { status: "loaded", config: config({ servers }), diagnostics: [] };
}

/** The names that a Kedge of that home takes in, one list for each time. */
async function taken(paths: KedgePaths, ...reads: ConfigRead[]): Promise<string[][]> {
  const names: string[][] = [];
  const follow = await followServers({
    applyConfig: (read) => Promise.resolve(void names.push(read.config.servers.map(({ name }) => name))),
  }, paths);
  for (const read of reads) await follow(read);
  // Writes go one after the other.
  await updateStateFile(paths, "other", () => 1);
  return names;
}

Deno.test("followServers() renames with the first reading what was renamed while no Kedge ran, once", () =>
  withHome(async (paths) => {
    deepEqual(await taken(paths, read("old a", "b")), [["old a", "b"]]);
    const broken = { ...read(), status: "unreadable" } as const;
    deepEqual(await taken(paths, broken, read("c", "b", "new a"), read("c", "b", "newer a")), [
      [],
      ["c", "b", "old a"],
      ["c", "b", "new a"],
      ["c", "b", "newer a"],
    ]);
    deepEqual(await taken(paths, read("c", "b", "newer a")), [["c", "b", "newer a"]]);
    await updateStateFile(paths, "servers", () => [{ name: 7 }]);
    deepEqual(await taken(paths, read("d")), [["d"]]);
    deepEqual((await readStateFile(paths)).servers, [{ name: "d", engine: "postgres", host: "d", port: 1 }]);
  }));
