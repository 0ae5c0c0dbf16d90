import { CloudError } from "../errors.ts";
import type { ResourceTarget } from "../resources/target.ts";
import type { Answer } from "../wire/shape.ts";
import { callEcs } from "./call.ts";
import { clusterNames, MOST_COUNT } from "./services.ts";
import { type LooseTask, looseTasks } from "./tasks.ts";

/** A cluster of ECS as lists show it, with what runs in it in numbers. */
export interface ClusterRow {
  readonly cluster: string;
  /** As AWS names it: `ACTIVE`, `PROVISIONING`, `INACTIVE`, … */
  readonly status: string;
  readonly services: number;
  /** Tasks, those of services among them. */
  readonly running: number;
  readonly pending: number;
  /** Machines of the account that tasks are placed on; 0 where all of it is AWS's. */
  readonly instances: number;
}

/** Everything that is shown of one cluster. */
export interface ClusterDetail extends ClusterRow {
  /** Those that belong to no service. */
  readonly tasks: readonly LooseTask[];
  /** There are more tasks in it than were looked through. */
  readonly cut: boolean;
  /** How many tasks its services should run, as far as these are known. */
  readonly desired?: number;
}

/** The clusters of an account and region, page by page as they come. Throws a CloudError. */
export async function* clusters(
  at: ResourceTarget,
  signal: AbortSignal,
  perPage?: number,
): AsyncGenerator<ClusterRow[]> {
  for await (const names of clusterNames(at, signal, perPage)) {
    if (names.length === 0) continue;
    const answer = await callEcs(at, "listing the clusters", "DescribeClusters", { clusters: names }, signal);
    yield answer.list("clusters", names.length).map(clusterRow);
  }
}

/** One cluster as it is now; for `served` see {@link looseTasks}. Throws a CloudError. */
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
  throw new CloudError(
    `${doing}: it is not there any more`,
    "Refresh the list.",
    undefined,
    "missing",
  );
}

function clusterRow(item: Answer): ClusterRow {
  const count = (name: string) => item.maybeNumber(name, 0, MOST_COUNT) ?? 0;
  return {
    cluster: item.text("clusterName", 255),
    status: item.maybeText("status", 64) ?? "unknown",
    services: count("activeServicesCount"),
    running: count("runningTasksCount"),
    pending: count("pendingTasksCount"),
    instances: count("registeredContainerInstancesCount"),
  };
}
