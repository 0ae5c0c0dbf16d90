import { deepEqual } from "node:assert/strict";
import { wrap } from "../../../../src/core/aws/credentials/credentials.ts";
import { waysIn } from "../../../../src/core/aws/managed/ways_in.ts";
import type { ResourceTarget } from "../../../../src/core/aws/resources/target.ts";

const { signal } = new AbortController();
type Input = Readonly<Record<string, unknown>>;
type Answers = Readonly<Record<string, (input: Input) => Response>>;

const arn = (kind: string, name: string) => `arn:aws:ecs:eu-west-1:123456789012:${kind}/${name}`;

/** A running task of a service, with exec. */
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

/** An account with a service of one task, which the database's group lets in, and no computers. */
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

/** Finds the ways to a database in an account that answers so. */
async function ways(answers: Answers, groups = ["sg-db"]) {
  const all: Answers = { ...ACCOUNT, ...answers };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const text = await request.text();
    const target = request.headers.get("x-amz-target");
    const input: Input = target === null ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
    return all[target?.split(".").at(-1) ?? String(input.Action)]!(input);
  });
  const at: ResourceTarget = {
    region: "eu-west-1",
    env: (name) => name === "AWS_ENDPOINT_URL" ? `http://127.0.0.1:${server.addr.port}` : undefined,
    credentials: wrap({ accessKeyId: "a", secretAccessKey: "b" }),
  };
  try {
    const { ways: found, missing } = await waysIn(at, { groups, port: 5432 }, signal);
    return { found: found.map(({ name, why }) => `${name}: ${why}`), missing };
  } finally {
    await server.shutdown();
  }
}

const LET_IN = "shop/web: its security group sg-near is let in";
const UNKNOWN = "shop/web: whether it is let in is not known";

Deno.test("waysIn() gives a running task that the database's security group lets in", async () => {
  deepEqual(await ways({}), { found: [LET_IN], missing: [] });
});

Deno.test("waysIn() does not say that a way is shut out when the database's groups are not known", async () => {
  deepEqual(await ways({}, []), { found: [UNKNOWN], missing: [] });
});
