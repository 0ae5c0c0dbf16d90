import { present } from "../../present.ts";
import { CloudError } from "../errors.ts";
import type { ResourceTarget } from "../resources/target.ts";
import type { Answer } from "../wire/shape.ts";
import { pages } from "../wire/pages.ts";
import { callEcs, nameIn } from "./call.ts";

/** A service of ECS in a list. */
export interface ServiceRow {
  readonly cluster: string;
  readonly name: string;
  /** Status in AWS's words: `ACTIVE`, `DRAINING`, `INACTIVE`. */
  readonly status: string;
  readonly desired: number;
  readonly running: number;
  readonly pending: number;
  /** State of its newest deployment: `COMPLETED`, `IN_PROGRESS`, `FAILED`; absent when AWS does not say. */
  readonly rollout?: string;
}

/** Maximum clusters or services per page, and maximum services described per call. */
const PAGE = 100, DESCRIBED = 10;
/** Maximum clusters, and maximum services of a cluster. AWS allows no more. */
const MAX_COUNT = 10_000;
/** Maximum failing parts of a list of which no part was read: a role that may read none is told so soon. */
const MAX_FAILING = 100;
/** Maximum accepted number of tasks. */
export const MAX_TASKS = 1_000_000;

/**
 * Lists the services of all clusters. Throws a CloudError, after the services of all other clusters where a
 * cluster is denied or was deleted.
 */
export async function* services(
  at: ResourceTarget,
  signal: AbortSignal,
  perPage = PAGE,
): AsyncGenerator<ServiceRow[]> {
  const { each, end } = withoutFailing();
  for await (const clusters of clusterNames(at, signal, perPage)) {
    for (const cluster of clusters) yield* each(() => servicesOf(at, cluster, perPage, signal));
  }
  end();
}

async function* servicesOf(
  at: ResourceTarget,
  cluster: string,
  perPage: number,
  signal: AbortSignal,
): AsyncGenerator<ServiceRow[]> {
  const doing = `listing the services of ${nameIn(cluster)}`;
  for await (const found of names(at, doing, "ListServices", "serviceArns", { cluster }, perPage, signal)) {
    for (let from = 0; from < found.length; from += DESCRIBED) {
      const some = found.slice(from, from + DESCRIBED);
      const answer = await callEcs(at, doing, "DescribeServices", { cluster, services: some }, signal);
      // A service that was deleted meanwhile is among the failures of the response, and is left out.
      yield answer.list("services", DESCRIBED).map((item) => serviceRow(item, nameIn(cluster)));
    }
  }
}

/**
 * Lists parts one after the other. `each` leaves out a part that is denied or was deleted, and `end` throws
 * the first such error, so that one part does not hide the others. `each` throws it after many when all failed.
 */
export function withoutFailing() {
  let first: CloudError | undefined, failed = 0, isAnyRead = false;
  return {
    /** Tells that a part was read otherwise. */
    read() {
      isAnyRead = true;
    },
    async *each<Row>(part: () => AsyncGenerator<Row[]>): AsyncGenerator<Row[]> {
      try {
        yield* part();
        isAnyRead = true;
      } catch (error) {
        if (!(error instanceof CloudError) || !["denied", "missing"].includes(error.code)) throw error;
        first ??= error;
        if (!isAnyRead && ++failed >= MAX_FAILING) throw first;
      }
    },
    end() {
      if (first) throw first;
    },
  };
}

/** Lists the ARNs of all clusters page by page. Throws a CloudError. */
export function clusterNames(
  at: ResourceTarget,
  signal: AbortSignal,
  perPage = PAGE,
): AsyncGenerator<string[]> {
  return names(at, "listing the clusters", "ListClusters", "clusterArns", {}, perPage, signal);
}

/** Returns a service of a response as a row. */
export function serviceRow(item: Answer, cluster: string): ServiceRow {
  const count = (name: string) => item.maybeNumber(name, 0, MAX_TASKS) ?? 0;
  return {
    cluster,
    name: item.text("serviceName", 255),
    status: item.maybeText("status", 64) ?? "unknown",
    desired: count("desiredCount"),
    running: count("runningCount"),
    pending: count("pendingCount"),
    ...present({ rollout: primary(item)?.maybeText("rolloutState", 64) }),
  };
}

/** Returns the newest deployment of a service; undefined for services with another deployment controller. */
function primary(item: Answer): Answer | undefined {
  return item.maybeList("deployments", 100).find((one) => one.maybeText("status", 64) === "PRIMARY");
}

function names(
  at: ResourceTarget,
  doing: string,
  operation: string,
  list: string,
  input: Readonly<Record<string, unknown>>,
  perPage: number,
  signal: AbortSignal,
): AsyncGenerator<string[]> {
  const maxResults = Math.min(perPage, PAGE);
  return pages({
    doing,
    perPage: maxResults,
    most: MAX_COUNT,
    async ask(nextToken) {
      const answer = await callEcs(at, doing, operation, { ...input, maxResults, nextToken }, signal);
      return { rows: answer.texts(list, PAGE, 2048), next: answer.maybeText("nextToken") };
    },
  });
}
