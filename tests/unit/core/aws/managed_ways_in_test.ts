import { deepEqual, equal, match } from "node:assert/strict";
import { waysIn } from "../../../../src/core/aws/managed/ways_in.ts";
import { ownerAt } from "../../../support/cloud/put_lines.ts";

const { signal } = new AbortController();
type Input = Readonly<Record<string, unknown>>;
type Answers = Readonly<Record<string, (input: Input) => Response>>;

const arn = (kind: string, name: string) => `arn:aws:ecs:eu-west-1:123456789012:${kind}/${name}`;

/** Returns a running task of a service in which commands may be executed (ECS Exec). */
const task = (cluster: string, service: string, id: string) => ({
  taskArn: arn("task", `${cluster}/${id}`),
  group: `service:${service}`,
  lastStatus: "RUNNING",
  enableExecuteCommand: true,
  containers: [{
    runtimeId: `${id}-1`,
    managedAgents: [{ name: "ExecuteCommandAgent", lastStatus: "RUNNING" }],
  }],
  attachments: [{
    type: "ElasticNetworkInterface",
    details: [{ name: "networkInterfaceId", value: `eni-${id}` }],
  }],
});

const xml = (name: string, text: string) => new Response(`<${name}Response>${text}</${name}Response>`);

/** An account with a service of one task, which the database admits, and no EC2 instances. */
const ACCOUNT: Answers = {
  ListClusters: () => Response.json({ clusterArns: [arn("cluster", "shop")] }),
  ListTasks: () => Response.json({ taskArns: [arn("task", "shop/web1")] }),
  DescribeTasks: () => Response.json({ tasks: [task("shop", "web", "web1")] }),
  DescribeInstanceInformation: () => Response.json({ InstanceInformationList: [] }),
  DescribeSecurityGroups: () =>
    xml(
      "DescribeSecurityGroups",
      "<securityGroupInfo><item><ipPermissions><item><ipProtocol>tcp</ipProtocol><fromPort>5432</fromPort>" +
        "<toPort>5432</toPort><groups><item><groupId>sg-near</groupId></item></groups></item>" +
        "</ipPermissions></item></securityGroupInfo>",
    ),
  DescribeNetworkInterfaces: (input) =>
    xml(
      "DescribeNetworkInterfaces",
      `<networkInterfaceSet>${
        Object.values(input).filter((id) => String(id).startsWith("eni-")).map((id) =>
          `<item><networkInterfaceId>${id}</networkInterfaceId>` +
          "<groupSet><item><groupId>sg-near</groupId></item></groupSet></item>"
        ).join("")
      }</networkInterfaceSet>`,
    ),
};

/** Returns the answer of an account whose database admits these sources at this port. */
const admitting = (port: number, sources: string): Answers => ({
  DescribeSecurityGroups: () =>
    xml(
      "DescribeSecurityGroups",
      `<securityGroupInfo><item><ipPermissions><item><ipProtocol>tcp</ipProtocol><fromPort>${port}</fromPort>` +
        `<toPort>${port}</toPort>${sources}</item></ipPermissions></item></securityGroupInfo>`,
    ),
});

/** Finds the ways to a database in an account that gives these answers. */
async function ways(answers: Answers, groups = ["sg-db"]) {
  const all: Answers = { ...ACCOUNT, ...answers };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const text = await request.text();
    const target = request.headers.get("x-amz-target");
    const input: Input = target === null ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
    return all[target?.split(".").at(-1) ?? String(input.Action)]!(input);
  });
  const at = ownerAt(`http://127.0.0.1:${server.addr.port}`, "eu-west-1");
  try {
    const { ways: found, missing } = await waysIn(at, { groups, port: 5432 }, signal);
    return { found: found.map(({ name, why }) => `${name}: ${why}`), missing };
  } finally {
    await server.shutdown();
  }
}

const LET_IN = "shop/web: its security group sg-near is let in";
const UNKNOWN = "shop/web: whether it is let in is not known";

const NOT_LET_IN = /^shop\/web: no security group of the database lets it in/;
const LISTS = "<prefixListIds><item><prefixListId>pl-1</prefixListId></item></prefixListIds>";
const IPV6 = "<ipv6Ranges><item><cidrIpv6>::/0</cidrIpv6></item></ipv6Ranges>";

const DENIED = () => Response.json({ __type: "AccessDeniedException" }, { status: 400 });
const NO_TASKS = { ListTasks: () => Response.json({ taskArns: [] }) };

