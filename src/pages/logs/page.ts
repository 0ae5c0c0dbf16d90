import * as z from "zod";
import { groupsOf } from "../../core/resources/kinds/log_groups/groups_param.ts";
import type { RoleRequest } from "../../core/app/as_role.ts";
import { fixedRows, type RowSource } from "../../core/resources/rows.ts";
import type { FollowedLine } from "../../core/app/features/resources/log_lines.ts";
import type { WindowState } from "../../core/state/state.ts";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery, type QueryHost } from "../query.ts";
import { accountOf, isOwnAccount, listContext, ownRoles, targetModel, titleIn } from "../resources.ts";

export type { FollowedLine } from "../../core/app/features/resources/log_lines.ts";

type Params = WindowState["params"];

/** Returns which tasks are shown: those of a service, or one. */
const tasksOf = ({ service, task = "" }: Params) =>
  service === undefined ? { task } : { service, ...(task === "" ? {} : { task }) };

/** Returns the line whose surrounding lines are shown; null in a window that follows the log. */
function lineOf({ groups, stream, at }: Params) {
  const group = groupsOf(groups)?.[0];
  const time = Number(at);
  if (group === undefined || stream === undefined || !(time >= 0 && time < 1e14)) return null;
  return { group, stream, at: time };
}

function linesOf(
  { window, resources }: QueryHost,
  { role = window.params.role, region = window.params.region }: Omit<RoleRequest, "account">,
): RowSource<FollowedLine> {
  const { params } = window;
  const scope = { account: accountOf(window), role, region };
  if (params.groups === undefined) {
    return resources.services.logs({
      ...scope,
      cluster: params.cluster ?? "",
      container: params.container,
      ...tasksOf(params),
    });
  }
  const line = lineOf(params);
  if (line) return resources.logs.around({ ...scope, ...line });
  const groups = groupsOf(params.groups);
  return groups === null ? fixedRows([]) : resources.logs.follow({ ...scope, groups });
}

/** Query: the last lines of a service, a task or log groups, and the lines that follow. */
export const cloudLog = defineQuery({
  /** The role and region to read the lines with, where the window's parameters name none. */
  params: z.strictObject(listContext),
  most: 100_000_000,
  rows: (asked, host) => linesOf(host, asked),
});

/** Returns the subject of the title: the number of several groups, else the name. */
function subjectOf({ service, runs, groups }: Params): string | undefined {
  const named = groupsOf(groups);
  if (named === null) return service ?? runs;
  return named.length === 1 ? named[0] : `${named.length} log groups`;
}

/** The page of log lines. */
export const logsPage = definePage({
  title: "Logs",
  // For a task without a service, its family replaces the service's name.
  titleOf: (state, params) => {
    const { task, stream, ...scope } = params;
    const of = subjectOf(params);
    const part = stream !== undefined
      ? " · around a line"
      : task === undefined
      ? ""
      : ` · ${task.slice(0, 8)}`;
    return of && titleIn(`Logs · ${of}${part}`, state, scope);
  },
  width: 820,
  height: 520,
  single: false,
  model: targetModel,
  queries: { log: cloudLog, roles: ownRoles },
  commands: {
    signIn: true,
    queryLogs: isOwnAccount,
    /** Opens the lines around a line. */
    openWindow: ({ page, params }, window) => page === "logs" && params?.account === accountOf(window),
  },
});

/** The model of the logs page. */
export type LogsModel = ModelOf<typeof logsPage>;
