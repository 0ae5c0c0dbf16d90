import { deepEqual, match } from "node:assert/strict";
import { ACCOUNT, asUser } from "./stage.ts";

/**
 * Errors of AWS for one page of secrets or one list of RDS, and the output and exit status of the
 * command. The other kind of secrets or databases is complete.
 */
const CASES: readonly (readonly [
  command: string,
  error: string,
  page: number,
  code: number,
  rows: readonly string[],
  says: RegExp,
])[] = [
  ["--secrets", "AccessDeniedException", 1, 0, ["/shop/key"], /listing the secrets in .*: access is denied/],
  ["--secrets", "AccessDeniedException", 2, 1, ["shop/db", "/shop/key"], /secrets .*: access is denied/],
  ["--secrets", "ThrottlingException", 2, 1, ["shop/db", "/shop/key"], /secrets .*: AWS gets too many/],
  ["--databases", "AccessDenied", 1, 0, ["primary"], /listing the database.*: access is denied/],
  ["--databases", "Throttling", 1, 1, ["primary"], /listing the database.*: AWS gets too many requests/],
  ["--databases", "OptInRequired", 1, 0, ["primary"], /listing the database.*: the account does not use/],
];

Deno.test("a list on the command line prints what AWS gave and ends with 1 when a part is lacking", async (t) => {
  let refused = { error: "", page: 0 };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const { error, page } = refused;
    const operation = request.headers.get("x-amz-target");
    if (operation === null) {
      return new Response(`<ErrorResponse><Error><Code>${error}</Code></Error></ErrorResponse>`, {
        status: 400,
      });
    }
    if (operation.endsWith(".DescribeParameters")) {
      return Response.json({ Parameters: [{ Name: "/shop/key" }] });
    }
    const { NextToken = "1" } = await request.json();
    return NextToken === String(page)
      ? Response.json({ __type: error }, { status: 400 })
      : Response.json({ SecretList: [{ Name: "shop/db" }], NextToken: "2" });
  });
  const url = `http://127.0.0.1:${server.addr.port}`;
  await asUser(async ({ kedge }) => {
    for (const [command, error, page, expected, rows, says] of CASES) {
      await t.step(`${command} ends with ${expected} at ${error} for page ${page}`, async () => {
        refused = { error, page };
        const { code, stdout, stderr } = await kedge(command, ACCOUNT, "--json");
        const found = (JSON.parse(stdout) as { id?: string; name?: string }[]).map(({ id, name }) =>
          id ?? name
        );
        deepEqual([code, found], [expected, rows], stderr);
        match(stderr, says);
      });
    }
  }, { AWS_ENDPOINT_URL_SECRETS_MANAGER: url, AWS_ENDPOINT_URL_SSM: url, AWS_ENDPOINT_URL_RDS: url });
  await server.shutdown();
});
