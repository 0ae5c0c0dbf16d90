import { present } from "../../present.ts";
import type { ResourceTarget } from "../resources/target.ts";
import { callQuery, type XmlAnswer } from "../service/xml.ts";

/** A rule of a security group: sources that it admits, and their ports. */
export interface IngressRule {
  readonly from: number;
  readonly to: number;
  /** ID of a security group whose members are admitted. */
  readonly group?: string;
  /** Range of admitted addresses: `10.0.0.0/16`. */
  readonly range?: string;
  /** Set when it admits sources that Kedge does not read: a prefix list, or addresses of IPv6. */
  readonly unread?: true;
}

/** The network interface of a computer or task. */
export interface NetworkInterface {
  readonly groups: readonly string[];
  readonly address?: string;
  readonly name?: string;
}

const EC2 = "2016-11-15";
/** Maximum items of a response, and maximum values of a filter. */
const MAX_COUNT = 1000, VALUES = 200;

async function ec2(
  target: ResourceTarget,
  doing: string,
  action: string,
  input: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<XmlAnswer> {
  const how = { doing, service: "EC2", version: EC2, bare: true } as const;
  return await callQuery({ ...how, ...target, signal, action, input });
}

const numbered = (name: string, values: readonly string[]) =>
  Object.fromEntries(values.map((value, i) => [`${name}.${i + 1}`, value]));

/** Asks about these IDs by a filter. An ID of what is gone is left out; named directly it would fail the call. */
async function ec2By(
  target: ResourceTarget,
  doing: string,
  action: string,
  filter: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<XmlAnswer[]> {
  const answers: XmlAnswer[] = [];
  for (let from = 0; from < ids.length; from += VALUES) {
    const values = numbered("Filter.1.Value", ids.slice(from, from + VALUES));
    answers.push(await ec2(target, doing, action, { "Filter.1.Name": filter, ...values }, signal));
  }
  return answers;
}

/** Returns the TCP rules of security groups; null when the groups are not known. Throws a CloudError. */
export async function ingressRules(
  at: ResourceTarget,
  groups: readonly string[],
  signal: AbortSignal,
): Promise<IngressRule[] | null> {
  if (groups.length === 0) return null;
  const doing = "asking whom the security groups let in";
  const answer = await ec2(at, doing, "DescribeSecurityGroups", numbered("GroupId", groups), signal);
  return answer.list("securityGroupInfo", MAX_COUNT).flatMap((one) => one.list("ipPermissions", MAX_COUNT))
    .flatMap((rule): IngressRule[] => {
      const protocol = rule.maybeText("ipProtocol") ?? "";
      if (!["tcp", "6", "-1"].includes(protocol)) return [];
      const ports = protocol === "-1"
        ? { from: 0, to: 65_535 }
        : { from: Number(rule.maybeText("fromPort") ?? 0), to: Number(rule.maybeText("toPort") ?? 65_535) };
      return [
        ...rule.list("groups", MAX_COUNT).map((one) => ({ ...ports, group: one.maybeText("groupId") ?? "" })),
        ...rule.list("ipRanges", MAX_COUNT).map((one) => ({
          ...ports,
          range: one.maybeText("cidrIp") ?? "",
        })),
        ...["prefixListIds", "ipv6Ranges"].flatMap((name) => rule.list(name, MAX_COUNT))
          .map(() => ({ ...ports, unread: true as const })),
      ];
    });
}

/** Returns the network interfaces of EC2 instances, by the instances' IDs. Throws a CloudError. */
export async function instanceInterfaces(
  at: ResourceTarget,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, NetworkInterface>> {
  const instances = ids.filter((id) => id.startsWith("i-"));
  const doing = "asking where the managed computers are";
  const answers = await ec2By(at, doing, "DescribeInstances", "instance-id", instances, signal);
  const reservations = answers.flatMap((answer) => answer.list("reservationSet", MAX_COUNT));
  return new Map(
    reservations.flatMap((one) => one.list("instancesSet", MAX_COUNT)).map((one) => {
      const name = one.list("tagSet", 100).find((tag) => tag.maybeText("key") === "Name")?.maybeText("value");
      return [one.text("instanceId"), { ...interfaceOf(one), ...present({ name }) }];
    }),
  );
}

/** Returns network interfaces by their IDs. Throws a CloudError. */
export async function networkInterfaces(
  at: ResourceTarget,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, NetworkInterface>> {
  const doing = "asking where the tasks are";
  const answers = await ec2By(at, doing, "DescribeNetworkInterfaces", "network-interface-id", ids, signal);
  return new Map(
    answers.flatMap((answer) => answer.list("networkInterfaceSet", MAX_COUNT))
      .map((one) => [one.text("networkInterfaceId"), interfaceOf(one)]),
  );
}

function interfaceOf(item: XmlAnswer): NetworkInterface {
  return {
    groups: item.list("groupSet", 100).flatMap((group) => group.maybeText("groupId") ?? []),
    ...present({ address: item.maybeText("privateIpAddress") }),
  };
}

/**
 * Returns what admits a computer or task at a port, its security group before its address; null when nothing
 * does, and undefined when that is not known.
 */
export function admits(
  rules: readonly IngressRule[],
  port: number,
  { groups, address }: NetworkInterface,
): { readonly by: "group" | "address"; readonly what: string } | null | undefined {
  const there = rules.filter(({ from, to }) => from <= port && port <= to);
  const group = there.find(({ group }) => group !== undefined && groups.includes(group))?.group;
  if (group !== undefined) return { by: "group", what: group };
  const range = there.find(({ range }) =>
    address !== undefined && range !== undefined && within(address, range)
  );
  if (range) return { by: "address", what: range.range! };
  return there.some(({ unread }) => unread) ? undefined : null;
}

/** Whether an IPv4 address is within a range; false for invalid texts. */
function within(address: string, range: string): boolean {
  const [base = "", bits = ""] = range.split("/");
  const [a, b] = [numberOf(address), numberOf(base)];
  const length = Number(bits);
  if (a === null || b === null || !/^\d{1,2}$/.test(bits) || length > 32) return false;
  const size = 2 ** (32 - length);
  return Math.floor(a / size) === Math.floor(b / size);
}

function numberOf(address: string): number | null {
  const parts = address.split(".").map(Number);
  return parts.length === 4 && parts.every((part) => part >= 0 && part <= 255)
    ? parts.reduce((all, part) => all * 256 + part, 0)
    : null;
}
