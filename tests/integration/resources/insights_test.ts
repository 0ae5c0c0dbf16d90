import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import type { QueryWindowState } from "../../../src/core/state/query_window.ts";
import type { RowSource } from "../../../src/core/resources/rows.ts";
import { startFakeInsights } from "../../support/cloud/fake_insights.ts";
import { putLines } from "../../support/cloud/put_lines.ts";
import { startQueryWindow } from "../../support/sql/query_app.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { keysAlone } from "../../unit/core/app/fixtures.ts";
import { ACCOUNT, asUser } from "./stage.ts";

const WEB = "/aws/lambda/web", ORDERS = "/aws/lambda/orders", IDS = "/aws/lambda/ids";
const REGION = "eu-central-1";
const { signal } = new AbortController();

async function rowsOf<Row>(source: RowSource<Row> | null): Promise<readonly Row[]> {
  const read = await source!.read(0, 1000, signal);
  if (!read.ok) throw new Error(read.error);
  return read.rows;
}

Deno.test("log groups are asked in a query window as servers are", async (test) => {
  await asUser(async ({ moto, at }) => {
    const insights = startFakeInsights(moto.url);
    const now = Date.now();
    const ago = (minutes: number) => now - minutes * 60_000;
    await putLines(at, WEB, [
      { at: ago(90), text: '{"level":"error","ms":7,"text":"long ago"}' },
      { at: ago(20), text: '{"level":"error","ms":12,"text":"no room"}' },
      { at: ago(10), text: '{"level":"info","ms":900,"text":"GET /"}' },
      { at: ago(5), text: '{"level":"error","ms":30,"text":"lost"}' },
    ]);
    await putLines(at, ORDERS, [{ at: ago(7), text: "START" }], "2026/two");
    const before = Deno.env.toObject();
    Deno.env.set("AWS_ENDPOINT_URL", moto.url);
    Deno.env.set("AWS_ENDPOINT_URL_CLOUDWATCH_LOGS", insights.url);
    const accounts = [{ accountId: ACCOUNT, region: REGION, secrets: [], ecsClusters: [] }];
    const stage = await startQueryWindow([], {
      config: { accounts },
      credentials: keysAlone(at.credentials),
    });
    const { app, home } = stage;
    const open = async (...groups: string[]): Promise<QueryWindowState> => {
      deepEqual(await app.dispatch({ name: "queryLogs", account: ACCOUNT, role: "", groups }), { ok: true });
      return app.store.get().queryWindows.at(-1)!;
    };
    const count = (wanted: string) => insights.called.filter(({ operation }) => operation === wanted).length;
    const newest = () => app.store.get().queryWindows.at(-1)!;
    const run = async (text: string, values?: Record<string, string>) => {
      const { server, tabs: [tab] } = newest();
      const done = await app.dispatch({
        ...{ name: "runQuery" as const, server, tab: tab!.id, text, pick: "all" as const },
        ...(values ? { values } : {}),
      });
      if (!done.ok) throw new Error(done.error);
      await waitFor("its end", () => newest().tabs[0]!.run === null);
      const result = newest().tabs[0]!.results.at(-1)!;
      return { server, tab: tab!.id, result };
    };
    const cells = async ({ server, tab, result: { id } }: Awaited<ReturnType<typeof run>>) =>
      (await rowsOf(app.queries.queryWindows.rows(server, tab, id, { sort: null, filter: "" }))).map((row) =>
        row.cells
      );
    try {
      await test.step("queryLogs opens a window that begins with a query, and knows where it is", async () => {
        const { server, engine, found, tabs: [tab] } = await open(WEB);
        equal(engine, "logs");
        equal(found?.name, WEB);
        equal(found?.region, REGION);
        const [text] = await rowsOf(app.queries.queryWindows.text(server, tab!.id));
        match(text!, /^fields @timestamp, @message\n/);
      });

      await test.step("a query gives its rows, with kinds that sort and draw, and what it has read", async () => {
        const ran = await run("fields @timestamp, level, ms | sort ms desc");
        equal(ran.result.status, "done", ran.result.message);
        deepEqual((await cells(ran)).map(([, level, ms]) => [level, ms]), [["info", "900"], ["error", "30"], [
          "error",
          "12",
        ]]);
        const columns = await rowsOf(app.queries.queryWindows.columns(ran.server, ran.tab, ran.result.id));
        deepEqual(columns.map(({ name, kind, type }) => [name, kind, type]), [
          ["@timestamp", "time", "time"],
          ["level", "text", "text"],
          ["ms", "integer", "integer"],
          ["@ptr", "text", "pointer"],
        ]);
        match(ran.result.notices.join("\n"), /COST: \d+ bytes scanned: 3 of 3 lines matched\./);
      });

      const TIMES: [values: Record<string, string>, rows: number][] = [
        [{}, 3],
        [{ since: "2h", until: "" }, 4],
        [{ since: "15m", until: "" }, 2],
        [{ since: "2h", until: "15m" }, 2],
        [{ since: new Date(ago(12)).toISOString(), until: new Date(ago(8)).toISOString() }, 1],
      ];
      await test.step("it looks between the moments that are chosen", async () => {
        for (const [values, rows] of TIMES) {
          equal((await run("fields @message", values)).result.rows, rows, JSON.stringify(values));
        }
      });

      const WRONG: [values: Record<string, string>, query: string, says: RegExp, at?: number][] = [
        [{}, "fields @message\n| filtr x", /unexpected symbol found filtr/, 18],
        [{ since: "soon", until: "" }, "fields a", /“soon” is no time/],
        [{ since: "5m", until: "10m" }, "fields a", /ends before it begins/],
        [{}, `fields ${"a".repeat(10_001)}`, /at most 10,000 characters/],
      ];
      await test.step("a mistake in the query is reported with its position", async () => {
        for (const [values, query, says, at] of WRONG) {
          const { result } = await run(query, values);
          equal(result.status, "failed");
          match(result.message!, says);
          if (at !== undefined) equal(result.at, at);
        }
        equal(newest().tabs[0]!.link.status, "open", "the connection is no worse for it");
      });

      await test.step("showAround opens the log at the line of a row; a row that counts has none", async () => {
        const ran = await run("fields @message | filter level = error | sort @timestamp desc");
        const { result: { id: result }, ...tab } = ran;
        deepEqual(await app.dispatch({ name: "showAround", ...tab, result, row: 1 }), { ok: true });
        const { params } = app.store.get().windows.findLast(({ page }) => page === "logs")!;
        deepEqual(
          { ...params },
          {
            account: ACCOUNT,
            region: REGION,
            groups: WEB,
            stream: "2026/one",
            at: String(ago(20)),
            role: "",
          },
        );
        const counted = await run("stats count(*) as n by level");
        const none = await app.dispatch({ name: "showAround", ...tab, result: counted.result.id, row: 0 });
        ok(!none.ok && /no line of a log/.test(none.error));
      });

      await test.step("a file of it holds no pointers", async () => {
        const { server, tab, result } = await run("fields level, ms | sort ms");
        const file = join(home, "rows.csv");
        deepEqual(
          (await app.dispatch({ name: "exportRows", server, tab, result: result.id, format: "csv", file }))
            .ok,
          true,
        );
        await waitFor("the file", () => newest().tabs[0]!.export?.status === "done");
        deepEqual((await Deno.readTextFile(file)).replace(/^\ufeff/, "").trim().split(/\r?\n/), [
          "level,ms",
          "error,12",
          "error,30",
          "info,900",
        ]);
      });

      await test.step("Cancel stops it at AWS", async () => {
        insights.looks = Infinity;
        const { server, tabs: [tab] } = newest();
        const looks = count("GetQueryResults");
        await app.dispatch({ name: "runQuery", server, tab: tab!.id, text: "fields a", pick: "all" });
        await waitFor("a look", () => count("GetQueryResults") > looks);
        await app.dispatch({ name: "cancelQuery", server, tab: tab!.id });
        await waitFor("its stop", () => count("StopQuery") === 1);
        insights.looks = 1;
        equal(newest().tabs[0]!.results.at(-1)!.status, "stopped");
        equal((await run("fields @message")).result.status, "done", "the next one runs");
      });

      await test.step("a file of it has every digit of ids", async () => {
        await putLines(at, IDS, [
          {
            at: ago(6),
            text: '{"account":"012345678901","trace":"12345678901234567890","mixed":"9007199254740993"}',
          },
          { at: ago(5), text: '{"account":"112345678901","trace":"7","mixed":"1.5"}' },
        ]);
        await open(IDS);
        const { server, tab, result } = await run("fields account, trace, mixed | sort account");
        const file = join(home, "ids.jsonl");
        await app.dispatch({ name: "exportRows", server, tab, result: result.id, format: "jsonl", file });
        await waitFor("the file", () => newest().tabs[0]!.export?.status === "done");
        deepEqual((await Deno.readTextFile(file)).trim().split("\n"), [
          '{"account":"012345678901","trace":"12345678901234567890","mixed":"9007199254740993"}',
          '{"account":"112345678901","trace":7,"mixed":"1.5"}',
        ]);
      });

      await test.step("a query that would read more than the user's bound is asked about first", async () => {
        await app.dispatch({
          name: "closeWindow",
          window: app.store.get().windows.find(({ page }) => page === "query")!.id,
        });
        // One hour of a log group with 216 TB in 30 days is 300 GB.
        insights.stored = 216e12;
        const started = count("StartQuery");
        await open(WEB);
        const { server, tab, result } = await run("fields @message");
        equal(result.status, "stopped");
        const { ask } = newest().tabs[0]!;
        match(ask!.why, /^It would scan about 279 GB\. Run it all the same\?$/);
        equal(count("StartQuery"), started, "nothing was read");
        await app.dispatch({ name: "answerAsked", server, tab, ask: ask!.id, how: "run" });
        await waitFor("its end", () => newest().tabs[0]!.run === null);
        equal(newest().tabs[0]!.results.at(-1)!.status, "done");
        match(newest().tabs[0]!.results.at(-1)!.notices.join(), /About 279 GB to scan/);
        const file = join(home, "over.csv"), text = "fields @message";
        await app.dispatch({ name: "exportRows", server, tab, text, pick: "all", format: "csv", file });
        await waitFor("its end", () => newest().tabs[0]!.export?.status === "failed");
        const { message, hint } = newest().tabs[0]!.export!;
        deepEqual([message, hint], [
          "It reads more than is read without asking.",
          "Run it, agree, then export its result.",
        ]);
        insights.stored = null;
      });

      await test.step("several groups are one log, and the catalog has the fields of each", async () => {
        const { server } = await open(WEB, ORDERS);
        equal((await run("fields @log, @message")).result.rows, 4);
        const tree = await rowsOf(app.queries.queryWindows.catalog(server, "", [`g:${WEB}`]));
        deepEqual(tree.filter(({ kind }) => kind === "schema").map(({ name }) => name), [ORDERS, WEB]);
        const fields = tree.filter(({ kind, schema }) => kind === "column" && schema === WEB);
        ok(fields.some(({ name }) => name === "level") && fields.some(({ name }) => name === "@message"));
        const offers = await rowsOf(app.queries.queryWindows.complete(server, "", "", "le"));
        deepEqual(offers.map(({ name }) => name), ["level"]);
        const found = await rowsOf(app.queries.queryWindows.catalog(server, "lev", []));
        deepEqual(found.filter(({ kind }) => kind === "column").map(({ name }) => name), ["level"]);
      });

      await test.step("a waiting query is stopped at AWS when its window is closed", async () => {
        insights.looks = Infinity;
        const { server, tabs: [tab] } = newest();
        const looks = count("GetQueryResults");
        await app.dispatch({ name: "runQuery", server, tab: tab!.id, text: "fields a", pick: "all" });
        await waitFor("a look", () => count("GetQueryResults") > looks);
        const window = app.store.get().windows.find(({ params }) => params.server === server)!;
        await app.dispatch({ name: "closeWindow", window: window.id });
        await waitFor("its stop", () => count("StopQuery") === 2);
      });
    } finally {
      for (const name of Object.keys(Deno.env.toObject())) if (!(name in before)) Deno.env.delete(name);
      for (const [name, value] of Object.entries(before)) Deno.env.set(name, value);
      await stage.close();
      await insights.stop();
    }
  });
});
