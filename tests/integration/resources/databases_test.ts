import { deepEqual, equal, match } from "node:assert/strict";
import { DATABASE_SOURCES, type DatabaseRow, databases } from "../../../src/core/aws/resources/databases.ts";
import type { ResourceTarget } from "../../../src/core/aws/resources/target.ts";
import { callQuery } from "../../../src/core/aws/service/xml.ts";
import { ownerAt } from "../../support/cloud/put_lines.ts";
import { ACCOUNT, asUser } from "./stage.ts";

const { signal } = new AbortController();

async function make(at: ResourceTarget, action: string, input: Record<string, string>): Promise<void> {
  const redshift = action === "CreateCluster";
  await callQuery({
    doing: "making it",
    service: redshift ? "REDSHIFT" : "RDS",
    ...at,
    signal,
    action,
    version: redshift ? "2012-12-01" : "2014-10-31",
    input,
  });
}

const LOGIN = { MasterUsername: "app", MasterUserPassword: "planted-password" };

Deno.test("databases of an account: instances, clusters with their members, Redshift, and none of another kind", async () => {
  await asUser(async ({ at, kedge }) => {
    await make(at, "CreateDBInstance", {
      DBInstanceIdentifier: "orders",
      Engine: "postgres",
      DBInstanceClass: "db.t3.micro",
      AllocatedStorage: "10",
      DBName: "orders",
      EnableIAMDatabaseAuthentication: "true",
      ...LOGIN,
    });
    await make(at, "CreateDBCluster", { DBClusterIdentifier: "shop", Engine: "aurora-mysql", ...LOGIN });
    await make(at, "CreateDBInstance", {
      DBInstanceIdentifier: "shop-1",
      DBClusterIdentifier: "shop",
      Engine: "aurora-mysql",
      DBInstanceClass: "db.r5.large",
    });
    await make(at, "CreateDBCluster", { DBClusterIdentifier: "graph", Engine: "neptune" });
    await make(at, "CreateCluster", {
      ClusterIdentifier: "facts",
      NodeType: "ra3.xlplus",
      DBName: "facts",
      PubliclyAccessible: "true",
      ...LOGIN,
    });

    const { databases: found } = await databases(at, signal);
    const row = (id: string) => found.find((one) => one.id === id);
    deepEqual(found.map(({ id, kind, engine }) => [id, kind, engine]), [
      ["facts", "redshift", "redshift"],
      ["orders", "rds", "postgres"],
      ["primary", "athena", "athena"],
      ["shop", "aurora", "aurora-mysql"],
    ]);
    deepEqual([row("orders")?.iam, row("orders")?.database, row("orders")?.user], [true, "orders", "app"]);
    equal(row("orders")?.port, 5432);
    deepEqual(row("shop")?.members, ["shop-1"]);
    equal(row("facts")?.public, true);

    const { code, stdout, stderr } = await kedge("--databases", ACCOUNT, "--json");
    equal(code, 0, stderr);
    deepEqual(JSON.parse(stdout) as DatabaseRow[], found);
    equal((stdout + stderr).includes("planted"), false);
    const text = await kedge("--databases", ACCOUNT);
    match(text.stdout, /^orders +postgres [\d.]+ +available {2}\S+:5432 +IAM login$/m);
    const lines = text.stdout.trimEnd().split("\n");
    for (const cell of [/(postgres|redshift|aurora-mysql|athena) /, /available /]) {
      equal(new Set(lines.map((line) => line.search(cell))).size, 1, text.stdout);
    }
  });
});

Deno.test("databases() gives what one service says and tells which other did not", async () => {
  await asUser(async ({ at }) => {
    await make(at, "CreateDBInstance", {
      DBInstanceIdentifier: "orders",
      Engine: "mysql",
      DBInstanceClass: "db.t3.micro",
      AllocatedStorage: "10",
      ...LOGIN,
    });
    const listener = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      () => new Response('{"__type": "AccessDeniedException"}', { status: 400 }),
    );
    const env = (name: string) =>
      name === "AWS_ENDPOINT_URL_REDSHIFT" || name === "AWS_ENDPOINT_URL_REDSHIFT_SERVERLESS"
        ? `http://127.0.0.1:${listener.addr.port}`
        : at.env!(name);
    const { databases: found, faults } = await databases({ ...at, env }, signal);
    await listener.shutdown();
    deepEqual(found.map(({ id }) => id), ["orders", "primary"]);
    equal(faults.length, 2);
    match(faults[1]!.message, /listing the Redshift workgroups in eu-central-1: access is denied/);
  });
});

Deno.test("databases() gives the instances of RDS where its clusters are denied, and tells so", async () => {
  const listener = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) =>
      (await request.text()).includes("Action=DescribeDBInstances")
        ? new Response(
          "<DescribeDBInstancesResponse><DescribeDBInstancesResult><DBInstances><DBInstance>" +
            "<DBInstanceIdentifier>orders</DBInstanceIdentifier><Engine>mysql</Engine>" +
            "</DBInstance></DBInstances></DescribeDBInstancesResult></DescribeDBInstancesResponse>",
        )
        : new Response("<ErrorResponse><Error><Code>AccessDenied</Code></Error></ErrorResponse>", {
          status: 403,
        }),
  );
  try {
    const at = ownerAt(`http://127.0.0.1:${listener.addr.port}`, "eu-central-1");
    const { databases: found, faults } = await databases(at, signal);
    deepEqual(found.map(({ id }) => id), ["orders"]);
    equal(faults.length, 4);
    match(faults[0]!.message, /listing the database clusters in eu-central-1: access is denied/);
  } finally {
    await listener.shutdown();
  }
});

Deno.test("clusters and workgroups of Redshift have their security groups", async () => {
  const listener = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) =>
      request.headers.get("x-amz-target") === "RedshiftServerless.ListWorkgroups"
        ? Response.json({ workgroups: [{ workgroupName: "adhoc", securityGroupIds: ["sg-b", "sg-c"] }] })
        : new Response(
          "<DescribeClustersResponse><DescribeClustersResult><Clusters><Cluster>" +
            "<ClusterIdentifier>facts</ClusterIdentifier><VpcSecurityGroups><VpcSecurityGroup>" +
            "<VpcSecurityGroupId>sg-a</VpcSecurityGroupId><Status>active</Status>" +
            "</VpcSecurityGroup></VpcSecurityGroups></Cluster></Clusters></DescribeClustersResult>" +
            "</DescribeClustersResponse>",
        ),
  );
  const at = ownerAt(`http://127.0.0.1:${listener.addr.port}`, "eu-central-1");
  const [, clusters, workgroups] = DATABASE_SOURCES;
  try {
    const found = [
      ...await Array.fromAsync(clusters(at, signal)),
      ...await Array.fromAsync(workgroups(at, signal)),
    ].flat();
    deepEqual(found.map(({ id, groups }) => [id, groups]), [["facts", ["sg-a"]], ["adhoc", [
      "sg-b",
      "sg-c",
    ]]]);
  } finally {
    await listener.shutdown();
  }
});
