import { clusterNames } from "../containers/services.ts";
import { CloudError } from "../errors.ts";
import type { ResourceTarget } from "../resources/target.ts";
import { callJson } from "../service/json.ts";
import {
  admits,
  ingressRules,
  instanceInterfaces,
  type NetworkInterface,
  networkInterfaces,
} from "./admission.ts";
import { clusterTasks } from "./exec_tasks.ts";

/** A way to a private database through its own account. */
interface WayIn {
  readonly through: { readonly instance: string } | { readonly cluster: string; readonly service: string };
  /** Name for the user. */
  readonly name: string;
  /** Why the way reaches the database. */
  readonly why: string;
}

/** The usable ways, the best one first, and sentences about what the other candidates lack. */
interface FoundWays {
  readonly ways: readonly WayIn[];
  readonly missing: readonly string[];
}

/** Maximum pages of computers, maximum clusters, and maximum ways returned. */
const PAGES = 10, CLUSTERS = 20, SHOWN = 20;

interface Candidate {
  readonly through: WayIn["through"];
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
  const faults: CloudError[] = [];
  const tried = async <T>(work: Promise<T>, none: T): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof CloudError) || error.trouble === "cancelled") throw error;
      faults.push(error);
      return none;
    }
  };
  const [rules, tasks, computers] = await Promise.all([
    tried(ingressRules(at, groups, signal), null),
    tried(tasksOf(at, signal), []),
    tried(computersOf(at, signal), []),
  ]);
  const candidates = [...tasks, ...computers];
  if (candidates.length === 0 && faults.length > 1) throw faults[0];
  const ranked: { readonly way: WayIn; readonly rank: number }[] = [];
  const missing: string[] = faults.map(({ sentence }) => `${sentence}.`);
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
  if (candidates.length === 0) {
    missing.push("No task of ECS runs, and no computer is managed by Systems Manager.");
  }
  return {
    ways: ranked.toSorted((a, b) => a.rank - b.rank).map(({ way }) => way).slice(0, SHOWN),
    missing: missing.slice(0, SHOWN),
  };
}

/** Returns each service once, with the task that fits best. */
async function tasksOf(at: ResourceTarget, signal: AbortSignal): Promise<Candidate[]> {
  const clusters: string[] = [];
  for await (const page of clusterNames(at, signal)) {
    for (const one of page) clusters.push(one);
    if (clusters.length >= CLUSTERS) break;
  }
  const all = (await Promise.all(clusters.slice(0, CLUSTERS).map((one) => clusterTasks(at, one, signal))))
    .flat();
  const ids = all.flatMap(({ networkInterface }) => networkInterface ?? []);
  const interfaces = await networkInterfaces(at, ids.slice(0, 200), signal);
  const services = new Map<string, Candidate>();
  for (const { cluster, service, target, missing, networkInterface } of all) {
    const name = `${cluster}/${service}`;
    const before = services.get(name);
    if (before && (before.missing === undefined || target === null)) continue;
    services.set(name, {
      through: { cluster, service },
      name,
      network: networkInterface === undefined ? undefined : interfaces.get(networkInterface),
      ...(missing === undefined
        ? {}
        : { missing: missing === "exec" ? "exec is switched off" : "its exec agent does not run" }),
    });
  }
  return [...services.values()];
}

/** Returns the computers that Systems Manager manages. */
async function computersOf(
  target: ResourceTarget,
  signal: AbortSignal,
): Promise<Candidate[]> {
  const found: {
    readonly id: string;
    readonly online: boolean;
    readonly name?: string;
    readonly address?: string;
  }[] = [];
  let next: string | undefined;
  for (let page = 0; page < PAGES; page++) {
    const answer = await callJson({
      doing: `listing the managed computers in ${target.region}`,
      service: "SSM",
      ...target,
      signal,
      target: "AmazonSSM.DescribeInstanceInformation",
      input: { MaxResults: 50, ...(next ? { NextToken: next } : {}) },
    });
    for (const item of answer.maybeList("InstanceInformationList", 50)) {
      const name = item.maybeText("ComputerName", 255), address = item.maybeText("IPAddress", 64);
      found.push({
        id: item.text("InstanceId", 64),
        online: item.maybeText("PingStatus", 64) === "Online",
        ...(name === undefined ? {} : { name }),
        ...(address === undefined ? {} : { address }),
      });
    }
    next = answer.maybeText("NextToken");
    if (next === undefined) break;
  }
  const interfaces = await instanceInterfaces(target, found.map(({ id }) => id), signal)
    .catch(
      (error) => {
        if (!(error instanceof CloudError) || error.trouble === "cancelled") throw error;
        return new Map<string, NetworkInterface>();
      },
    );
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
