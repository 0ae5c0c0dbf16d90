/** CloudWatch Logs: the groups of an account, their lines, and queries of Logs Insights. */
export { neighbours, readLogEvents } from "./events.ts";
export { describeGroups, logGroups } from "./groups.ts";
export { groupFields, runInsights } from "./insights.ts";
