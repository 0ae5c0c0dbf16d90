/** Types of query windows, which can be imported without loading their code. */
export type { TablePath } from "../catalog/mod.ts";
export type { ServerCatalog } from "./catalog_interface.ts";
export type { EditText } from "./edit_text.ts";
export type { QueryWindow } from "./query_window.ts";
export type { QueryTexts } from "./texts.ts";
export type { RefusedSql, Tab } from "./tab_interface.ts";
export type { View } from "./view.ts";
