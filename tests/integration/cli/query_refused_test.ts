/** What `--query` refuses whatever its server says: no server is there, and no login. */
import { deepEqual, match } from "node:assert/strict";
import { join } from "node:path";
import { kedge } from "../../support/program/kedge.ts";

const CASES: readonly (readonly [server: string, sql: string, code: number, says: RegExp])[] = [
  ["pg", "", 2, /There is no statement/],
  ["pg", " ; -- nothing", 2, /There is no statement/],
  ["pg", "select 1; delete from t", 3, /--write/],
  ["my", "drop table t", 3, /--write/],
  // Where a backslash escapes, this is one statement that reads: only the server knows.
  ["my", "select '\\'; delete from t; -- '", 1, /login/],
  ["pg", "select 1", 1, /login/],
];

Deno.test("kedge --query refuses what does not only read before it asks for a login", async (t) => {
  const home = await Deno.makeTempDir({ prefix: "kedge-refused-" });
  const server = { host: "127.0.0.1", port: 1 };
  try {
    const servers = [{ name: "pg", engine: "postgres", ...server }, {
      name: "my",
      engine: "mysql",
      ...server,
    }];
    await Deno.writeTextFile(join(home, "config.json"), JSON.stringify({ servers }));
    for (const [name, sql, code, says] of CASES) {
      await t.step(`${name}: ${sql}`, async () => {
        const result = await kedge(["--query", name, sql, "--json"], { env: { KEDGE_HOME: home } });
        deepEqual([result.code, result.stdout], [code, "[]\n"], result.stderr);
        match(result.stderr, says);
      });
    }
  } finally {
    await Deno.remove(home, { recursive: true });
  }
});
