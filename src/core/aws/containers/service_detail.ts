import { present } from "../../present.ts";
import { removed } from "../errors.ts";
import type { ResourceTarget } from "../resources/target.ts";
import type { Answer } from "../wire/shape.ts";
import { callEcs, nameIn } from "./call.ts";
import { MAX_TASKS, type ServiceRow, serviceRow } from "./services.ts";
import { serviceTasks, type TaskState } from "./tasks.ts";

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
  /** Family and revision of its task definition. */
  readonly runs: string;
  readonly at?: number;
}

/** A container of a task definition. */
interface ContainerKind {
  readonly name: string;
  readonly image: string;
  /**
   * Log group and stream prefix of its output; absent when the output does not go to CloudWatch Logs. Without a
   * prefix each stream is named by the ID of a container on its machine.
   */
  readonly logs?: { readonly group: string; readonly prefix?: string; readonly region?: string };
}

/** A service with its deployments. */
export interface ServiceProgress extends ServiceRow {
  readonly deployments: readonly Deployment[];
  /** Events, the newest first. */
  readonly events: readonly { readonly at?: number; readonly text: string }[];
  readonly runs: string;
}

/** A service with its details. */
export interface ServiceDetail extends ServiceProgress {
  readonly containers: readonly ContainerKind[];
  /** Size of a task in AWS's units: 1024 units are one processor; memory in MiB. */
  readonly cpu?: string;
  readonly memory?: string;
  /** Running and pending tasks, then recently stopped ones. */
  readonly tasks: readonly TaskState[];
  /** Whether the service has more tasks than were read. */
  readonly cut: boolean;
}

/** The parts of a task definition that are shown. */
type TaskParts = Pick<ServiceDetail, "containers" | "cpu" | "memory">;

/** Task definitions by ARN. A definition never changes, so each is requested once. */
export type TaskDefinitions = Map<string, TaskParts>;

const EVENTS = 30;

/** Reads a service. `definitions` keeps task definitions for the next call. Throws a CloudError. */
export async function describeService(
  at: ResourceTarget,
  { cluster, name }: Pick<ServiceRow, "cluster" | "name">,
  definitions: TaskDefinitions,
  signal: AbortSignal,
): Promise<ServiceDetail> {
  const [item, found] = await Promise.all([
    described(at, cluster, name, signal),
    serviceTasks(at, cluster, name, signal),
  ]);
  const runs = item.maybeText("taskDefinition", 2048) ?? "";
  const known = runs === "" ? { containers: [] } : await readTaskDefinition(at, runs, definitions, signal);
  return { ...progress(item, cluster), ...known, ...found };
}

/**
 * Reads a service without its tasks and what they run, because a role may change a service and not see those.
 * Throws a CloudError.
 */
export async function serviceProgress(
  at: ResourceTarget,
  { cluster, name }: Pick<ServiceRow, "cluster" | "name">,
  signal: AbortSignal,
): Promise<ServiceProgress> {
  return progress(await described(at, cluster, name, signal), cluster);
}

async function described(
  at: ResourceTarget,
  cluster: string,
  name: string,
  signal: AbortSignal,
): Promise<Answer> {
  const doing = `asking about the service ${name}`;
  const answer = await callEcs(at, doing, "DescribeServices", { cluster, services: [name] }, signal);
  const [item] = answer.list("services", 1);
  if (!item) throw removed(doing);
  return item;
}

function progress(item: Answer, cluster: string): ServiceProgress {
  return {
    ...serviceRow(item, cluster),
    runs: nameIn(item.maybeText("taskDefinition", 2048) ?? ""),
    deployments: item.maybeList("deployments", 100).map(deployment),
    events: item.maybeList("events", 500).slice(0, EVENTS).map((event) => ({
      text: event.maybeText("message") ?? "",
      ...present({ at: event.maybeTime("createdAt") }),
    })),
  };
}

function deployment(item: Answer): Deployment {
  const count = (name: string) => item.maybeNumber(name, 0, MAX_TASKS) ?? 0;
  return {
    id: item.maybeText("id", 255) ?? "",
    status: item.maybeText("status", 64) ?? "unknown",
    ...present({ rollout: item.maybeText("rolloutState"), reason: item.maybeText("rolloutStateReason") }),
    desired: count("desiredCount"),
    pending: count("pendingCount"),
    running: count("runningCount"),
    failed: count("failedTasks"),
    runs: nameIn(item.maybeText("taskDefinition", 2048) ?? ""),
    ...present({ at: item.maybeTime("updatedAt") }),
  };
}

/** Returns the parts of a task definition, requested once. Throws a CloudError. */
export async function readTaskDefinition(
  at: ResourceTarget,
  definition: string,
  definitions: TaskDefinitions,
  signal: AbortSignal,
): Promise<TaskParts> {
  const known = definitions.get(definition) ?? await partsOf(at, definition, signal);
  definitions.set(definition, known);
  return known;
}

async function partsOf(at: ResourceTarget, taskDefinition: string, signal: AbortSignal): Promise<TaskParts> {
  const doing = `asking what ${nameIn(taskDefinition)} runs`;
  const answer = await callEcs(at, doing, "DescribeTaskDefinition", { taskDefinition }, signal);
  const item = answer.object("taskDefinition");
  return {
    ...present({ cpu: item.maybeText("cpu"), memory: item.maybeText("memory") }),
    containers: item.maybeList("containerDefinitions", 100).map((container): ContainerKind => {
      const log = container.maybeObject("logConfiguration");
      const options = log?.maybeText("logDriver", 64) === "awslogs" ? log.maybeObject("options") : undefined;
      const group = options?.maybeText("awslogs-group", 512);
      const logs = options && group !== undefined
        ? {
          group,
          ...present({
            prefix: options.maybeText("awslogs-stream-prefix"),
            region: options.maybeText("awslogs-region"),
          }),
        }
        : undefined;
      return {
        name: container.text("name", 255),
        image: container.maybeText("image", 2048) ?? "",
        ...present({ logs }),
      };
    }),
  };
}
