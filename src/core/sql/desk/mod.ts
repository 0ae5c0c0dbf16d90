/** Query windows: tabs with a connection each, results of any size, texts that are never lost. */
export { createServerCatalog } from "./catalog.ts";
export { createDesk } from "./desk.ts";
export { freeFile } from "./export_file.ts";
export { openKept } from "./kept.ts";
