/** A page's connection to Kedge: its model, its commands and its lists. */
export { type Client, iconUrl, reportUrl } from "./client.ts";
export { connectPage, reportErrors } from "./connect.ts";
export { watchPresses } from "./pressed.ts";
export { rememberSize } from "./size.ts";
export type { ShownRows } from "./row_list.ts";
export type { RowsAnswer } from "../../pages/http/protocol.ts";
export { type RowsView, useRows, useWatched } from "./hooks.ts";