const CASES: readonly [
  what: string,
  answers: Answers,
  groups: string[],
  found: string[],
  missing: RegExp[],
][] = [
  ["a running task that the database's security group lets in", {}, ["sg-db"], [LET_IN], []],
  ["a task as one that may be let in when the database's groups are not known", {}, [], [UNKNOWN], []],
  ["a task as one that may be let in by a prefix list", admitting(5432, LISTS), ["sg-db"], [UNKNOWN], []],
  ["a task as one that may be let in by IPv6", admitting(5432, IPV6), ["sg-db"], [UNKNOWN], []],
  ["no task when a prefix list is for another port", admitting(3306, LISTS), ["sg-db"], [], [NOT_LET_IN]],
  [
    "no task when the rule names no source",
    admitting(5432, "<prefixListIds/><ipv6Ranges/>"),
    ["sg-db"],
    [],
    [NOT_LET_IN],
  ],
  [
    "a task as one that may be let in when nobody may see its interface",
    { DescribeNetworkInterfaces: DENIED },
    ["sg-db"],
    [UNKNOWN],
    [],
  ],
  [
    "the tasks of one cluster when another cannot be asked",
    {
      ListClusters: () =>
        Response.json({ clusterArns: ["secret", "shop"].map((name) => arn("cluster", name)) }),
      ListTasks: ({ cluster }) => cluster === arn("cluster", "secret") ? DENIED() : ACCOUNT.ListTasks!({}),
    },
    ["sg-db"],
    [LET_IN],
    [/^Listing the tasks of the cluster secret in eu-west-1: access is denied\.$/],
  ],
  [
    "a task that AWS lists on a later page",
    {
      ListTasks: ({ nextToken }) =>
        nextToken === "2" ? ACCOUNT.ListTasks!({}) : Response.json({ taskArns: [], nextToken: "2" }),
    },
    ["sg-db"],
    [LET_IN],
    [],
  ],
  [
    "that no way is let in when two clusters cannot be asked, before what is not known",
    {
      ListClusters: () =>
        Response.json({ clusterArns: ["secret", "shop", "vault"].map((name) => arn("cluster", name)) }),
      ListTasks: ({ cluster }) => cluster === arn("cluster", "shop") ? ACCOUNT.ListTasks!({}) : DENIED(),
      DescribeSecurityGroups: () =>
        xml("DescribeSecurityGroups", "<securityGroupInfo><item></item></securityGroupInfo>"),
    },
    ["sg-db"],
    [],
    [
      NOT_LET_IN,
      /cluster (secret|vault)/,
      /cluster (secret|vault)/,
    ],
  ],
  [
    "what is not known when clusters that cannot be asked are all there is",
    {
      ListClusters: () =>
        Response.json({ clusterArns: ["secret", "vault"].map((name) => arn("cluster", name)) }),
      ListTasks: DENIED,
    },
    ["sg-db"],
    [],
    [/cluster (secret|vault)/, /cluster (secret|vault)/],
  ],
  ["that nothing runs when nothing runs", NO_TASKS, ["sg-db"], [], [/^No task of ECS runs, and no computer/]],
  [
    "only what is not known when computers could not be listed",
    { ...NO_TASKS, DescribeInstanceInformation: DENIED },
    ["sg-db"],
    [],
    [/^Listing the managed computers in eu-west-1: access is denied\.$/],
  ],
];
for (const [what, answers, groups, found, missing] of CASES) {
  Deno.test(`waysIn() gives ${what}`, async () => {
    const { found: given, missing: told } = await ways(answers, groups);
    deepEqual(given, found);
    equal(told.length, missing.length, told.join("\n"));
    missing.forEach((like, at) => match(told[at]!, like));
  });
}

Deno.test("waysIn() asks about tasks and computers by filters, which leave out ended ones", async () => {
  const asked: [name: unknown, values: number][] = [];
  const note = (input: Input) => {
    asked.push([
      input["Filter.1.Name"],
      Object.keys(input).filter((key) => /^Filter\.1\.Value\./.test(key)).length,
    ]);
  };
  const { found } = await ways({
    DescribeInstanceInformation: ({ NextToken = 0 }) => {
      const computers = Array.from({ length: 50 }, (_, n) => ({
        InstanceId: `i-${Number(NextToken) * 50 + n}`,
        PingStatus: "Online",
      }));
      const next = Number(NextToken) + 1;
      return Response.json({
        InstanceInformationList: computers,
        ...(next < 5 ? { NextToken: String(next) } : {}),
      });
    },
    DescribeInstances: (input) => {
      note(input);
      return xml("DescribeInstances", "<reservationSet/>");
    },
    DescribeNetworkInterfaces: (input) => {
      note(input);
      return xml("DescribeNetworkInterfaces", "<networkInterfaceSet/>");
    },
  });
  deepEqual(asked.toSorted(), [["instance-id", 200], ["instance-id", 50], ["network-interface-id", 1]]);
  equal(found[0], UNKNOWN);
});
