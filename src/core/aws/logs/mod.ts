/** CloudWatch Logs: the groups of an account, and their lines. */
export { neighbours, readLogEvents } from "./events.ts";
export { logGroups } from "./groups.ts";
