import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beginWait } from "../../runner/slowness.ts";
import { type DatabaseServer, startMariadb } from "../../support/servers/mariadb.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { freePort } from "../../support/servers/ports.ts";
import { kedge, plainEnvironment } from "../../support/program/kedge.ts";
import { program } from "../../support/program/program.ts";
import { interrupt } from "../../support/program/interrupt.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { has } from "../../support/systems.ts";

/** The words of a database system; the tests are the same for all. */
interface Dialect {
  readonly engine: "postgres" | "mysql";
  readonly database: string;
  readonly start: () => Promise<DatabaseServer>;
  readonly sleep: string;
  /** Returns a query that counts running statements that begin with these words. */
  readonly running: (words: string) => string;
  readonly integer: string;
  readonly text: string;
  readonly series: (count: number) => string;
  /** A statement of which only the server knows that it writes, and its preparation. */
  readonly sly: { readonly setup: string; readonly sql: string };
  readonly values: string;
  /** The expected values as CSV, as a line of JSON and as texts of the document. */
  readonly csv: string;
  readonly line: string;
  readonly texts: readonly (string | null)[];
}

const DIALECTS: readonly Dialect[] = [
  {
    engine: "postgres",
    database: "postgres",
    start: startPostgres,
    sleep: "select pg_sleep(600)",
    running: (words) =>
      `select count(*) from pg_stat_activity where query like '${words}%' and state = 'active'`,
    integer: "integer",
    text: "text",
    series: (count) => `select generate_series(1, ${count}) as n`,
    sly: { setup: "", sql: "with x as (insert into t values (3, 'c') returning n) select n from x" },
    values:
      `select 9007199254740993::bigint as a, 1.50::numeric as b, null as c, '' as d, 'x,"y"' as e, true as f,
      E'1\\n2' as g, '\\xff'::bytea as h, 'é' as i, 2.5::float8 as j, 7 as j`,
    csv: 'a,b,c,d,e,f,g,h,i,j,j\n9007199254740993,1.50,,"","x,""y""",t,"1\n2",\\xff,é,2.5,7\n',
    line:
      '{"a":"9007199254740993","b":"1.50","c":null,"d":"","e":"x,\\"y\\"","f":true,"g":"1\\n2","h":"\\\\xff",' +
      '"i":"é","j":2.5,"j_2":7}\n',
    texts: ["9007199254740993", "1.50", null, "", 'x,"y"', "t", "1\n2", "\\xff", "é", "2.5", "7"],
  },
  {
    engine: "mysql",
    database: "app",
    start: startMariadb,
    sleep: "select sleep(600)",
    running: (words) => `select count(*) from information_schema.processlist where info like '${words}%'`,
    integer: "int",
    text: "varchar",
    series: (count) => `select seq as n from seq_1_to_${count}`,
    sly: {
      setup: "\ndelimiter //\ncreate function writes() returns int modifies sql data " +
        "begin insert into t values (3, 'c'); return 3; end //\ndelimiter ;\n",
      sql: "select writes()",
    },
    values:
      `select 9007199254740993 as a, cast(1.50 as decimal(3,2)) as b, null as c, '' as d, 'x,"y"' as e, true as f,
      '1\\n2' as g, x'00ff' as h, 'é' as i, 2.5e0 as j, 7 as j`,
    csv: 'a,b,c,d,e,f,g,h,i,j,j\n9007199254740993,1.50,,"","x,""y""",1,"1\n2",0x00ff,é,2.5,7\n',
    line:
      '{"a":"9007199254740993","b":"1.50","c":null,"d":"","e":"x,\\"y\\"","f":1,"g":"1\\n2","h":"0x00ff",' +
      '"i":"é","j":2.5,"j_2":7}\n',
    texts: ["9007199254740993", "1.50", null, "", 'x,"y"', "1", "1\n2", "0x00ff", "é", "2.5", "7"],
  },
];

interface Result {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly affected?: number;
  readonly cut: boolean;
  readonly ms: number;
}

