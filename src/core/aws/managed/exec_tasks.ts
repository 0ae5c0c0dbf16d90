import { present } from "../../present.ts";
import { callEcs, nameIn } from "../containers/call.ts";
import { describedTasks, tasksWithStatus } from "../containers/tasks.ts";
import type { ResourceTarget } from "../resources/target.ts";
import type { Answer } from "../wire/shape.ts";

/** A task that may be a way into its network. */
interface ExecTask {
  readonly id: string;
  /** Target of a session; null when a session cannot start, and `missing` tells why. */
  readonly target: string | null;
  readonly missing?: "exec" | "agent";
  /** ID of its network interface, which has its security groups. */
  readonly networkInterface?: string;
  /** Start time, ms since 1970. */
  readonly at: number;
}

/** Maximum tasks listed or described per call. */
const TASKS = 100;

/**
 * Returns the running tasks of a service: those that accept a session first, then the newest first. Throws a
 * CloudError.
 */
export async function execTasks(
  at: ResourceTarget,
  { cluster, service }: { readonly cluster: string; readonly service: string },
  signal: AbortSignal,
): Promise<ExecTask[]> {
  const doing = `listing the tasks of ${service}`;
  const list = await callEcs(
    at,
    doing,
    "ListTasks",
    { cluster, serviceName: service, desiredStatus: "RUNNING", maxResults: TASKS },
    signal,
  );
  const tasks = list.texts("taskArns", TASKS, 2048);
  if (tasks.length === 0) return [];
  const answer = await callEcs(at, doing, "DescribeTasks", { cluster, tasks }, signal);
  return answer.list("tasks", TASKS)
    .filter((task) => task.maybeText("lastStatus", 64) === "RUNNING")
    .map((task) => execTask(task, nameIn(cluster)))
    .toSorted((a, b) => Number(b.target !== null) - Number(a.target !== null) || b.at - a.at);
}

/** A task of a service, which may be a way. */
export interface ServiceTask extends ExecTask {
  readonly cluster: string;
  readonly service: string;
}

/** Returns the running tasks of all services of a cluster. Throws a CloudError. */
export async function clusterTasks(
  at: ResourceTarget,
  arn: string,
  signal: AbortSignal,
): Promise<ServiceTask[]> {
  const cluster = nameIn(arn);
  const doing = `listing the tasks of the cluster ${cluster}`;
  const { arns } = await tasksWithStatus(at, doing, { cluster: arn }, "RUNNING", signal);
  return (await describedTasks(at, doing, arn, arns, signal)).flatMap((task) => {
    const service = /^service:([\w-]{1,255})$/.exec(task.maybeText("group", 512) ?? "")?.[1];
    if (service === undefined || task.maybeText("lastStatus", 64) !== "RUNNING") return [];
    return { ...execTask(task, cluster), cluster, service };
  });
}

function execTask(task: Answer, cluster: string): ExecTask {
  const id = nameIn(task.text("taskArn", 2048));
  const containers = task.maybeList("containers", 50);
  const agent = containers.find((container) =>
    container.maybeText("runtimeId", 255) !== undefined &&
    container.maybeList("managedAgents", 10).some((agent) =>
      agent.maybeText("name", 64) === "ExecuteCommandAgent" && agent.maybeText("lastStatus", 64) === "RUNNING"
    )
  );
  const on = task.flag("enableExecuteCommand");
  const missing = !on ? "exec" as const : agent ? undefined : "agent" as const;
  const networkInterface = task.maybeList("attachments", 20)
    .filter((one) => one.maybeText("type", 64) === "ElasticNetworkInterface")
    .flatMap((one) => one.maybeList("details", 50))
    .find((detail) => detail.maybeText("name", 64) === "networkInterfaceId")?.maybeText("value", 64);
  return {
    id,
    target: on && agent ? `ecs:${cluster}_${id}_${agent.text("runtimeId", 255)}` : null,
    ...present({ missing, networkInterface }),
    at: (task.maybeNumber("startedAt", 0, 1e11) ?? 0) * 1000,
  };
}
