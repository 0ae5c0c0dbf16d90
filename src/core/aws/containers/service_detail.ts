import { CloudError } from "../errors.ts";
import type { ResourcePlace } from "../resources/place.ts";
import type { Answer } from "../wire/shape.ts";
import { callEcs, nameIn } from "./call.ts";
import { MOST_COUNT, type ServiceRow, serviceRow } from "./services.ts";

/** A deployment of a service. Times are ms since 1970. */
interface Deployment {
  readonly id: string;
  /** `PRIMARY`, `ACTIVE`, `INACTIVE`. */
  readonly status: string;
  readonly rollout?: string;
  readonly reason?: string;
  readonly desired: number;
  readonly pending: number;
  readonly running: number;
  readonly failed: number;
  /** Family and revision of what it runs. */
  readonly runs: string;
  readonly at?: number;
}

/** A container of a task definition. */
interface ContainerKind {
  readonly name: string;
  readonly image: string;
  /** Where its output goes, when that is CloudWatch Logs. */
  readonly logs?: { readonly group: string; readonly prefix: string; readonly region?: string };
}

/** A task of a service. */
export interface TaskState {
  readonly id: string;
  /** `PENDING`, `RUNNING`, `STOPPED`, … */
  readonly status: string;
  readonly health?: string;
  readonly at?: number;
  /** Why it stopped. */
  readonly reason?: string;
  /** A terminal can be opened in it. */
  readonly exec: boolean;
  readonly containers: readonly {
    readonly name: string;
    readonly status: string;
    readonly exitCode?: number;
    readonly reason?: string;
  }[];
}

/** Everything that is shown of one service. */
export interface ServiceDetail extends ServiceRow {
  readonly deployments: readonly Deployment[];
  /** The newest first. */
  readonly events: readonly { readonly at?: number; readonly text: string }[];
  readonly runs: string;
  readonly containers: readonly ContainerKind[];
  /** Of a whole task, as AWS counts them: 1024 are one processor; MiB. */
  readonly cpu?: string;
  readonly memory?: string;
  /** Running and pending ones, then those that have stopped lately. */
  readonly tasks: readonly TaskState[];
}

/** What a task definition says: it never changes, so that it is asked for once. */
export type TaskKinds = Map<string, Pick<ServiceDetail, "containers" | "cpu" | "memory">>;

const EVENTS = 30, TASKS = 100;

/** One service as it is now. `kinds` keeps what needs no second asking. Throws a CloudError. */
export async function describeService(
  at: ResourcePlace,
  { cluster, name }: Pick<ServiceRow, "cluster" | "name">,
  kinds: TaskKinds,
  signal: AbortSignal,
): Promise<ServiceDetail> {
  const doing = `asking about the service ${name}`;
  const [answer, tasks] = await Promise.all([
    callEcs(at, doing, "DescribeServices", { cluster, services: [name] }, signal),
    tasksOf(at, cluster, name, signal),
  ]);
  const [item] = answer.list("services", 1);
  if (!item) {
    throw new CloudError(
      `${doing}: it is not there any more`,
      "Ask for the list anew.",
      undefined,
      "missing",
    );
  }
  const runs = item.maybeText("taskDefinition", 2048) ?? "";
  const known = kinds.get(runs) ?? (runs === "" ? { containers: [] } : await kindOf(at, runs, signal));
  kinds.set(runs, known);
  return {
    ...serviceRow(item, cluster),
    ...known,
    runs: nameIn(runs),
    deployments: item.maybeList("deployments", 100).map(deployment),
    events: item.maybeList("events", 500).slice(0, EVENTS).map((event) => ({
      text: event.maybeText("message", 16_384) ?? "",
      ...time("at", event, "createdAt"),
    })),
    tasks,
  };
}

