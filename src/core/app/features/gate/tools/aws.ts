import type { ServiceDetail } from "../../../../aws/containers/service_detail.ts";
import { CloudError } from "../../../../aws/errors.ts";
import { failed, refused, type ToolAnswer } from "../../../../gate/answer.ts";
import { fitting, MAX_PAGE_SIZE, sizeOf } from "../../../../gate/fit.ts";
import type { ToolInput } from "../../../../gate/tools.ts";
import { secretsKind } from "../../../../resources/kinds/secrets/mod.ts";
import { untilLoaded } from "../../../../resources/until_loaded.ts";
import { agentLines } from "../../../../gate/agent_text.ts";
import { oneLine } from "../../../../text/outside.ts";
import type { RoleRequest } from "../../../as_role.ts";
import type { CarryOut, ToolContext } from "../parts.ts";

/** Maximum time for AWS, ms. */
const PATIENCE = 40_000;
/** Maximum names per answer, and the number of lines when the agent names none. */
const MAX_NAMES = 500, USUAL_LINES = 200;
/** Maximum pages of lines read. AWS returns up to 5000 lines per page. */
const MAX_PAGES = 20;
/** Maximum deployments, events and tasks of a service in one answer. */
const MAX_PARTS = 50;
/** How far back lines are read when the agent names no time, ms. */
const BACK = 15 * 60_000;

/** Works in an account as a role after the agent has been allowed to. */
async function inAccount(
  { account, role, region }: RoleRequest,
  doing: string,
  context: ToolContext,
  text: string,
  work: (asked: RoleRequest, signal: AbortSignal) => Promise<ToolAnswer>,
): Promise<ToolAnswer> {
  const { parts, signal } = context;
  if (!parts.store.get().accounts.some(({ accountId }) => accountId === account)) {
    return failed(`There is no account ${account} in Kedge.`, "Call find for those that there are.");
  }
  try {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
    const resolved = await parts.roleWork.contextOf({ account, role, region }, patience);
    const thing = { kind: "account", account, role: resolved.role } as const;
    context.about(thing, text);
    const no = await context.allow(thing, doing);
    if (no) return no;
    const given = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
    return await work({ account, role: resolved.role, region: resolved.region, passing: true }, given);
  } catch (error) {
    if (signal.aborted) return { status: "stopped", error: "It was stopped." };
    if (!(error instanceof CloudError)) throw error;
    return error.code === "choose"
      ? refused(error.message, "Name the role; find tells those that there are.")
      : failed(error.sentence, error.hint);
  }
}

/** Returns the state of a service. */
export const serviceState: CarryOut<ToolInput<"service_state">> = async (input, context) => {
  const { cluster, service } = input;
  return await inAccount(
    input,
    "look at services and their output",
    context,
    `${cluster}/${service}`,
    async (asked, signal) => {
      const { account, role, region } = asked;
      const source = context.parts.resources.services.detail({ account, role, region, cluster, service });
      const read = await source.read(0, 1, signal);
      if (!read.ok) return failed(read.error, read.hint);
      const { value = null, fault = null } = read.rows[0] ?? {};
      if (!value) return failed(fault?.message ?? "AWS did not answer in time.", fault?.hint);
      return { status: "done", value: stateAnswer(value) };
    },
  );
};

/** Returns all fields of a service's state, with texts made safe for agents, and `most` parts or as many as fit. */
function stateAnswer(detail: ServiceDetail, most = MAX_PARTS): Record<string, unknown> {
  const { cut, ...value } = detail;
  const tasks = someTasks(value.tasks, most);
  let truncated = cut || tasks.length < value.tasks.length;
  const service = JSON.parse(JSON.stringify({ ...value, tasks }, (_, one) => {
    if (typeof one === "string") {
      const { lines: [line], cut: long } = agentLines([{ text: one }]);
      truncated ||= long;
      return line!.text;
    }
    if (!Array.isArray(one) || one.length <= most) return one;
    truncated = true;
    return one.slice(0, most);
  }));
  if (most > 1 && sizeOf(service) > MAX_PAGE_SIZE) return stateAnswer(detail, most >> 1);
  // `service` is a field of its own, so that its `status` does not replace the status of the call.
  return { service, truncated };
}

