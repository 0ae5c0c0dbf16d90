import { present } from "../../present.ts";
import type { ResourceTarget } from "../resources/target.ts";
import type { Answer } from "../wire/shape.ts";
import { callEcs, nameIn } from "./call.ts";

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

/** Tasks as far as they are read. `cut` tells that there are more. */
interface FoundTasks<Task> {
  readonly tasks: readonly Task[];
  readonly cut: boolean;
}

/** Maximum tasks listed or described per call. */
const TASKS = 100;
/** Maximum pages of a service's or cluster's tasks, by their desired status. */
const PAGES = { RUNNING: 10, STOPPED: 3 } as const;

/** Lists the tasks of a service: running and pending ones, then recently stopped ones. Throws a CloudError. */
export async function serviceTasks(
  at: ResourceTarget,
  cluster: string,
  serviceName: string,
  signal: AbortSignal,
): Promise<FoundTasks<TaskState>> {
  const doing = `listing the tasks of ${serviceName}`;
  const { arns, cut } = await listed(at, doing, { cluster, serviceName }, signal);
  const items = await describedTasks(at, doing, cluster, arns, signal);
  return { tasks: items.map(taskState).toSorted(byState), cut };
}

/**
 * Lists the tasks of a cluster that belong to no service. `served` remembers the ARNs of the other tasks, so
 * that they are not requested again. Throws a CloudError.
 */
export async function looseTasks(
  at: ResourceTarget,
  cluster: string,
  served: Set<string>,
  signal: AbortSignal,
): Promise<FoundTasks<LooseTask>> {
  const doing = `listing the tasks of the cluster ${cluster}`;
  const { arns, cut } = await listed(at, doing, { cluster }, signal);
  const now = new Set(arns);
  for (const arn of served) if (!now.has(arn)) served.delete(arn);
  const unknown = arns.filter((arn) => !served.has(arn));
  const tasks: LooseTask[] = [];
  for (const item of await describedTasks(at, doing, cluster, unknown, signal)) {
    if (isServed(item)) served.add(item.text("taskArn", 2048));
    else tasks.push(looseTask(item));
  }
  return { tasks: tasks.toSorted(byState), cut };
}

/** Reads a task; null when AWS no longer knows it, about an hour after it stopped. Throws a CloudError. */
export async function describeTask(
  at: ResourceTarget,
  { cluster, task }: { readonly cluster: string; readonly task: string },
  signal: AbortSignal,
): Promise<LooseTask | null> {
  const doing = `asking about the task ${task.slice(0, 8)}`;
  const [item] = await describedTasks(at, doing, cluster, [task], signal);
  return item ? looseTask(item) : null;
}

/** Lists the ARNs of running, pending and recently stopped tasks. */
async function listed(
  at: ResourceTarget,
  doing: string,
  of: { readonly cluster: string; readonly serviceName?: string },
  signal: AbortSignal,
): Promise<{ readonly arns: readonly string[]; readonly cut: boolean }> {
  // Each status has its own pages, so that many running tasks do not hide the stopped ones.
  const lists = await Promise.all([
    tasksWithStatus(at, doing, of, "RUNNING", signal),
    tasksWithStatus(at, doing, of, "STOPPED", signal),
  ]);
  // A task that stops between the two requests is in both lists.
  return { arns: [...new Set(lists.flatMap(({ arns }) => arns))], cut: lists.some(({ cut }) => cut) };
}

/** Lists the ARNs of a service's or cluster's tasks with that desired status. Throws a CloudError. */
export async function tasksWithStatus(
  at: ResourceTarget,
  doing: string,
  of: { readonly cluster: string; readonly serviceName?: string },
  desiredStatus: keyof typeof PAGES,
  signal: AbortSignal,
): Promise<{ readonly arns: readonly string[]; readonly cut: boolean }> {
  const arns: string[] = [];
  let next: string | undefined;
  for (let page = 0; page < PAGES[desiredStatus]; page++) {
    const asked = { ...of, desiredStatus, maxResults: TASKS, nextToken: next };
    const answer = await callEcs(at, doing, "ListTasks", asked, signal);
    for (const arn of answer.texts("taskArns", TASKS, 2048)) arns.push(arn);
    next = answer.maybeText("nextToken");
    if (next === undefined) return { arns, cut: false };
  }
  return { arns, cut: true };
}

/** Reads tasks by their ARNs. Throws a CloudError. */
export async function describedTasks(
  at: ResourceTarget,
  doing: string,
  cluster: string,
  arns: readonly string[],
  signal: AbortSignal,
): Promise<Answer[]> {
  const found: Answer[] = [];
  for (let from = 0; from < arns.length; from += TASKS) {
    const tasks = arns.slice(from, from + TASKS);
    const answer = await callEcs(at, doing, "DescribeTasks", { cluster, tasks }, signal);
    for (const item of answer.list("tasks", TASKS)) found.push(item);
  }
  return found;
}

/** Whether a task belongs to a service. ECS names the group of such tasks `service:…`, and reserves that prefix. */
const isServed = (item: Answer) => item.maybeText("group", 512)?.startsWith("service:") ?? false;

function looseTask(item: Answer): LooseTask {
  const definition = item.maybeText("taskDefinitionArn", 2048) ?? "";
  const startedBy = item.maybeText("startedBy");
  return { ...taskState(item), definition, runs: nameIn(definition), ...present({ startedBy }) };
}

function byState(a: TaskState, b: TaskState): number {
  const stopped = ({ status }: TaskState) => status === "STOPPED" ? 1 : 0;
  return stopped(a) - stopped(b) || (b.at ?? 0) - (a.at ?? 0);
}

function taskState(item: Answer): TaskState {
  return {
    id: nameIn(item.text("taskArn", 2048)),
    status: item.maybeText("lastStatus", 64) ?? "unknown",
    ...present({
      health: item.maybeText("healthStatus"),
      reason: item.maybeText("stoppedReason"),
      at: item.maybeTime("createdAt"),
    }),
    exec: item.flag("enableExecuteCommand"),
    containers: item.maybeList("containers", 50).map((container) => ({
      name: container.text("name", 255),
      status: container.maybeText("lastStatus", 64) ?? "unknown",
      ...present({
        image: container.maybeText("image"),
        exitCode: container.maybeNumber("exitCode", -1e9, 1e9),
        reason: container.maybeText("reason"),
      }),
    })),
  };
}
