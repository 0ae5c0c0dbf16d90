/** A page's line to Kedge: its model, its commands, its log. */
export { type Client, type ConnectionStatus, iconUrl, reportUrl, type Watched } from "./client.ts";
export { connect, reportErrors } from "./connect.ts";
export { rememberSize } from "./size.ts";
export { useLog, useModel, useStatus } from "./hooks.ts";