for (const { engine, database, start, ...dialect } of DIALECTS) {
  Deno.test(`kedge --query on a real ${engine}`, async (t) => {
    const real = await start();
    const home = await Deno.makeTempDir({ prefix: "kedge-home-" });
    const login = { KEDGE_DB_USER: real.user, KEDGE_DB_PASSWORD: real.password };
    const query = async (
      args: readonly string[],
      { input, env = login }: { input?: string; env?: Record<string, string> } = {},
    ) => {
      const result = await kedge(["--query", "shop", ...args], {
        env: { KEDGE_HOME: home, ...env },
        ...(input === undefined ? {} : { input }),
      });
      assert.equal(`${result.stdout}${result.stderr}`.includes(real.password), false);
      return result;
    };
    const good = async (...args: Parameters<typeof query>) => {
      const result = await query(...args);
      assert.deepEqual([result.code, result.stderr], [0, ""], result.stdout);
      return result.stdout;
    };
    const document = async (...args: Parameters<typeof query>) => JSON.parse(await good(...args)) as Result[];
    try {
      const server = { name: "shop", engine, host: real.host, port: real.port, database };
      await Deno.writeTextFile(
        join(home, "config.json"),
        JSON.stringify({
          servers: [server, { ...server, name: "safe", tls: true }, {
            ...server,
            name: "none",
            port: freePort(),
          }],
        }),
      );
      await real.sql(
        "create table t (n int primary key, s varchar(9)); insert into t values (1, 'a'), (2, null);" +
          dialect.sly.setup,
        database,
      );

      await t.step("prints a table for people", async () => {
        const table = await good(["select n, s from t order by n"]);
        assert.match(table, /^ n \| s\n---\+------\n 1 \| a\n 2 \| NULL\n\(2 rows, \d+ ms\)\n$/);
      });
      await t.step("cuts no cell of a table that goes into a pipe", async () => {
        const long = "x".repeat(3000);
        const table = await good([`select '${long}' as s, 1 as n`]);
        assert.match(table, new RegExp(`\n ${long} \\| 1\n\\(1 row, \\d+ ms\\)\n$`));
      });
      await t.step("shows 100 rows of a table and says that there are more", async () => {
        const table = await good([dialect.series(5000)]);
        assert.match(table, /\n 100\n\(100 rows, \d+ ms, there are more: --limit N\)\n$/);
        assert.match(await good([dialect.series(5000), "--limit", "3000"]), /\n 3000\n\(3000 rows, /);
        assert.match(await good([dialect.series(100)]), /\(100 rows, \d+ ms\)\n$/);
      });
      await t.step("writes exact values as CSV", async () => {
        assert.equal(await good([dialect.values, "--format", "csv"]), dialect.csv);
      });
      await t.step("writes exact values as JSON lines", async () => {
        assert.equal(await good([dialect.values, "--format", "jsonl"]), dialect.line);
      });
      await t.step("writes one document with --json, and with --format json", async () => {
        for (const args of [["--json"], ["--format", "json"], ["--json", "--format", "json"]]) {
          const [result, ...rest] = await document([dialect.values, ...args]);
          assert.deepEqual(rest, []);
          assert.deepEqual(result!.rows, [dialect.texts]);
          assert.deepEqual(result!.columns.map(({ name }) => name), [..."abcdefghijj"]);
          assert.equal(result!.columns.at(-1)!.type, dialect.integer);
          assert.deepEqual(Object.keys(result!), ["columns", "rows", "cut", "ms"]);
        }
      });
      const lost = "kedge: Bytes that are no UTF-8 stand as \ufffd in 2 texts. CSV holds them.\n";
      for (
        const [format, stderr, bytes] of [
          ["csv", "", "n,s\nM\xfc,1\nM\xfc,2\n"],
          ["jsonl", lost, null],
          ["json", lost, null],
        ] as const
      ) {
        await t.step({
          name: `says ${stderr === "" ? "nothing" : "it"} when ${format} gets bytes that are no UTF-8`,
          ignore: engine !== "postgres",
          fn: async () => {
            const file = join(home, `old.${format}`);
            const sql =
              "set client_encoding = latin1; select 'M' || chr(252) as n, s from generate_series(1, 2) as s";
            const done = await query([sql, "--write", "--format", format, "--output", file]);
            assert.deepEqual([done.code, done.stdout, done.stderr], [0, "", stderr]);
            if (bytes !== null) {
              assert.equal(Buffer.from(await Deno.readFile(file)).toString("latin1"), bytes);
            }
          },
        });
      }
      await t.step("says in the document what was cut", async () => {
        const [result] = await document([dialect.series(5000), "--json", "--limit", "2"]);
        assert.deepEqual([result!.rows, result!.cut], [[["1"], ["2"]], true]);
        const [whole] = await document([dialect.series(5000), "--json"]);
        assert.deepEqual([whole!.rows.length, whole!.cut], [5000, false]);
        assert.deepEqual((await document([dialect.series(3), "--json", "--limit", "0"]))[0]!.rows, []);
      });
      await t.step("gives each of several statements its result, from standard input", async () => {
        const input = "select 1 as a; -- nothing\nselect ';' as b;\n";
        const results = await document(["--json"], { input });
        assert.deepEqual(results.map(({ rows }) => rows), [[["1"]], [[";"]]]);
        assert.equal(await good(["--format", "csv"], { input }), "a\n1\n\nb\n;\n");
        assert.equal(await good(["--format", "jsonl"], { input }), '{"a":1}\n{"b":";"}\n');
        assert.match(await good([], { input }), /^ a\n---\n 1\n\(1 row, \d+ ms\)\n\n b\n---\n ;\n\(1 row, /);
      });
      await t.step("gives the names of columns also without rows", async () => {
        assert.equal(await good(["select n from t where n > 9", "--format", "csv"]), "n\n");
        assert.deepEqual((await document(["select n from t where n > 9", "--json"]))[0]!.columns, [{
          name: "n",
          type: dialect.integer,
        }]);
      });
      await t.step("writes a file that has its name only when it is whole", async () => {
        const file = join(home, "out.csv");
        assert.equal(await good(["select n from t order by n", "--format", "csv", "--output", file]), "");
        assert.equal(await Deno.readTextFile(file), "n\n1\n2\n");
        const failed = await query(["select n from t; select nothing", "--format", "csv", "--output", file]);
        assert.equal(failed.code, 1);
        assert.equal(await Deno.readTextFile(file), "n\n1\n2\n");
        const names = (await Array.fromAsync(Deno.readDir(home))).map(({ name }) => name);
        assert.deepEqual(names.filter((name) => name.startsWith(".out")), []);
      });
      await t.step("prints the document with --json also where a file is named", async () => {
        const file = join(home, "out.json");
        const printed = await good(["select n from t order by n", "--json", "--output", file]);
        assert.deepEqual(JSON.parse(printed)[0].rows, [["1"], ["2"]]);
        assert.equal(await Deno.readTextFile(file), printed);
      });
      await t.step("works with TLS", async () => {
        const result = await kedge(["--query", "safe", "select 1 as a", "--format", "csv"], {
          env: { KEDGE_HOME: home, ...login },
        });
        assert.deepEqual([result.code, result.stdout], [0, "a\n1\n"]);
      });
      await t.step("runs nothing that writes without --write", async () => {
        const writes = "select 1;\ninsert into t values (3, 'c')";
        const refused = await query([writes, "--json"]);
        assert.deepEqual([refused.code, refused.stdout], [3, "[]\n"]);
        assert.match(
          refused.stderr,
          /^kedge: line 2, column 1: .* begins with “insert”\nNothing was run\. With --write/,
        );
        assert.equal((await real.sql("select count(*) from t", database)).trim(), "2");
      });
      await t.step(
        "ends with 3 where only the server knows that a statement writes, and keeps the results before it",
        async () => {
          const refused = await query([`select 1 as a;\n${dialect.sly.sql}`, "--json"]);
          assert.equal(refused.code, 3, refused.stderr);
          // PostgreSQL reports the columns of a statement before it refuses to run it.
          const [first] = JSON.parse(refused.stdout) as Result[];
          assert.deepEqual(first!.rows, [["1"]]);
          assert.match(
            refused.stderr,
            /^kedge: line 2, column \d+: .*\nNothing was changed\. With --write it may write\.\n$/,
          );
          assert.equal((await real.sql("select count(*) from t", database)).trim(), "2");
        },
      );
      await t.step("writes with --write and says how much", async () => {
        const results = await document([
          "insert into t values (3, 'c'), (4, 'd'); select count(*) as n from t",
          "--write",
          "--json",
        ]);
        assert.deepEqual(results.map(({ affected, rows }) => [affected, rows]), [[2, []], [undefined, [[
          "4",
        ]]]]);
        assert.match(await good(["delete from t where n > 2", "--write"]), /^\(2 rows changed, \d+ ms\)\n$/);
      });
      await t.step("says which value a key has already", async () => {
        const result = await query(["insert into t values (1, 'x')", "--write"]);
        assert.equal(result.code, 1);
        assert.match(
          result.stderr,
          engine === "postgres"
            ? /duplicate key .*\nKey \(n\)=\(1\) already exists\.\n$/
            : /Duplicate entry '1'/,
        );
      });
      await t.step("says where a statement is wrong, keeps the results before it", async () => {
        const result = await query(["select 1 as a;\n select nothing", "--json"]);
        assert.equal(result.code, 1);
        assert.deepEqual((JSON.parse(result.stdout) as Result[]).map(({ rows }) => rows), [[["1"]]]);
        assert.match(result.stderr, /^kedge: line 2, column \d+: .*nothing/);
      });
      await t.step("says that a login is wrong, without asking", async () => {
        const result = await query(["select 1"], { env: { ...login, KEDGE_DB_PASSWORD: "wrong-password" } });
        assert.equal(result.code, 1);
        assert.match(result.stderr, /refused the user name or password of “app”/);
        assert.doesNotMatch(result.stderr, /wrong-password/);
      });
      await t.step("says how to give a login where no question can be asked", async () => {
        const result = await query(["select 1"], { env: {} });
        assert.equal(result.code, 1);
        assert.match(result.stderr, /no login is saved for "shop"; .*KEDGE_DB_USER and KEDGE_DB_PASSWORD/);
      });
      await t.step("tells wrong usage", async () => {
        const wrong: [args: string[], message: RegExp][] = [
          [["select 1", "--format", "xml"], /no format "xml"; there is table, csv, json, jsonl/],
          [["select 1", "--format", "csv", "--json"], /--json prints one JSON document, not csv/],
          [["select 1", "--limit", "many"], /--limit is a number of rows, not "many"/],
          [["select 1", "--output", home], /cannot be written: it is a folder/],
          [["select 1", "--output", join(home, "no", "out")], /cannot be written: there is no such folder/],
          [["  -- nothing"], /There is no statement/],
        ];
        for (const [args, message] of wrong) {
          const result = await query(args[0] === "  -- nothing" ? [] : args, { input: args[0]! });
          assert.equal(result.code, 2, result.stderr);
          assert.match(result.stderr, message);
        }
        const other = await kedge(["--query", "shp", "select 1"], { env: { KEDGE_HOME: home } });
        assert.equal(other.code, 2);
        assert.match(other.stderr, /no server "shp"\nDid you mean "shop"\?/);
        const none = await kedge(["--query", "none", "select 1"], { env: { KEDGE_HOME: home, ...login } });
        assert.equal(none.code, 1);
        assert.match(none.stderr, /Nothing accepts connections/);
      });
      /** Waits until so many statements that begin with these words run. */
      const untilRunning = async (words: string, wanted: string) => {
        for (const isOver = beginWait(60_000); (await real.sql(dialect.running(words))).trim() !== wanted;) {
          assert.ok(!isOver(), `not ${wanted} in time`);
        }
      };
      await t.step({
        name: "stops when it is told to, and ends the statement on the server",
        ignore: !has("interrupt"),
        fn: async () => {
          const [command, ...args] = program("--query", "shop", dialect.sleep, "--json");
          const child = new Deno.Command(command, {
            args,
            env: await plainEnvironment({ KEDGE_HOME: home, ...login }),
            clearEnv: true,
            cwd: home,
            stdin: "null",
            stdout: "piped",
            stderr: "piped",
          }).spawn();
          const words = dialect.sleep.replace("(600)", "");
          await untilRunning(words, "1");
          await interrupt(child, home);
          const { code, stdout } = await child.output();
          assert.deepEqual([code, new TextDecoder().decode(stdout)], [130, "[]\n"]);
          await untilRunning(words, "0");
        },
      });
      /** Runs a query in a shell script, where `"$@"` is the program with its arguments. */
      const inShell = async (words: string, ...args: string[]) => {
        const shell = new Deno.Command("/bin/bash", {
          args: ["-c", `${words}; exit \${PIPESTATUS[0]}`, "bash", ...program("--query", "shop", ...args)],
          env: await plainEnvironment({ KEDGE_HOME: home, ...login }),
          clearEnv: true,
        });
        const { code, stdout, stderr } = await shell.output();
        const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
        return [code, decode(stdout), decode(stderr)] as const;
      };
      await t.step({
        name: "says that standard input cannot be read, with an empty document",
        ignore: !has("shell"),
        fn: async () => {
          const [code, stdout, stderr] = await inShell('"$@" < /', "--json");
          assert.deepEqual([code, stdout], [2, "[]\n"], stderr);
          assert.match(stderr, /^kedge: standard input cannot be read: .*\n$/);
        },
      });
      await t.step({
        name: "ends without a word when nobody reads on",
        ignore: !has("shell"),
        fn: async () => {
          const got = await inShell('"$@" | head -n 2', dialect.series(1_000_000), "--format", "csv");
          assert.deepEqual(got, [0, "n\n1\n", ""]);
        },
      });
      const pause = dialect.sleep.replace("600", "1");
      const [first, ...others] = [1, 2, 3, 4].map((n) => `insert into kept values (${n})`);
      const inserts = [first, pause, ...others].join("; ");
      const returning = `insert into kept ${dialect.series(100_000)} returning n`;
      const noFile = "kedge: the disk is full\n";
      const noOutput = "kedge: standard output cannot be written: the disk is full\n";
      const one = "1 statement took effect, and nothing after that was run.\n";
      const rolledBack =
        "1 statement ran, and nothing after that; the transaction that was open then was rolled back.\n";
      const unread = '"$@" | head -n 1', full = '"$@" >/dev/full';
      const csv = ["--format", "csv"], toFile = ["--json", "--output", join(home, "kept.json")];
      const transaction = `begin; ${inserts}; commit`, fullFile = ["--output", "/dev/full"];
      for (
        const [what, words, args, rows, code, stderr] of [
          ["runs a script to its end when nobody reads on", unread, [inserts], 4, 0, ""],
          ["runs it to its end when it goes into a file as well", unread, [inserts, ...toFile], 4, 0, ""],
          ["keeps written rows when nobody reads them", unread, [returning, ...csv], 100_000, 0, ""],
          ["says how much took effect when the disk is full", full, [inserts], 1, 1, noOutput + one],
          ["keeps written rows when the disk is full", full, [returning, ...csv], 100_000, 1, noOutput + one],
          ["says what was undone when the disk is full", full, [transaction], 0, 1, noOutput + rolledBack],
          ["says it when the disk of a file is full", '"$@"', [inserts, ...fullFile], 1, 1, noFile + one],
        ] as const
      ) {
        await t.step({
          name: what,
          ignore: !has("shell") || Deno.build.os !== "linux",
          fn: async () => {
            await real.sql("create table kept (n int)", database);
            const got = await inShell(words, ...args, "--write");
            const count = await real.sql("select count(*) from kept", database);
            await real.sql("drop table kept", database);
            assert.deepEqual([got[0], got[2], Number(count)], [code, stderr, rows]);
          },
        });
      }
      for (
        const [what, words, stdout, code, stderr] of [
          ["nobody reads on", '"$@" | head -n 2', "n\n1\n", 0, ""],
          ["the disk is full", full, "", 1, noOutput],
          ["the disk of a file is full", '"$@" --output /dev/full', "", 1, noFile],
        ] as const
      ) {
        await t.step({
          name: `ends a statement that reads when ${what}`,
          ignore: !has("shell") || Deno.build.os !== "linux",
          fn: async () => {
            const got = await inShell(words, dialect.series(2_000_000_000), "--format", "csv");
            assert.deepEqual(got, [code, stdout, stderr]);
            await untilRunning(dialect.series(2_000_000_000), "0");
          },
        });
      }
      await t.step("keeps the login out of every file of the home", async () => {
        for await (const { name, isFile } of Deno.readDir(home)) {
          if (isFile) {
            assert.equal((await Deno.readTextFile(join(home, name))).includes(real.password), false);
          }
        }
        assert.equal(existsSync(join(home, "config.json")), true);
      });
    } finally {
      await real.stop();
      await removeFolder(home);
    }
  });
}
