/** CloudWatch Logs: log groups and their lines. */
export { apiNames } from "./api_names.ts";
export { neighbours, readLogEvents } from "./events.ts";
export { lineOfPointer } from "./fields.ts";
export { logGroups } from "./groups.ts";
