/** Query windows: tabs with a connection each, results of any size, texts that are never lost. */
export { createServerCatalog } from "./catalog.ts";
export { createQueryWindow } from "./query_window.ts";
export { freeFile } from "./export_file.ts";
export { openTexts } from "./texts.ts";
