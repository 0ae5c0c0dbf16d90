import assert from "node:assert/strict";
import { join } from "node:path";
import { beginWait } from "../../runner/slowness.ts";
import { sessionOn } from "../../support/sql/ask.ts";
import { openQueryWindow, type TestQueryWindow } from "../../support/sql/query_window.ts";
import { REAL_MARIADB, REAL_POSTGRES, type RealServer } from "../../support/sql/real_servers.ts";
import { exec } from "../../support/servers/server.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { has } from "../../support/systems.ts";

interface Engine extends RealServer {
  readonly setup: string;
  /** A query that returns 100,000 numbers. */
  readonly many: string;
  /**
   * A query with a practically endless number of rows, and one that counts such running queries.
   */
  readonly endless: string;
  readonly endlessRuns: string;
  readonly sleep: string;
  /** A query that counts Kedge's running statements. */
  readonly busy: string;
  readonly kill: string;
  /** A writing and a reading statement that cause a remark of the server. */
  readonly remark: string;
  readonly noise: string;
  /** A statement that cannot be held. */
  readonly atOnce: string;
  /** Further statements of that kind, which may run twice. */
  readonly atOnceAgain: readonly string[];
}

const SERVER = { name: "x", tls: false } as const;

const ENGINES: readonly Engine[] = [
  {
    ...REAL_POSTGRES,
    setup: `create table t (n int primary key, s text); insert into t values (1, 'a'), (2, null), (3, '');
      create function noise() returns int language plpgsql as $$ begin
        for i in 1..300 loop raise notice 'noise %', i; end loop; return 1; end $$;`,
    many: "select n from generate_series(1, 100000) n",
    endless: "select generate_series(1, 2000000000) as n",
    endlessRuns:
      "select count(*) from pg_stat_activity where state = 'active' and query like 'select generate_series%'",
    sleep: "select pg_sleep(600)",
    busy: "select count(*) from pg_stat_activity where application_name = 'kedge' and wait_event = 'PgSleep'",
    kill: "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kedge'",
    remark: "drop table if exists nothing_of_this_name",
    noise: "select noise()",
    atOnce: "vacuum t",
    atOnceAgain: ["vacuum t"],
  },
  {
    ...REAL_MARIADB,
    setup: "create table t (n int primary key, s text); insert into t values (1, 'a'), (2, null), (3, '');",
    many: "select seq as n from seq_1_to_100000",
    endless: "select a.seq from seq_1_to_1000000 a, seq_1_to_1000000 b, seq_1_to_1000000 c",
    endlessRuns: "select count(*) from information_schema.processlist where info like 'select a.seq%'",
    sleep: "select sleep(600)",
    busy: "select count(*) from information_schema.processlist where user = 'app' and state like '%sleep%'",
    kill: "set @id = (select max(id) from information_schema.processlist where user = 'app'); " +
      "execute immediate concat('kill ', @id)",
    remark: "drop table if exists nothing_of_this_name",
    noise: "select sum(cast(concat('x', seq) as unsigned)) from seq_1_to_300",
    atOnce: "create table u (n int)",
    atOnceAgain: ["create table v (n int)", "drop table v"],
  },
];

