import { deepEqual, match } from "node:assert/strict";
import { redshiftLogin, serverlessLogin } from "../../../src/core/aws/resources/database_login.ts";
import { callQuery } from "../../../src/core/aws/service/xml.ts";
import { asUser } from "./stage.ts";

const { signal } = new AbortController();

Deno.test("redshiftLogin() gives the user that AWS names and a password", async () => {
  await asUser(async ({ at }) => {
    await callQuery({
      doing: "making it",
      service: "REDSHIFT",
      ...at,
      signal,
      action: "CreateCluster",
      version: "2012-12-01",
      input: {
        ClusterIdentifier: "facts",
        NodeType: "ra3.xlplus",
        MasterUsername: "app",
        MasterUserPassword: "Never-used-1",
      },
    });
    const { user, password } = await redshiftLogin(at, { id: "facts", user: "ann", database: "dev" }, signal);
    match(user, /^IAM:ann$/);
    match(password.open(), /.{10,}/);
    const missing = await redshiftLogin(at, { id: "none", user: "ann", database: "dev" }, signal)
      .catch((error) => String(error));
    match(String(missing), /asking for credentials of none/);
  });
});

Deno.test("serverlessLogin() asks by the published shape, and gives what comes", async () => {
  const asked: unknown[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    asked.push([request.headers.get("x-amz-target"), await request.json()]);
    return Response.json({ dbUser: "IAMR:Admin", dbPassword: "made-for-a-while", expiration: 1 });
  });
  const url = `http://127.0.0.1:${(server.addr as Deno.NetAddr).port}`;
  await asUser(async ({ at }) => {
    const env = (name: string) => name === "AWS_ENDPOINT_URL" ? url : undefined;
    const login = await serverlessLogin({ ...at, env }, { id: "group", database: "dev" }, signal);
    deepEqual([login.user, login.password.open()], ["IAMR:Admin", "made-for-a-while"]);
    deepEqual(asked, [[
      "RedshiftServerless.GetCredentials",
      { workgroupName: "group", dbName: "dev", durationSeconds: 900 },
    ]]);
  });
  await server.shutdown();
});
