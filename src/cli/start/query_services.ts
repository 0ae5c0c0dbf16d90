import { join } from "node:path";
import type { QueryServices } from "../../core/app/features/query_windows/parts.ts";
import { opened } from "./opened.ts";
import type { KedgePaths } from "../../core/paths.ts";

/** What query windows work with; the engine is loaded when the first one opens. */
export function queryServices(
  paths: KedgePaths,
): Pick<QueryServices, "sql" | "pastQueries" | "renameQueries" | "assistant" | "openPath"> {
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
    async renameQueries(from, to) {
      const { renameTexts } = await import("../../core/sql/query_window/past.ts");
      await renameTexts(paths.queries, from, to);
    },
    async pastQueries(servers) {
      const { readPast, titleOf } = await import("../../core/sql/query_window/past.ts");
      const read = await readPast(paths.queries, servers);
      return read.map(({ id, server, name, sql, at }) => ({
        id,
        server,
        ...(name === undefined ? {} : { name }),
        title: titleOf(sql),
        at,
      }));
    },
  };
}

async function load(paths: KedgePaths): ReturnType<QueryServices["sql"]> {
  const { createQueryWindow, createServerCatalog, freeFile, openTexts } = await import(
    "../../core/sql/query_window/mod.ts"
  );
  const { spillFolder } = await import("../../core/sql/spill/mod.ts");
  const place = spillFolder(join(paths.cache, "results"));
  return {
    openTexts: (server, onFault) => openTexts(paths.queries, server, onFault),
    createQueryWindow: (parts) => createQueryWindow({ ...parts, place: () => place }),
    createCatalog: createServerCatalog,
    freeFile,
  };
}
