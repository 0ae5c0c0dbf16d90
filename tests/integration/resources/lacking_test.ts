import { deepEqual, match } from "node:assert/strict";
import { ACCOUNT, asUser } from "./stage.ts";

/** What AWS answers after the first page of secrets, or to a list of databases, and what the command ends with. */
const CASES: readonly (readonly [command: string, error: string, code: number, says: RegExp])[] = [
  ["--secrets", "AccessDeniedException", 0, /listing the secrets in eu-central-1: access is denied/],
  ["--secrets", "ThrottlingException", 1, /listing the secrets in eu-central-1: AWS gets too many requests/],
  ["--databases", "AccessDenied", 0, /listing the database.* in eu-central-1: access is denied/],
  ["--databases", "Throttling", 1, /listing the database.* in eu-central-1: AWS gets too many requests/],
  ["--databases", "OptInRequired", 0, /listing the database.*: the account does not use this region/],
];

Deno.test("a list on the command line prints what AWS gave and ends with 1 when a part is lacking", async (t) => {
  let error = "";
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const operation = request.headers.get("x-amz-target");
    if (operation === null) {
      return new Response(`<ErrorResponse><Error><Code>${error}</Code></Error></ErrorResponse>`, {
        status: 400,
      });
    }
    const { NextToken } = await request.json();
    return NextToken
      ? Response.json({ __type: error }, { status: 400 })
      : Response.json({ SecretList: [{ Name: "shop/db" }], NextToken: "2" });
  });
  const url = `http://127.0.0.1:${server.addr.port}`;
  await asUser(async ({ kedge }) => {
    for (const [command, name, expected, says] of CASES) {
      await t.step(`${command} ends with ${expected} at ${name}`, async () => {
        error = name;
        const { code, stdout, stderr } = await kedge(command, ACCOUNT, "--json");
        const found = command === "--secrets" ? [{ kind: "secret", name: "shop/db" }] : [{ id: "primary" }];
        const rows = (JSON.parse(stdout) as Record<string, unknown>[]).map(({ kind, name, id }) =>
          command === "--secrets" ? { kind, name } : { id }
        );
        deepEqual([code, rows], [expected, found], stderr);
        match(stderr, says);
      });
    }
  }, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: url,
    AWS_ENDPOINT_URL_RDS: url,
  });
  await server.shutdown();
});