for (const one of ENGINES) {
  const { engine, database, start, setup, many, endless, endlessRuns, sleep, busy, kill } = one;
  const { atOnce, atOnceAgain, remark, noise } = one;
  Deno.test(`a query window of a real ${engine}`, async (t) => {
    const real = await start();
    const open = (options = {}) => openQueryWindow(real, { engine, database }, options);
    const count = async () => (await real.sql("select count(*) from t", database)).trim();
    const isBusy = async () => (await real.sql(busy)).trim() !== "0";
    const waitFor = async (wanted: boolean) => {
      while (await isBusy() !== wanted) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    const step = (name: string, run: (queryWindow: TestQueryWindow) => Promise<void>, options = {}) =>
      t.step(name, async () => {
        const queryWindow = await open(options);
        try {
          await run(queryWindow);
        } finally {
          await queryWindow.close();
        }
      });
    try {
      await real.sql(setup, database);

      await step("each statement has its result, and NULL differs from empty", async (queryWindow) => {
        const results = await queryWindow.run("select n, s from t order by n; -- nothing\nselect 'x' as y");
        assert.deepEqual(results.map(({ status, rows, columns }) => [status, rows, columns]), [
          ["done", 3, 2],
          ["done", 1, 1],
        ]);
        assert.deepEqual(await queryWindow.rows(results[0]!), [["1", "a"], ["2", null], ["3", ""]]);
        const again = await queryWindow.run("select 1");
        assert.equal(again.length, 1);
        assert.equal(queryWindow.tab.state.results.length, 3);
        assert.equal(queryWindow.tab.state.link.status, "open");
        assert.equal(queryWindow.logins(), 1);
      });

      await step("the statement at the cursor runs, or what is selected", async (queryWindow) => {
        const text = "select 1 as a;\n\nselect 2 as b;";
        const [at] = await queryWindow.run(text, { pick: { at: text.indexOf("2") } });
        assert.deepEqual(await queryWindow.rows(at!), [["2"]]);
        const selected = await queryWindow.run(text, { pick: { from: 0, to: 8 } });
        assert.deepEqual(await queryWindow.rows(selected[0]!), [["1"]]);
      });

      await step("rows come as far as they are wanted, and then further", async (queryWindow) => {
        const [result] = await queryWindow.run(many);
        assert.deepEqual([result!.status, result!.rows, queryWindow.tab.state.run?.paused], [
          "more",
          50,
          true,
        ]);
        queryWindow.tab.fetch(result!.id, 120);
        await queryWindow.until(({ results }) => results[0]!.rows === 120 && results[0]!.status === "more");
        queryWindow.tab.fetch(result!.id, Infinity);
        await queryWindow.until(({ run }) => run === null);
        const now = queryWindow.tab.state.results[0]!;
        assert.deepEqual([now.status, now.rows], ["done", 100_000]);
        assert.deepEqual(await queryWindow.rows(now, 99_999, 5), [["100000"]]);
      });

      await step("a statement whose rows wait is in the history, and once", async (queryWindow) => {
        const [result] = await queryWindow.run(many);
        const past = () => queryWindow.queryWindow.past().map(({ id }) => queryWindow.queryWindow.sqlOf(id));
        assert.deepEqual([result!.status, past()], ["more", [many]]);
        const [noted] = queryWindow.queryWindow.past();
        queryWindow.tab.fetch(result!.id, Infinity);
        await queryWindow.until(({ run }) => run === null);
        assert.deepEqual(queryWindow.queryWindow.past(), [noted]);
      });

      await step("another statement ends one whose rows wait, and says so", async (queryWindow) => {
        const [first] = await queryWindow.run(many);
        const [second] = await queryWindow.run("select 5");
        assert.equal(second!.status, "done", second!.message ?? "");
        const old = queryWindow.tab.state.results.find(({ id }) => id === first!.id)!;
        assert.deepEqual([old.status, old.rows], ["cut", 50]);
        assert.match(old.message ?? "", /Another statement/);
      });

      const ENDINGS: readonly (readonly [
        how: string,
        end: (queryWindow: TestQueryWindow) => Promise<unknown>,
        status: string,
        message: RegExp,
        options?: object,
      ])[] = [
        ["another statement", ({ run }) => run("select 5"), "cut", /^Another statement/],
        ["a cancel", ({ tab }) => Promise.resolve(tab.cancel()), "stopped", /^You stopped it/],
        ["time", ({ until }) => until(({ run }) => run === null), "cut", /^Nobody wanted/, { patience: 200 }],
      ];
      for (const [how, end, status, message, options] of ENDINGS) {
        await step(
          `rows whose statement was ended by ${how} stay as they are, and are not exported as all of them`,
          async (queryWindow) => {
            const { tab } = queryWindow;
            const [first] = await queryWindow.run(many);
            await end(queryWindow);
            tab.fetch(first!.id, Infinity);
            const folder = await Deno.makeTempDir();
            assert.ok(
              (await tab.export({ format: "csv", file: join(folder, "rows.csv"), result: first!.id })).ok,
            );
            await queryWindow.until((tab) => tab.export?.status !== "running");
            assert.equal(tab.state.export?.status, "failed");
            const [, why = ""] = /^Not all rows were there: (.*)/.exec(tab.state.export?.message ?? "") ?? [];
            assert.match(why, message);
            assert.deepEqual(await Array.fromAsync(Deno.readDir(folder)), []);
            const old = tab.state.results.find(({ id }) => id === first!.id)!;
            assert.deepEqual([old.status, old.rows, tab.state.run], [status, 50, null]);
            // Closing the old result must not stop the running statement.
            tab.run({ text: sleep, pick: "all" });
            await waitFor(true);
            assert.ok(tab.drop(first!.id).ok);
            assert.deepEqual([tab.state.run?.paused, tab.state.results.at(-1)?.status], [false, "running"]);
            tab.cancel();
            await waitFor(false);
            await removeFolder(folder);
          },
          options,
        );
      }

      await step("unread rows are not waited for without end", async (queryWindow) => {
        await queryWindow.run(many);
        await queryWindow.until(({ results, run }) => results[0]!.status === "cut" && run === null);
        assert.match(queryWindow.tab.state.results[0]!.message ?? "", /Nobody wanted more/);
      }, { patience: 200 });

      await step(
        "a cancel frees the tab at once and ends the statement on the server",
        async (queryWindow) => {
          queryWindow.tab.run({ text: sleep, pick: "all" });
          await waitFor(true);
          // `cancel` returns before the server has answered.
          queryWindow.tab.cancel();
          assert.deepEqual([queryWindow.tab.state.run, queryWindow.tab.state.results[0]!.status], [
            null,
            "stopped",
          ]);
          await waitFor(false);
          assert.equal((await queryWindow.run("select 1"))[0]!.status, "done");
        },
      );

      await step(
        "a failing statement reports where, and later ones do not run",
        async (queryWindow) => {
          const text = "select 1;\nselect nothing_here from t;\nselect 3";
          const results = await queryWindow.run(text);
          assert.deepEqual(results.map(({ status }) => status), ["done", "failed"]);
          assert.match(results[1]!.message ?? "", /nothing_here/);
          assert.ok(text.slice(results[1]!.at).startsWith("nothing_here"));
        },
      );

      await step(
        "a killed connection is reported, the next statement reconnects",
        async (queryWindow) => {
          await queryWindow.run("select 1");
          await real.sql(kill);
          await queryWindow.until(({ link }) => link.status === "lost");
          assert.equal((await queryWindow.run("select 2"))[0]!.status, "done");
          queryWindow.tab.run({ text: sleep, pick: "all" });
          await waitFor(true);
          await real.sql(kill);
          await queryWindow.until(({ run }) => run === null);
          const last = queryWindow.tab.state.results.at(-1)!;
          assert.equal(last.status, "failed");
          assert.match(last.message ?? "", /lost/);
        },
      );

      await step("reading refuses to write, on the server", async (queryWindow) => {
        const [result] = await queryWindow.run("delete from t");
        assert.equal(result!.status, "failed");
        assert.match(`${result!.hint}`, /reading/);
        assert.equal(await count(), "3");
      });

      await step("a duplicate key is reported with its value", async (queryWindow) => {
        queryWindow.tab.write(true);
        const [result] = await queryWindow.run("insert into t values (1, 'x')");
        assert.equal(result!.status, "failed");
        assert.match(
          `${result!.message} ${result!.hint}`,
          engine === "postgres"
            ? /duplicate key .* Key \(n\)=\(1\) already exists\.$/
            : /Duplicate entry '1'/,
        );
      });

      await step("a write waits for its decision, and counts with Commit only", async (queryWindow) => {
        queryWindow.tab.write(true);
        for (const [how, left] of [["rollback", "3"], ["commit", "2"]] as const) {
          queryWindow.tab.run({ text: "delete from t where n = 3; select count(*) from t", pick: "all" });
          await queryWindow.until(({ hold }) => hold !== null);
          const { hold } = queryWindow.tab.state;
          assert.deepEqual([hold!.verb, hold!.affected, hold!.everyRow], ["delete", 1, false]);
          assert.deepEqual(hold!.sample?.pairs.map(({ before, after }) => [before?.[0], after]), [[
            "3",
            null,
          ]]);
          assert.equal(queryWindow.tab.run({ text: "select 1", pick: "all" }).ok, false);
          assert.equal(queryWindow.tab.drop(hold!.result).ok, false);
          assert.equal(queryWindow.tab.state.hold, hold);
          assert.equal(await count(), "3");
          await queryWindow.tab.decide(how, queryWindow.tab.state.hold!.result);
          await queryWindow.until(({ run, hold }) => run === null && hold === null);
          assert.equal(await count(), left);
        }
        // A statement after a held write runs only if the write is committed.
        assert.deepEqual(
          queryWindow.tab.state.results.map(({ status, message }) => [status, message ?? ""]),
          [
            ["stopped", "Rolled back: nothing was changed."],
            ["done", "Committed."],
            ["done", ""],
          ],
        );
        await real.sql("insert into t values (3, '')", database);
      });

      await step("a write of every row is called out", async (queryWindow) => {
        queryWindow.tab.write(true);
        queryWindow.tab.run({ text: "update t set s = 'all'", pick: "all" });
        await queryWindow.until(({ hold }) => hold !== null);
        assert.equal(queryWindow.tab.state.hold!.everyRow, true);
        // A decision about another write must not decide this one.
        assert.equal(await queryWindow.tab.decide("commit", "another"), null);
        assert.equal(queryWindow.tab.state.hold!.deciding, false);
        await queryWindow.tab.decide("rollback", queryWindow.tab.state.hold!.result);
        await queryWindow.until(({ run }) => run === null);
      });

      await step(
        "a held write whose connection the server ends is reported as undone",
        async (queryWindow) => {
          queryWindow.tab.write(true);
          queryWindow.tab.run({ text: "delete from t", pick: "all" });
          await queryWindow.until(({ hold }) => hold !== null);
          await real.sql(kill);
          await queryWindow.until(({ hold }) => hold === null);
          assert.match(
            queryWindow.tab.state.results[0]!.message ?? "",
            /^The connection ended before a commit: nothing was changed/,
          );
          assert.equal(await count(), "3");
        },
      );

      await step("a statement that cannot be held is asked about before it runs", async (queryWindow) => {
        queryWindow.tab.write(true);
        await queryWindow.run(atOnce);
        assert.match(queryWindow.tab.state.ask?.why ?? "", /takes effect at once/);
        assert.deepEqual(queryWindow.tab.state.results, []);
        const [result] = await queryWindow.agree();
        assert.equal(result!.status, "done", result!.message);
        assert.equal(queryWindow.tab.state.ask, null);
      });

      await step(
        "earlier statements are not repeated, later ones are asked about again",
        async (queryWindow) => {
          const counts = atOnceAgain.join("; ");
          queryWindow.tab.write(true);
          const first = await queryWindow.run(`select 1; ${counts}; select 3; ${counts}`);
          assert.deepEqual(first.map(({ title }) => title), ["select 1"]);
          const { id, title } = queryWindow.tab.state.ask!;
          assert.equal(title, atOnceAgain[0]);
          const titles: string[] = [];
          while (queryWindow.tab.state.ask) {
            for (const { title } of await queryWindow.agree()) titles.push(title);
          }
          assert.deepEqual(titles, [...atOnceAgain, "select 3", ...atOnceAgain]);
          // A second click finds no open question.
          assert.deepEqual(queryWindow.tab.answer(id, "run"), { ok: true });
          assert.equal(queryWindow.tab.state.run, null);
          assert.equal(queryWindow.tab.state.results.length, 2 + 2 * atOnceAgain.length);
        },
      );

      await step(
        "an answer decides over the question that it names, as long as it is asked",
        async (queryWindow) => {
          const results = () => queryWindow.tab.state.results.length;
          for (
            const [ends, when] of [
              [() => queryWindow.tab.answer("another", "run"), "another is named"],
              [() => queryWindow.tab.answer(queryWindow.tab.state.ask!.id, "leave"), "it was left"],
              [() => queryWindow.tab.write(false), "the tab is reading"],
              [
                () =>
                  queryWindow.queryWindow.setServer({
                    ...SERVER,
                    host: real.host,
                    port: real.port,
                    engine,
                    database,
                  }),
                "the server is another",
              ],
              [() => queryWindow.tab.run({ text: "select 2", pick: "all" }), "something else ran"],
            ] as const
          ) {
            queryWindow.tab.write(true);
            const before = results();
            await queryWindow.run(atOnce);
            const { id } = queryWindow.tab.state.ask!;
            ends();
            await queryWindow.until(({ run }) => run === null);
            const after = results();
            if (when !== "another is named") {
              assert.equal(queryWindow.tab.state.ask, null, when);
              queryWindow.tab.answer(id, "run");
            }
            assert.equal(queryWindow.tab.state.run, null, when);
            assert.equal(results(), after, when);
            assert.equal(after - before, when === "something else ran" ? 1 : 0, when);
          }
        },
      );

      if (engine === "mysql") {
        await step(
          "a statement that cannot be held waits only briefly for locks",
          async (queryWindow) => {
            const other = await sessionOn(real, { engine, database });
            const held = await other.hold({ sql: "delete from t" }, { columns: () => {}, row: () => true });
            assert.ok(held.ok);
            queryWindow.tab.write(true);
            await queryWindow.run("alter table t add column c int");
            const [result] = await queryWindow.agree();
            assert.match(result!.message ?? "", /lock wait timeout/i);
            await held.rollback();
            await other.close();
          },
        );

        await step("a later failure is reported at its own result", async (queryWindow) => {
          await real.sql(
            "delimiter //\ncreate procedure failing() begin select seq from seq_1_to_3; " +
              "select (select s.seq from seq_1_to_3 s where s.seq < t.seq) as n from seq_1_to_3 t; end//\n",
            database,
          );
          queryWindow.tab.write(true);
          await queryWindow.run("call failing()");
          const results = await queryWindow.agree();
          assert.deepEqual(results.map(({ status }) => status), ["done", "failed"]);
          assert.match(results[1]!.message ?? "", /more than 1 row/);
        });
      }

      await step("parameters travel beside the text", async (queryWindow) => {
        const [result] = await queryWindow.run("select n from t where s = :what or n = :n", {
          values: { what: "a' or 'a' = 'a", n: "2" },
        });
        assert.deepEqual(await queryWindow.rows(result!), [["2"]]);
        const [none] = await queryWindow.run("select coalesce(:x, 'null')", { values: { x: null } });
        assert.deepEqual(await queryWindow.rows(none!), [["null"]]);
      });

      await step(
        "remarks of the server are shown with the result, cut if too many",
        async (queryWindow) => {
          queryWindow.tab.write(true);
          queryWindow.tab.run({ text: remark, pick: "all" });
          await queryWindow.until(({ hold, run, ask }) => hold !== null || run === null || ask !== null);
          if (queryWindow.tab.state.ask) await queryWindow.agree();
          const { hold } = queryWindow.tab.state;
          if (hold) await queryWindow.tab.decide("commit", hold.result);
          await queryWindow.until(({ run }) => run === null);
          assert.match(queryWindow.tab.state.results.at(-1)!.notices.join(), /nothing_of_this_name/);
          queryWindow.tab.write(false);
          const [loud] = await queryWindow.run(noise);
          assert.equal(loud!.status, "done", loud!.message);
          assert.ok(loud!.notices.length > 50, `${loud!.notices.length}`);
          if (engine === "postgres") assert.deepEqual([loud!.notices.length, loud!.moreNotices], [200, 100]);
        },
      );

      await step(
        "the plan of a statement is asked for, and the statement does not run",
        async (queryWindow) => {
          const [result] = await queryWindow.run("select * from t", { explain: "plan" });
          assert.equal(result!.kind, "plan");
          const [[plan]] = await queryWindow.rows(result!) as [[string]];
          assert.match(plan, engine === "postgres" ? /"Node Type"/ : /"query_block"/);
        },
      );

      await step("rows that have come are put into order and filtered", async (queryWindow) => {
        const [result] = await queryWindow.run(many);
        queryWindow.tab.fetch(result!.id, 2000);
        await queryWindow.until(({ results }) => results[0]!.rows === 2000);
        const read = async (view: Parameters<typeof queryWindow.tab.rows>[1]) => {
          const rows = await queryWindow.tab.rows(result!.id, view)!.read(0, 3, new AbortController().signal);
          assert.ok(rows.ok);
          return [rows.total, rows.rows.map(({ cells, rowNumber }) => [cells[0], rowNumber])];
        };
        assert.deepEqual(await read({ sort: { column: 0, descending: true }, filter: "" }), [
          2000,
          [["2000", 1999], ["1999", 1998], ["1998", 1997]],
        ]);
        assert.deepEqual(await read({ sort: null, filter: "99" }), [
          // The numbers up to 2000 that contain 99.
          (await Promise.resolve(
            Array.from({ length: 2000 }, (_, n) => String(n + 1)).filter((n) => n.includes("99")),
          )).length,
          [["99", 98], ["199", 198], ["299", 298]],
        ]);
      });

      for (
        const [format, first] of [["csv", "n\n1\n2\n"], ["jsonl", '{"n":1}\n{"n":2}\n'], [
          "xlsx",
          "PK",
        ]] as const
      ) {
        await step(
          `a result goes to a file as ${format}, whole and without being shown`,
          async (queryWindow) => {
            const folder = await Deno.makeTempDir();
            const file = join(folder, `rows.${format}`);
            assert.ok((await queryWindow.tab.export({ format, file, text: many, pick: "all" })).ok);
            await queryWindow.until((tab) => tab.export?.status !== "running");
            assert.deepEqual([queryWindow.tab.state.export?.status, queryWindow.tab.state.export?.rows], [
              "done",
              100_000,
            ]);
            assert.equal((await Deno.readTextFile(file)).startsWith(first), true);
            assert.deepEqual(queryWindow.tab.state.results, []);
            // A result that is shown in part is fetched completely.
            const [result] = await queryWindow.run(many);
            assert.ok((await queryWindow.tab.export({ format, file: `${file}2`, result: result!.id })).ok);
            await queryWindow.until((tab) => tab.export?.status !== "running");
            assert.deepEqual(await Deno.readFile(`${file}2`), await Deno.readFile(file));
            await removeFolder(folder);
          },
        );
      }

      await step("a disk that gets full keeps what has come, and says so", async (queryWindow) => {
        const [result] = await queryWindow.run(many);
        queryWindow.tab.fetch(result!.id, Infinity);
        await queryWindow.until(({ run }) => run === null);
        const now = queryWindow.tab.state.results[0]!;
        assert.equal(now.status, "cut");
        assert.match(now.message ?? "", /No more rows fit/);
        assert.ok(now.rows >= 500 && now.rows < 100_000, String(now.rows));
        assert.deepEqual(await queryWindow.rows(now, 10, 1), [["11"]]);
        assert.equal((await queryWindow.run("select 1"))[0]!.status, "done");
      }, { free: () => 1024 });

      await step("a result without end is held up, and ended by the next statement", async (queryWindow) => {
        const [result] = await queryWindow.run(endless);
        assert.equal(result!.status, "more");
        assert.equal((await queryWindow.run("select 1"))[0]!.status, "done");
      });

      await step(
        "many columns, equal names and large cells are shown, and read whole",
        async (queryWindow) => {
          const columns = Array.from({ length: 1600 }, (_, n) => `${n} as c${n % 800}`).join(", ");
          const [wide] = await queryWindow.run(`select ${columns}`);
          assert.equal(wide!.columns, 1600);
          assert.equal((await queryWindow.rows(wide!))[0]![1599], "1599");
          const [large] = await queryWindow.run("select repeat('ä', 5000000) as text, 'x' as text");
          const [row] = await queryWindow.rows(large!);
          assert.ok(row![0]!.length <= 2000);
          assert.equal((await queryWindow.tab.cell(large!.id, 0, 0))!.length, 5_000_000);
          assert.equal(row![1], "x");
        },
      );

      for (
        const leaving of engine === "postgres"
          ? [
            "copy t to stdout",
            "copy t from stdin",
            "commit",
            "begin read write",
            "set transaction read write",
            "do $$ begin delete from t; end $$",
            "with d as (delete from t returning 1) select * from d",
            "explain analyze delete from t",
            "select 1; commit; delete from t",
            "lock t",
          ]
          : [
            "commit",
            "start transaction read write",
            "set statement tx_read_only = 0 for delete from t",
            "select * from t into outfile '/tmp/kedge-never'",
            "/*! delete from t */",
            "set session transaction read write",
            "load data local infile '/etc/passwd' into table t",
            "select 1; commit; delete from t",
            "create table never (n int)",
          ]
      ) {
        await step(`reading is not left by: ${leaving}`, async (queryWindow) => {
          await queryWindow.run(leaving);
          await queryWindow.run("delete from t");
          assert.equal(await count(), "3");
          assert.equal((await queryWindow.run("select 1"))[0]!.status, "done");
        });
      }

      await step("a file that is there is replaced on request only", async (queryWindow) => {
        const folder = await Deno.makeTempDir();
        const file = join(folder, "rows.csv");
        await Deno.writeTextFile(file, "of the user");
        const request = { format: "csv", file, text: "select 1 as a", pick: "all" } as const;
        assert.deepEqual(await queryWindow.tab.export(request), { ok: true, value: { exists: true } });
        assert.equal(await Deno.readTextFile(file), "of the user");
        assert.ok((await queryWindow.tab.export({ ...request, replace: true })).ok);
        await queryWindow.until((tab) => tab.export?.status === "done");
        assert.equal(await Deno.readTextFile(file), "a\n1\n");
        assert.equal((await Array.fromAsync(Deno.readDir(folder))).length, 1);
        await removeFolder(folder);
      });

      await step(
        "many statements: the newest results are kept, others are counted",
        async (queryWindow) => {
          await queryWindow.run(Array.from({ length: 25 }, (_, n) => `select ${n}`).join(";"));
          const { results, dropped } = queryWindow.tab.state;
          assert.deepEqual([results.length, dropped, results.at(-1)!.title], [20, 5, "select 24"]);
        },
      );

      await step("an export beside rows that wait takes nothing from them", async (queryWindow) => {
        const [result] = await queryWindow.run(many);
        assert.equal(result!.status, "more");
        const { ms } = result!;
        assert.ok(ms !== undefined, "how long the server took is known");
        const since = performance.now();
        await new Promise((resolve) => setTimeout(resolve, 1500));
        const folder = await Deno.makeTempDir();
        const file = join(folder, "rows.csv");
        assert.ok((await queryWindow.tab.export({ format: "csv", file, text: many, pick: "all" })).ok);
        await queryWindow.until((tab) => tab.export?.status !== "running");
        assert.equal(queryWindow.tab.state.export?.status, "done");
        const shown = () => queryWindow.tab.state.results.find(({ id }) => id === result!.id)!;
        assert.equal(shown().status, "more");
        queryWindow.tab.fetch(result!.id, result!.rows + 10);
        await queryWindow.until(() => shown().rows >= result!.rows + 10);
        // The time during which the user reads rows does not count for the statement.
        await queryWindow.until(({ run }) => run?.paused === true);
        const passed = performance.now() - since;
        assert.ok(shown().ms! < ms! + passed - 1400, `${shown().ms} after ${ms}, ${passed} ms later`);
        queryWindow.tab.cancel();
        // The message about the export stays until another statement runs.
        await queryWindow.run("select 1");
        assert.equal(queryWindow.tab.state.export, null);
        await removeFolder(folder);
      });

      await step(
        "the rows of an export that is stopped wait again until they are wanted",
        async (queryWindow) => {
          const folder = await Deno.makeTempDir();
          const { tab } = queryWindow;
          const [result] = await queryWindow.run(many);
          assert.ok(
            (await tab.export({ format: "csv", file: join(folder, "rows.csv"), result: result!.id })).ok,
          );
          assert.equal(tab.state.run?.paused, false);
          tab.cancelExport();
          await queryWindow.until((tab) => tab.export?.status === "stopped" && (tab.run?.paused ?? true));
          assert.equal(tab.state.results[0]!.status, "more");
          tab.fetch(result!.id, Infinity);
          await queryWindow.until(({ run }) => run === null);
          assert.deepEqual([tab.state.results[0]!.status, tab.state.results[0]!.rows], ["done", 100_000]);
          await removeFolder(folder);
        },
      );

      await step("an export that is stopped or refused leaves no file", async (queryWindow) => {
        const folder = await Deno.makeTempDir();
        const file = join(folder, "rows.csv");
        assert.ok((await queryWindow.tab.export({ format: "csv", file, text: sleep, pick: "all" })).ok);
        await waitFor(true);
        queryWindow.tab.cancelExport();
        await queryWindow.until((tab) => tab.export?.status === "stopped");
        await waitFor(false);
        assert.ok(
          (await queryWindow.tab.export({ format: "csv", file, text: "delete from t", pick: "all" })).ok,
        );
        await queryWindow.until((tab) => tab.export?.status === "failed");
        assert.deepEqual(await Array.fromAsync(Deno.readDir(folder)), []);
        assert.equal(
          (await queryWindow.tab.export({ format: "csv", file: "rows.csv", text: "select 1", pick: "all" }))
            .ok,
          false,
        );
        await removeFolder(folder);
      });

      await t.step({
        name:
          "an export that the disk does not hold says so at once, and its statement is ended on the server",
        ignore: !has("tmpfs"),
        async fn() {
          const queryWindow = await open();
          const { tab } = queryWindow;
          const disk = await Deno.makeTempDir({ prefix: "kedge-disk-" });
          await exec(["mount", "-t", "tmpfs", "-o", "size=400k", "kedge-test", disk]);
          try {
            const file = join(disk, "rows.csv");
            assert.ok((await tab.export({ format: "csv", file, text: endless, pick: "all" })).ok);
            await queryWindow.until((tab) => tab.export?.status !== "running");
            const { status, message } = tab.state.export!;
            assert.deepEqual([status, message], ["failed", `${file} was not written: the disk is full`]);
            assert.deepEqual(await Array.fromAsync(Deno.readDir(disk)), []);
            for (const isOver = beginWait(60_000); (await real.sql(endlessRuns)).trim() !== "0";) {
              assert.ok(!isOver(), "it still runs");
            }
            assert.equal((await queryWindow.run("select 1"))[0]!.status, "done");
            assert.deepEqual([queryWindow.logins(), tab.state.link.status], [1, "open"]);
          } finally {
            await queryWindow.close();
            await exec(["umount", "-l", disk]);
            await removeFolder(disk);
          }
        },
      });
    } finally {
      await real.stop();
    }
  });
}

Deno.test("the texts and the history of a query window outlive it", async () => {
  const folder = await Deno.makeTempDir();
  const real = { host: "127.0.0.1", port: 1, user: "u", password: "p" };
  const first = await openQueryWindow(real, { engine: "postgres" }, { folder });
  const [tab] = first.queryWindow.state.tabs;
  first.queryWindow.keepText(tab!.id, "select 1 -- not finished");
  first.queryWindow.addTab("select 2");
  first.queryWindow.save("two", "select 2");
  await first.run("select 3");
  assert.match(first.tab.state.results[0]!.message ?? "", /Nothing accepts connections/);
  assert.equal(first.queryWindow.keepText(tab!.id, "x".repeat(500_000)).ok, false);
  // A tab closed by mistake can be reopened.
  assert.equal(first.queryWindow.reopenTab().ok, false);
  const closed = first.queryWindow.state.tabs.find(({ title }) => title === "Query 2")!;
  await first.queryWindow.closeTab(closed.id);
  assert.ok(first.queryWindow.reopenTab().ok);
  // Statements with passwords are not stored on disk.
  const planted = "alter user bob password 'planted-hush'";
  first.queryWindow.addTab(`${planted};\nselect 4`);
  assert.equal(first.queryWindow.save("bob", planted).ok, false);
  await first.run(planted);
  await first.close();
  for await (const { name } of Deno.readDir(join(folder, "queries"))) {
    assert.equal(
      (await Deno.readTextFile(join(folder, "queries", name))).includes("planted-hush"),
      false,
      name,
    );
  }
  const second = await openQueryWindow(real, { engine: "postgres" }, { folder });
  const { tabs } = second.queryWindow.state;
  assert.deepEqual(tabs.map(({ id, title }) => [title, second.queryWindow.text(id)]), [
    ["Query 1", "select 1 -- not finished"],
    ["Query 2", "select 2"],
    ["Query 3", "alter user bob password ‹not kept›;\nselect 4"],
  ]);
  assert.deepEqual(second.queryWindow.past().map(({ name, title }) => [name, title]), [["two", "select 2"]]);
  await second.close();
  // Only the user may read the files; a damaged file is moved aside.
  for await (const { name } of Deno.readDir(join(folder, "queries"))) {
    const path = join(folder, "queries", name);
    assert.equal((await Deno.stat(path)).mode! & 0o777, 0o600);
    await Deno.writeTextFile(path, '{"tabs": [');
  }
  const third = await openQueryWindow(real, { engine: "postgres" }, { folder });
  assert.deepEqual(third.queryWindow.state.tabs.map(({ title }) => title), ["Query 1"]);
  await third.close();
  const names = (await Array.fromAsync(Deno.readDir(join(folder, "queries")))).map(({ name }) => name);
  assert.equal(names.filter((name) => name.endsWith(".damaged")).length > 0, true, names.join());
  await removeFolder(folder);
});