function deployment(item: Answer): Deployment {
  const count = (name: string) => item.maybeNumber(name, 0, MOST_COUNT) ?? 0;
  return {
    id: item.maybeText("id", 255) ?? "",
    status: item.maybeText("status", 64) ?? "unknown",
    ...text("rollout", item, "rolloutState"),
    ...text("reason", item, "rolloutStateReason"),
    desired: count("desiredCount"),
    pending: count("pendingCount"),
    running: count("runningCount"),
    failed: count("failedTasks"),
    runs: nameIn(item.maybeText("taskDefinition", 2048) ?? ""),
    ...time("at", item, "updatedAt"),
  };
}

async function tasksOf(
  at: ResourcePlace,
  cluster: string,
  serviceName: string,
  signal: AbortSignal,
): Promise<TaskState[]> {
  const doing = `listing the tasks of ${serviceName}`;
  const lists = await Promise.all(["RUNNING", "STOPPED"].map(async (desiredStatus) => {
    const asked = { cluster, serviceName, desiredStatus, maxResults: TASKS };
    return (await callEcs(at, doing, "ListTasks", asked, signal)).texts("taskArns", TASKS, 2048);
  }));
  const tasks = lists.flat().slice(0, TASKS);
  if (tasks.length === 0) return [];
  const answer = await callEcs(at, doing, "DescribeTasks", { cluster, tasks }, signal);
  const states = answer.list("tasks", TASKS).map(taskState);
  const stopped = (task: TaskState) => task.status === "STOPPED" ? 1 : 0;
  return states.toSorted((a, b) => stopped(a) - stopped(b) || (b.at ?? 0) - (a.at ?? 0));
}

function taskState(item: Answer): TaskState {
  return {
    id: nameIn(item.text("taskArn", 2048)),
    status: item.maybeText("lastStatus", 64) ?? "unknown",
    ...text("health", item, "healthStatus"),
    ...text("reason", item, "stoppedReason"),
    ...time("at", item, "createdAt"),
    exec: item.flag("enableExecuteCommand"),
    containers: item.maybeList("containers", 50).map((container) => {
      const exitCode = container.maybeNumber("exitCode", -1e9, 1e9);
      return {
        name: container.text("name", 255),
        status: container.maybeText("lastStatus", 64) ?? "unknown",
        ...(exitCode === undefined ? {} : { exitCode }),
        ...text("reason", container, "reason"),
      };
    }),
  };
}

async function kindOf(at: ResourcePlace, taskDefinition: string, signal: AbortSignal) {
  const doing = `asking what ${nameIn(taskDefinition)} runs`;
  const answer = await callEcs(at, doing, "DescribeTaskDefinition", { taskDefinition }, signal);
  const item = answer.object("taskDefinition");
  return {
    ...text("cpu", item, "cpu"),
    ...text("memory", item, "memory"),
    containers: item.maybeList("containerDefinitions", 100).map((container): ContainerKind => {
      const log = container.maybeObject("logConfiguration");
      const options = log?.maybeText("logDriver", 64) === "awslogs" ? log.maybeObject("options") : undefined;
      const group = options?.maybeText("awslogs-group", 512);
      const prefix = options?.maybeText("awslogs-stream-prefix", 512);
      return {
        name: container.text("name", 255),
        image: container.maybeText("image", 2048) ?? "",
        ...(group !== undefined && prefix !== undefined
          ? { logs: { group, prefix, ...text("region", options!, "awslogs-region") } }
          : {}),
      };
    }),
  };
}

function text<Name extends string>(name: Name, item: Answer, field: string): { [N in Name]?: string } {
  const value = item.maybeText(field, 16_384);
  return value === undefined ? {} : { [name]: value } as { [N in Name]: string };
}

function time<Name extends string>(name: Name, item: Answer, field: string): { [N in Name]?: number } {
  const seconds = item.maybeNumber(field, 0, 1e11);
  return seconds === undefined ? {} : { [name]: Math.round(seconds * 1000) } as { [N in Name]: number };
}