/** Returns at most `most` tasks, up to half of them stopped ones even where many run. */
function someTasks(tasks: ServiceDetail["tasks"], most: number): ServiceDetail["tasks"] {
  const ended = tasks.filter(({ status }) => status === "STOPPED");
  const others = tasks.filter(({ status }) => status !== "STOPPED");
  const last = ended.slice(0, Math.max(most - others.length, most >> 1));
  return [...others.slice(0, most - last.length), ...last];
}

/** Returns lines of a service between two times. */
export const serviceLogs: CarryOut<ToolInput<"service_logs">> = async (input, context) => {
  const { cluster, service, container, lines = USUAL_LINES } = input;
  const until = input.until === undefined ? context.parts.now() : Date.parse(input.until);
  const from = input.since === undefined ? until - BACK : Date.parse(input.since);
  if (from >= until) return refused("The window ends before it begins.");
  const text = `${cluster}/${service} from ${new Date(from).toISOString()}`;
  return await inAccount(input, "look at services and their output", context, text, async (asked, signal) => {
    const found: { at: number; text: string }[] = [];
    let page: string | undefined;
    let cut = false;
    let pages = 0;
    do {
      const read = await context.parts.resources.services.lines(
        { ...asked, cluster, service, container },
        { from, until, page },
        signal,
      );
      for (const line of read.lines) found.push(line);
      if (found.length > lines) {
        cut = true;
        found.splice(0, found.length - lines);
      }
      page = read.next;
    } while (page !== undefined && !signal.aborted && ++pages < MAX_PAGES);
    const safe = agentLines(found);
    const shown = safe.lines.map(({ at, text }) => ({ at: new Date(at).toISOString(), text }));
    const truncated = page !== undefined || cut || safe.cut;
    return {
      status: "done",
      rows: shown.length,
      value: {
        lines: shown,
        truncated,
        // AWS returns the oldest lines first.
        ...(page !== undefined && {
          missing: "The window has more lines than are read: these are not its newest. Begin it later.",
        }),
      },
    };
  });
};

/** Returns names of secrets, without values. */
export const secretNames: CarryOut<ToolInput<"secret_names">> = async (input, context) => {
  const { text = "", from = 0 } = input;
  return await inAccount(input, "see the names of secrets", context, text, async (asked, signal) => {
    const list = context.parts.resources.list(secretsKind, asked);
    const rows = list.rows(text);
    // Watching the list causes its request.
    const end = rows.subscribe(() => {});
    try {
      const before = await list.status.read(0, 1, signal);
      const [known] = before.ok ? before.rows : [];
      // A fault of an earlier request may be over, for example after a sign-in, so the list is requested
      // again.
      if (known && !known.loading && known.faults.length > 0) list.refresh();
      const loaded = await untilLoaded(list.status, signal);
      if (!loaded) return failed("AWS did not answer in time.", "Try again.");
      const { faults } = loaded;
      const read = await rows.read(from, MAX_NAMES, signal);
      if (!read.ok) return failed(read.error, read.hint);
      if (read.rows.length === 0 && faults[0]) return failed(faults[0].message, faults[0].hint);
      const secrets = fitting(
        read.rows.map(({ name, kind, description }) => ({
          name: oneLine(name, { longest: 500 }),
          kind,
          ...(description !== undefined && { description: oneLine(description, { longest: 200 }) }),
        })),
        MAX_NAMES,
      );
      return {
        status: "done",
        rows: secrets.length,
        value: {
          secrets,
          from,
          truncated: read.total === null || from + secrets.length < read.total,
          ...(read.total !== null && { total: read.total }),
          ...(faults.length > 0 && { missing: faults.map(({ message }) => message) }),
        },
      };
    } finally {
      end();
    }
  });
};
