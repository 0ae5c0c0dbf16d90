import { CloudError, removed } from "../errors.ts";
import type { ResourceTarget } from "../resources/target.ts";
import type { Answer } from "../wire/shape.ts";
import { callEcs } from "./call.ts";
import { clusterNames, MAX_TASKS, withoutFailing } from "./services.ts";
import { type LooseTask, looseTasks } from "./tasks.ts";

/** A cluster of ECS in a list, with numbers of what runs in it. */
export interface ClusterRow {
  readonly cluster: string;
  /** Status in AWS's words: `ACTIVE`, `PROVISIONING`, `INACTIVE`, … */
  readonly status: string;
  readonly services: number;
  /** Number of running tasks, including those of services. */
  readonly running: number;
  readonly pending: number;
  /** Number of the account's own machines that tasks run on; 0 when AWS provides all machines. */
  readonly instances: number;
}

/** A cluster with its details. */
export interface ClusterDetail extends ClusterRow {
  /** Tasks that belong to no service. */
  readonly tasks: readonly LooseTask[];
  /** Whether the cluster has more tasks than were read. */
  readonly cut: boolean;
  /** Number of tasks that its services should run; absent when the services are unknown. */
  readonly desired?: number;
}

/**
 * Lists the clusters of an account and region page by page. Throws a CloudError, after all other clusters
 * where one is denied.
 */
export async function* clusters(
  at: ResourceTarget,
  signal: AbortSignal,
  perPage?: number,
): AsyncGenerator<ClusterRow[]> {
  const { each, read, end } = withoutFailing();
  async function* described(names: readonly string[]): AsyncGenerator<ClusterRow[]> {
    const answer = await callEcs(at, "listing the clusters", "DescribeClusters", { clusters: names }, signal);
    yield answer.list("clusters", names.length).map(clusterRow);
  }
  for await (const names of clusterNames(at, signal, perPage)) {
    if (names.length === 0) continue;
    try {
      yield* described(names);
      read();
    } catch (error) {
      if (!(error instanceof CloudError) || error.code !== "denied") throw error;
      // AWS denies the whole call when it denies one of its clusters.
      for (const name of names) yield* each(() => described([name]));
    }
  }
  end();
}

/** Reads a cluster; for `served` see {@link looseTasks}. Throws a CloudError. */
export async function describeCluster(
  at: ResourceTarget,
  cluster: string,
  served: Set<string>,
  signal: AbortSignal,
): Promise<ClusterDetail> {
  const doing = `asking about the cluster ${cluster}`;
  const [answer, found] = await Promise.all([
    callEcs(at, doing, "DescribeClusters", { clusters: [cluster] }, signal),
    looseTasks(at, cluster, served, signal),
  ]);
  const [item] = answer.list("clusters", 1);
  if (item) return { ...clusterRow(item), ...found };
  throw removed(doing);
}

function clusterRow(item: Answer): ClusterRow {
  const count = (name: string) => item.maybeNumber(name, 0, MAX_TASKS) ?? 0;
  return {
    cluster: item.text("clusterName", 255),
    status: item.maybeText("status", 64) ?? "unknown",
    services: count("activeServicesCount"),
    running: count("runningTasksCount"),
    pending: count("pendingTasksCount"),
    instances: count("registeredContainerInstancesCount"),
  };
}
