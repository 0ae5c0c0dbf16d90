import type { ResourceTarget } from "../resources/target.ts";
import type { Answer } from "../wire/shape.ts";
import { callEcs, nameIn } from "./call.ts";
import { textAs, timeAs } from "./fields.ts";

/** A task. Times are ms since 1970. */
export interface TaskState {
  readonly id: string;
  /** `PENDING`, `RUNNING`, `STOPPED`, … */
  readonly status: string;
  readonly health?: string;
  readonly at?: number;
  /** Why the task stopped. */
  readonly reason?: string;
  /** Whether a terminal can be opened in the task. */
  readonly exec: boolean;
  readonly containers: readonly {
    readonly name: string;
    readonly status: string;
    readonly image?: string;
    readonly exitCode?: number;
    readonly reason?: string;
  }[];
}

/** A task that belongs to no service: started by hand, by a schedule or by another program. */
export interface LooseTask extends TaskState {
  /** Family and revision of its task definition. */
  readonly runs: string;
  /** ARN of its task definition. */
  readonly definition: string;
  /** Who started the task; absent when AWS does not say: `events-rule/nightly`. */
  readonly startedBy?: string;
}

/** Maximum tasks listed or described per call. */
const TASKS = 100;
/** Maximum pages of a cluster's tasks, by their desired status. */
const PAGES = { RUNNING: 10, STOPPED: 3 } as const;

/** Lists the tasks of a service: running and pending ones, then recently stopped ones. Throws a CloudError. */
export async function serviceTasks(
  at: ResourceTarget,
  cluster: string,
  serviceName: string,
  signal: AbortSignal,
): Promise<TaskState[]> {
  const doing = `listing the tasks of ${serviceName}`;
  const lists = await Promise.all(["RUNNING", "STOPPED"].map(async (desiredStatus) => {
    const asked = { cluster, serviceName, desiredStatus, maxResults: TASKS };
    return (await callEcs(at, doing, "ListTasks", asked, signal)).texts("taskArns", TASKS, 2048);
  }));
  const items = await described(at, doing, cluster, lists.flat().slice(0, TASKS), signal);
  return items.map(taskState).toSorted(byState);
}

/**
 * Lists the tasks of a cluster that belong to no service. `served` remembers the ARNs of the other tasks, so
 * that they are not requested again. `cut` tells that the cluster has more tasks than are read. Throws a
 * CloudError.
 */
export async function looseTasks(
  at: ResourceTarget,
  cluster: string,
  served: Set<string>,
  signal: AbortSignal,
): Promise<{ readonly tasks: readonly LooseTask[]; readonly cut: boolean }> {
  const doing = `listing the tasks of the cluster ${cluster}`;
  const lists = await Promise.all([
    listed(at, doing, cluster, "RUNNING", signal),
    listed(at, doing, cluster, "STOPPED", signal),
  ]);
  const all = lists.flatMap(({ arns }) => arns);
  const now = new Set(all);
  for (const arn of served) if (!now.has(arn)) served.delete(arn);
  const unknown = all.filter((arn) => !served.has(arn));
  const tasks: LooseTask[] = [];
  for (let from = 0; from < unknown.length; from += TASKS) {
    for (const item of await described(at, doing, cluster, unknown.slice(from, from + TASKS), signal)) {
      if (isServed(item)) served.add(item.text("taskArn", 2048));
      else tasks.push(looseTask(item));
    }
  }
  return { tasks: tasks.toSorted(byState), cut: lists.some(({ cut }) => cut) };
}

/** Reads a task; null when AWS no longer knows it, about an hour after it stopped. Throws a CloudError. */
export async function describeTask(
  at: ResourceTarget,
  { cluster, task }: { readonly cluster: string; readonly task: string },
  signal: AbortSignal,
): Promise<LooseTask | null> {
  const doing = `asking about the task ${task.slice(0, 8)}`;
  const [item] = await described(at, doing, cluster, [task], signal);
  return item ? looseTask(item) : null;
}

async function listed(
  at: ResourceTarget,
  doing: string,
  cluster: string,
  desiredStatus: keyof typeof PAGES,
  signal: AbortSignal,
): Promise<{ readonly arns: string[]; readonly cut: boolean }> {
  const arns: string[] = [];
  let next: string | undefined;
  for (let page = 0; page < PAGES[desiredStatus]; page++) {
    const asked = { cluster, desiredStatus, maxResults: TASKS, ...(next ? { nextToken: next } : {}) };
    const answer = await callEcs(at, doing, "ListTasks", asked, signal);
    for (const arn of answer.texts("taskArns", TASKS, 2048)) arns.push(arn);
    next = answer.maybeText("nextToken");
    if (next === undefined) return { arns, cut: false };
  }
  return { arns, cut: true };
}

async function described(
  at: ResourceTarget,
  doing: string,
  cluster: string,
  tasks: readonly string[],
  signal: AbortSignal,
): Promise<Answer[]> {
  if (tasks.length === 0) return [];
  return (await callEcs(at, doing, "DescribeTasks", { cluster, tasks }, signal)).list("tasks", TASKS);
}

/** Whether a task belongs to a service. ECS names the group of such tasks `service:…`, and reserves that prefix. */
const isServed = (item: Answer) => item.maybeText("group", 512)?.startsWith("service:") ?? false;

function looseTask(item: Answer): LooseTask {
  const definition = item.maybeText("taskDefinitionArn", 2048) ?? "";
  return {
    ...taskState(item),
    definition,
    runs: nameIn(definition),
    ...textAs("startedBy", item, "startedBy"),
  };
}

function byState(a: TaskState, b: TaskState): number {
  const stopped = ({ status }: TaskState) => status === "STOPPED" ? 1 : 0;
  return stopped(a) - stopped(b) || (b.at ?? 0) - (a.at ?? 0);
}

function taskState(item: Answer): TaskState {
  return {
    id: nameIn(item.text("taskArn", 2048)),
    status: item.maybeText("lastStatus", 64) ?? "unknown",
    ...textAs("health", item, "healthStatus"),
    ...textAs("reason", item, "stoppedReason"),
    ...timeAs("at", item, "createdAt"),
    exec: item.flag("enableExecuteCommand"),
    containers: item.maybeList("containers", 50).map((container) => {
      const exitCode = container.maybeNumber("exitCode", -1e9, 1e9);
      return {
        name: container.text("name", 255),
        status: container.maybeText("lastStatus", 64) ?? "unknown",
        ...textAs("image", container, "image"),
        ...(exitCode === undefined ? {} : { exitCode }),
        ...textAs("reason", container, "reason"),
      };
    }),
  };
}
