import { join } from "node:path";
import type { DeskServices } from "../../core/app/features/desks/parts.ts";
import type { KedgePaths } from "../../core/paths.ts";

/** What query windows work with; the engine is loaded when the first one opens. */
export function deskServices(
  paths: KedgePaths,
): Pick<DeskServices, "sql" | "pastQueries" | "renameQueries" | "assistant"> {
  let tools: ReturnType<DeskServices["sql"]> | null = null;
  return {
    sql: () => tools ??= load(paths),
    async assistant() {
      const { askAssistant, promptOf, touches } = await import("../../core/assistant/mod.ts");
      return { ask: askAssistant, prompt: promptOf, touches };
    },
    async renameQueries(from, to) {
      const { renameKept } = await import("../../core/sql/desk/past.ts");
      await renameKept(paths.queries, from, to);
    },
    async pastQueries(servers) {
      const { readPast, titleOf } = await import("../../core/sql/desk/past.ts");
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

async function load(paths: KedgePaths): ReturnType<DeskServices["sql"]> {
  const { createDesk, createServerCatalog, freeFile, openKept } = await import("../../core/sql/desk/mod.ts");
  const { spillPlace } = await import("../../core/sql/spill/mod.ts");
  const place = spillPlace(join(paths.cache, "results"));
  return {
    openKept: (server, onFault) => openKept(paths.queries, server, onFault),
    createDesk: (parts) => createDesk({ ...parts, place: () => place }),
    createCatalog: createServerCatalog,
    freeFile,
  };
}
