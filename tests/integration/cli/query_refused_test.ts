/** Texts that `--query` and `--ask` refuse before they need a server or a login. */
import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { kedge } from "../../support/program/kedge.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const CASES: readonly (readonly [server: string, sql: string, code: number, says: RegExp])[] = [
  ["pg", "", 2, /There is no statement/],
  ["pg", " ; -- nothing", 2, /There is no statement/],
  ["pg", "select 1; delete from t", 3, /--write/],
  ["my", "drop table t", 3, /--write/],
  // If a backslash escapes the quote, this is one reading statement; only the server knows.
  ["my", "select '\\'; delete from t; -- '", 1, /login/],
  ["pg", "select 1", 1, /login/],
];

const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** SQL on standard input, in the encodings of editors and shells. */
const INPUTS: [what: string, input: Uint8Array<ArrayBuffer>, code: number, says: RegExp][] = [
  ["UTF-8", new TextEncoder().encode("select 'é'"), 1, /login/],
  ["UTF-8 with a byte order mark", new TextEncoder().encode("\ufeffselect 'é'"), 1, /login/],
  ["Latin 1", latin1("select 'é'"), 2, /not UTF-8\nSave it as UTF-8/],
  ["UTF-16", latin1("\xff\xfes\0e\0l\0e\0c\0t\0"), 2, /not UTF-8\nSave it as UTF-8/],
];

Deno.test("kedge --query refuses what does not only read before it asks for a login", async (t) => {
  const home = await Deno.makeTempDir({ prefix: "kedge-refused-" });
  const at = { host: "127.0.0.1", port: 1 };
  try {
    const servers = [{ name: "pg", engine: "postgres", ...at }, { name: "my", engine: "mysql", ...at }];
    await Deno.writeTextFile(join(home, "config.json"), JSON.stringify({ servers }));
    for (const [name, sql, code, says] of CASES) {
      await t.step(`${name}: ${sql}`, async () => {
        const result = await kedge(["--query", name, sql, "--json"], { env: { KEDGE_HOME: home } });
        deepEqual([result.code, result.stdout], [code, "[]\n"], result.stderr);
        match(result.stderr, says);
      });
    }
    for (const [what, input, code, says] of INPUTS) {
      await t.step(`standard input in ${what}`, async () => {
        const result = await kedge(["--query", "pg", "--json"], { env: { KEDGE_HOME: home }, input });
        deepEqual([result.code, result.stdout], [code, "[]\n"], result.stderr);
        match(result.stderr, says);
      });
    }
  } finally {
    await removeFolder(home);
  }
});

Deno.test("kedge --query and --ask say that config.json cannot be read, not that it lacks what it says", async () => {
  const home = await Deno.makeTempDir({ prefix: "kedge-refused-" });
  try {
    await Deno.writeTextFile(join(home, "config.json"), '{ "aiEnabled": true, "servers": [{ "name": "pg"');
    const query = await kedge(["--query", "pg", "select 1", "--json"], { env: { KEDGE_HOME: home } });
    deepEqual([query.code, query.stdout], [2, "[]\n"]);
    match(query.stderr, /config\.json cannot be read\n.*--validate-config/);
    const ask = await kedge(["--ask", "pg", "how many?", "--json"], { env: { KEDGE_HOME: home } });
    equal(ask.code, 2);
    match(JSON.parse(ask.stdout).error, /config\.json cannot be read/);
  } finally {
    await removeFolder(home);
  }
});
