import { join } from "node:path";
import type { QueryServices } from "../../core/app/features/query_windows/parts.ts";
import { opened } from "./opened.ts";
import { makeFolder, writeFileAtomic } from "../../core/files/atomic.ts";
import { readRegularText } from "../../core/files/read.ts";
import type { KedgePaths } from "../../core/paths.ts";
import { jsonOrNull } from "../../core/json_values.ts";

/** Maximum bytes of the file with the known table names. */
const MAX_BYTES = 32 << 20;

/** Returns the services of query windows. Their code is loaded when the first query window opens. */
export function queryServices(
  paths: KedgePaths,
): Pick<QueryServices, "sql" | "tables" | "pastQueries" | "renameQueries" | "assistant" | "openPath"> {
  const tablesFile = join(paths.cache, "tables.json");
  let tools: ReturnType<QueryServices["sql"]> | null = null;
  return {
    async openPath(path) {
      const { openFolder } = await import("../../core/platform/mod.ts");
      return opened(await openFolder(path));
    },
    sql: () => tools ??= load(paths),
    async assistant() {
      const { askAssistant, promptOf, touches } = await import("../../core/assistant/mod.ts");
      return { ask: askAssistant, prompt: promptOf, touches };
    },
    tables: {
      async readTables() {
        return jsonOrNull(
          await readRegularText(tablesFile, MAX_BYTES, { ownedByUser: true }).catch(() => null),
        );
      },
      async writeTables(known) {
        await makeFolder(paths.cache);
        await writeFileAtomic(tablesFile, JSON.stringify(known));
      },
    },
    async renameQueries(from, to) {
      const { renameTexts } = await import("../../core/sql/query_window/past.ts");
      await renameTexts(paths.queries, from, to);
    },
    async pastQueries(servers) {
      const { readPast, pastOf } = await import("../../core/sql/query_window/past.ts");
      const byName = new Map(servers.map((server) => [server.name, server]));
      const read = await readPast(paths.queries, [...byName.keys()]);
      return read.map((one) => pastOf(one, byName.get(one.server)!));
    },
  };
}

async function load(paths: KedgePaths): ReturnType<QueryServices["sql"]> {
  const { createQueryWindow, createServerCatalog, freeFile, openTexts } = await import(
    "../../core/sql/query_window/mod.ts"
  );
  const { spillFolder } = await import("../../core/sql/spill/mod.ts");
  const folder = spillFolder(join(paths.cache, "results"));
  return {
    openTexts: (server, onFault) => openTexts(paths.queries, server, onFault),
    createQueryWindow: (parts) => createQueryWindow({ ...parts, spillFolder: () => folder }),
    createCatalog: createServerCatalog,
    freeFile,
  };
}
