import { clusterNames } from "../containers/services.ts";
import { CloudError } from "../errors.ts";
import type { ResourceTarget } from "../resources/target.ts";
import { callSsm } from "../service/operations.ts";
import { rowsOfPages } from "../wire/pages.ts";
import {
  admits,
  ingressRules,
  instanceInterfaces,
  type NetworkInterface,
  networkInterfaces,
} from "./admission.ts";
import { clusterTasks, type ServiceTask } from "./exec_tasks.ts";

/** A way to a private database through its own account. */
interface WayToDatabase {
  readonly through: { readonly instance: string } | { readonly cluster: string; readonly service: string };
  /** Name for the user. */
  readonly name: string;
  /** Why the way reaches the database. */
  readonly why: string;
}

/** The usable ways, the best one first, and sentences about what the other candidates lack. */
interface FoundWays {
  readonly ways: readonly WayToDatabase[];
  readonly missing: readonly string[];
}

/** Maximum pages of computers, maximum clusters, and maximum ways returned. */
const PAGES = 10, CLUSTERS = 20, SHOWN = 20;

interface Candidate {
  readonly through: WayToDatabase["through"];
  readonly name: string;
  readonly network: NetworkInterface | undefined;
  /** Why the way cannot be used; absent when it can. */
  readonly missing?: string;
}

/**
 * Finds the ways to a database with these security groups: running tasks with exec, and computers of Systems
 * Manager. Throws a CloudError when there are no candidates because requests failed.
 */
export async function waysIn(
  at: ResourceTarget,
  { groups, port }: { readonly groups: readonly string[]; readonly port: number },
  signal: AbortSignal,
): Promise<FoundWays> {
  const errors: CloudError[] = [], ofClusters: CloudError[] = [];
  const into = (failed: CloudError[]): Tried => async (work, none) => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof CloudError) || error.code === "cancelled") throw error;
      failed.push(error);
      return none;
    }
  };
  const tried = into(errors);
  const [rules, tasks, computers] = await Promise.all([
    tried(ingressRules(at, groups, signal), null),
    tried(tasksOf(at, into(ofClusters), signal), []),
    tried(computersOf(at, signal), []),
  ]);
  const candidates = [...tasks, ...computers];
  if (candidates.length === 0 && errors.length > 1) throw errors[0];
  const ranked: { readonly way: WayToDatabase; readonly rank: number }[] = [];
  const missing: string[] = [];
  for (const { through, name, network, missing: lacks } of candidates) {
    if (lacks !== undefined) {
      missing.push(`${name}: ${lacks}.`);
      continue;
    }
    const by = rules && network ? admits(rules, port, network) : undefined;
    if (by === null) missing.push(`${name}: no security group of the database lets it in at port ${port}.`);
    else {
      ranked.push({
        rank: by === undefined ? 2 : by.by === "group" ? 0 : 1,
        way: {
          through,
          name,
          why: by === undefined
            ? "whether it is let in is not known"
            : by.by === "group"
            ? `its security group ${by.what} is let in`
            : `its address is let in (${by.what})`,
        },
      });
    }
  }
  for (const { sentence } of [...errors, ...ofClusters]) missing.push(`${sentence}.`);
  if (candidates.length === 0 && errors.length + ofClusters.length === 0) {
    missing.push("No task of ECS runs, and no computer is managed by Systems Manager.");
  }
  return {
    ways: ranked.toSorted((a, b) => a.rank - b.rank).map(({ way }) => way).slice(0, SHOWN),
    missing: missing.slice(0, SHOWN),
  };
}

/** Waits for work; gives the second value after a failure, which is told beside what was found. */
type Tried = <T>(work: Promise<T>, none: T) => Promise<T>;

/** Returns each service once, with the task that fits best. A cluster that fails does not hide the others. */
async function tasksOf(at: ResourceTarget, tried: Tried, signal: AbortSignal): Promise<Candidate[]> {
  const clusters: string[] = [];
  for await (const page of clusterNames(at, signal)) {
    for (const one of page) clusters.push(one);
    if (clusters.length >= CLUSTERS) break;
  }
  const all = await Promise.all(
    clusters.slice(0, CLUSTERS).map((one) => tried(clusterTasks(at, one, signal), [])),
  );
  const services = new Map<string, ServiceTask>();
  for (const task of all.flat()) {
    const name = `${task.cluster}/${task.service}`;
    const before = services.get(name);
    if (before && (before.missing === undefined || task.target === null)) continue;
    services.set(name, task);
  }
  const ids = [...services.values()].flatMap(({ networkInterface }) => networkInterface ?? []);
  const interfaces = await asFarAsKnown(networkInterfaces(at, ids, signal));
  return [...services].map(([name, { cluster, service, missing, networkInterface }]) => ({
    through: { cluster, service },
    name,
    network: networkInterface === undefined ? undefined : interfaces.get(networkInterface),
    ...(missing === undefined
      ? {}
      : { missing: missing === "exec" ? "exec is switched off" : "its exec agent does not run" }),
  }));
}

/** Waits for network interfaces; gives none after a failure, because a way can be tried without them. */
async function asFarAsKnown(
  asked: Promise<Map<string, NetworkInterface>>,
): Promise<Map<string, NetworkInterface>> {
  return await asked.catch((error) => {
    if (!(error instanceof CloudError) || error.code === "cancelled") throw error;
    return new Map();
  });
}

/** Returns the computers that Systems Manager manages. */
async function computersOf(target: ResourceTarget, signal: AbortSignal): Promise<Candidate[]> {
  const doing = `listing the managed computers in ${target.region}`;
  const found = await rowsOfPages(PAGES, async (NextToken) => {
    const input = { MaxResults: 50, NextToken };
    const answer = await callSsm(target, doing, "DescribeInstanceInformation", input, signal);
    const rows = answer.maybeList("InstanceInformationList", 50).map((item) => ({
      id: item.text("InstanceId", 64),
      online: item.maybeText("PingStatus", 64) === "Online",
      name: item.maybeText("ComputerName", 255),
      address: item.maybeText("IPAddress", 64),
    }));
    return { rows, next: answer.maybeText("NextToken") };
  });
  const interfaces = await asFarAsKnown(instanceInterfaces(target, found.map(({ id }) => id), signal));
  return found.map(({ id, online, name, address }) => {
    const known = interfaces.get(id);
    const called = known?.name ?? name;
    return {
      through: { instance: id },
      name: called === undefined ? id : `${called} (${id})`,
      network: known ?? (id.startsWith("mi-") && address !== undefined ? { groups: [], address } : undefined),
      ...(online ? {} : { missing: "its SSM agent does not report" }),
    };
  });
}
