import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createLink } from "../../../../src/core/sql/query_window/link.ts";
import { decided, failedResult } from "../../../../src/core/sql/query_window/outcome.ts";
import { createRemade } from "../../../../src/core/sql/query_window/query_window.ts";
import type { ResultState, TabState } from "../../../../src/core/state/query_window.ts";
import { withoutWords } from "../../../../src/core/sql/query_window/crash.ts";
import { createEntry, type ResultEntry } from "../../../../src/core/sql/query_window/entry.ts";
import { createSinks } from "../../../../src/core/sql/query_window/sinks.ts";
import type { Column } from "../../../../src/core/sql/driver/mod.ts";
import { createTabTransaction } from "../../../../src/core/sql/query_window/transaction.ts";
import { runStatements } from "../../../../src/core/sql/query_window/run.ts";
import { dialectOf } from "../../../../src/core/sql/text/dialect.ts";
import { openTexts, readPast, renameTexts } from "../../../../src/core/sql/query_window/texts.ts";
import { testFolder } from "../../../support/folder.ts";

const SERVER = { name: "x", engine: "postgres", host: "127.0.0.1", port: 1, tls: false } as const;

Deno.test("session() asks for a login of its own when the sign-in before it was stopped", async () => {
  const given = Promise.withResolvers<null>();
  let asked = 0;
  const link = createLink({
    server: () => SERVER,
    login: () => ++asked === 1 ? given.promise : Promise.resolve(null),
    changed: () => {},
    notice: () => {},
  });
  const stop = new AbortController();
  const first = link.session(stop.signal);
  stop.abort();
  const second = link.session(new AbortController().signal);
  given.resolve(null);
  equal(await first, null);
  equal(await second, null);
  equal(asked, 2);
});

const ROLLED_BACK = [
  ["user", /^Rolled back: nothing was changed\.$/],
  ["time", /^Rolled back, because nobody decided in time/],
  ["server", /^The server ended the transaction and rolled it back/],
  // The server may hold the transaction still.
  ["loss", /^The connection ended before a commit: nothing was changed\. Until the server has noticed/],
] as const;
for (const [by, words] of ROLLED_BACK) {
  Deno.test(`decided() says what is known when a write was rolled back by ${by}`, () => {
    match(decided({ kind: "rolled-back", by }).message ?? "", words);
  });
}

const READING = /^This tab is reading\. Switch it to Writing/;
const REFUSED = {
  ok: false,
  kind: "refused",
  message: "Only statements that read are let through",
  hint: "",
} as const;
const BY_SERVER = {
  ok: false,
  kind: "query",
  message: "read-only transaction",
  hint: "",
  code: "25006",
} as const;
const OTHER = { ok: false, kind: "query", message: "syntax error", hint: "", code: "42601" } as const;

const CASES: readonly (readonly [
  what: string,
  failure: typeof REFUSED | typeof BY_SERVER | typeof OTHER,
  writing: boolean,
  wouldWrite: boolean,
])[] = [
  ["was not sent because it does not only read", REFUSED, false, true],
  ["the server refused because it writes", BY_SERVER, false, true],
  ["was not sent, in a tab that writes", REFUSED, true, false],
  ["a server that only reads refused, in a tab that writes", BY_SERVER, true, false],
  ["is no SQL", OTHER, false, false],
];
for (const [what, failure, writing, wouldWrite] of CASES) {
  Deno.test(`failedResult() ${wouldWrite ? "leads to Writing" : "says nothing of Writing"} for what ${what}`, () => {
    const result = failedResult(failure, undefined, "x", writing);
    equal(result.wouldWrite === true, wouldWrite);
    equal(READING.test(result.hint ?? ""), wouldWrite);
  });
}

const RESULTS: readonly (readonly [title: string, status: string, kind: string, tells: boolean])[] = [
  ["create table t (n int)", "done", "rows", true],
  ["DROP VIEW v", "done", "rows", true],
  ["create table t (n int)", "running", "rows", false],
  ["create table t (n int)", "failed", "rows", false],
  ["alter table t add n int", "stopped", "rows", false],
  ["create table t as select 1", "done", "plan", false],
  ["select 'create'", "done", "rows", false],
];
for (const [title, status, kind, tells] of RESULTS) {
  Deno.test(`createRemade() ${tells ? "tells once" : "tells nothing"} of ${title}, ${status}, ${kind}`, () => {
    let told = 0;
    const watch = createRemade(() => told++);
    const tabs = [{ results: [{ id: "1", title, status, kind }] }] as unknown as TabState[];
    for (let time = 0; time < 2; time++) watch(tabs);
    equal(told, tells ? 1 : 0);
  });
}

Deno.test("createRemade() tells once more when the transaction of a new table is over and its result closed", () => {
  let told = 0;
  const watch = createRemade(() => told++);
  const title = "create table t (n int)";
  const results = [{ id: "1", title, status: "done", kind: "rows" }];
  const writes = [{ result: "1", title }, { result: "2", title }, { result: "3", title: "delete from t" }];
  const seen: readonly (readonly [tab: unknown, told: number])[] = [
    [{ results, transaction: null }, 1],
    [{ results, transaction: { writes } }, 1],
    [{ results: [], transaction: { writes } }, 1],
    [{ results: [], transaction: null }, 2],
    [{ results: [], transaction: null }, 2],
  ];
  for (const [tab, times] of seen) {
    watch([tab] as TabState[]);
    equal(told, times);
  }
});

const WORDS = "select 's3cret'\n    at s3cret";
const renamed = new Error(WORDS);
// Reading the stack fixes its text, so the message is changed only after it.
match(renamed.stack!, /s3cret/);
renamed.message = "another s3cret";
const THROWN: readonly (readonly [name: string, error: unknown, logged: RegExp])[] = [
  ["an error of the language", new TypeError(WORDS), /^TypeError\n {4}at .*tab_test/],
  ["one of the system", Object.assign(new Error(WORDS), { code: "ENOSPC" }), /^Error ENOSPC\n {4}at /],
  ["one whose code is no code", Object.assign(new Error(WORDS), { code: "s3cret" }), /^Error\n {4}at /],
  ["one whose words were changed", renamed, /^Error$/],
  ["what is no error", "s3cret", /^Error: a failure of Kedge's own\n/],
];
for (const [name, error, logged] of THROWN) {
  Deno.test(`withoutWords() tells where and leaves out the words of ${name}`, () => {
    const { stack = "" } = withoutWords(error);
    match(stack, logged);
    doesNotMatch(stack, /s3cret/);
  });
}

Deno.test("runStatements() logs where Kedge failed, without the statement's text", async () => {
  const text = "select 's3cret'";
  const logged: unknown[] = [];
  let state: Partial<ResultState> = {};
  const entry = {
    patch: (change: Partial<ResultState>) => void (state = { ...state, ...change }),
    waited: () => 0,
  };
  const { done } = runStatements({
    server: { name: "x", engine: "postgres", host: "127.0.0.1", port: 1, tls: false },
    isStill: () => true,
    link: {
      isOutdated: false,
      state: { status: "none", backslash: null },
      session: () => Promise.reject(new RangeError(`too long: ${text}`)),
      doubt: () => {},
      close: () => Promise.resolve(),
    },
    transaction: createTabTransaction(() => true, { changed: () => {}, ended: () => {} }),
    spillFolder: () => Promise.reject(new Error("not reached")),
    request: { text, pick: "all" },
    ranges: [{ start: 0, end: text.length }],
    agreed: null,
    dialect: () => dialectOf("postgres"),
    writing: false,
    now: Date.now,
    add: () => entry as unknown as ResultEntry,
    step: () => {},
    hold: () => {},
    ask: () => {},
    ran: () => () => {},
    onError: (error) => void logged.push(error),
  });
  await done;
  equal(state.status, "failed");
  equal(state.message, `Kedge failed: too long: ${text}`);
  equal(state.hint, "The log file says where.");
  equal(logged.length, 1);
  const { stack = "" } = logged[0] as Error;
  match(stack, /^RangeError\n {4}at /);
  doesNotMatch(stack, /s3cret/);
});

/** Returns the result of a statement, in memory. It waits after one row until more are wanted. */
function waiting() {
  const paused: boolean[] = [];
  const start = { title: "select n", kind: "rows", startedAt: 0 } as const;
  const entry = createEntry("select n", 1, start, {
    changed: () => {},
    paused: (now) => void paused.push(now),
  });
  const folder = { folder: "/nonexistent", free: () => Promise.resolve(null) };
  const take = () => entry.take(Buffer.from("1"), new Int32Array([0, 1]));
  return { entry, folder, paused, take };
}
const N: readonly Column[] = [{ name: "n", kind: "integer", type: "integer", typeNumber: 0 }];

Deno.test("want() lets a row go on that waited until it was wanted", async () => {
  const { entry, folder, paused, take } = waiting();
  entry.begin(folder, N);
  const changes: number[] = [];
  entry.rows({ sort: null, filter: "" }).subscribe((from) => changes.push(from));
  equal(take(), true);
  const held = take();
  let going: boolean | undefined;
  void Promise.resolve(held).then((value) => going = value);
  await new Promise((resolve) => setTimeout(resolve));
  deepEqual([going, entry.state.status, entry.result?.count, changes], [undefined, "more", 1, [0]]);
  entry.want(2);
  equal(await held, true);
  deepEqual([entry.state.status, entry.result?.count, paused], ["running", 2, [true, false]]);
  entry.close();
});

Deno.test("want() fetches nothing more of a result whose statement was ended while its rows waited", async () => {
  const { entry, folder, paused, take } = waiting();
  entry.begin(folder, N);
  equal(take(), true);
  const held = take();
  equal(entry.state.status, "more");
  entry.release();
  entry.patch({ status: "cut" });
  entry.want(Infinity);
  equal(await held, false);
  deepEqual([entry.state.status, entry.state.rows, entry.result?.count, paused], ["cut", 1, 1, [true]]);
  entry.close();
});

Deno.test("createSinks() begins no further result of a statement that was ended", async () => {
  const { entry, folder, take } = waiting();
  let further = 0;
  const next = () => {
    further++;
    return entry;
  };
  const { sink } = createSinks(entry, folder, next, true, () => {});
  sink.columns(N);
  equal(take(), true);
  entry.release();
  entry.patch({ status: "stopped" });
  sink.columns(N);
  equal(await sink.row(Buffer.from("1"), new Int32Array([0, 1])), false);
  deepEqual([further, entry.state.status, entry.result?.count], [0, "stopped", 1]);
  entry.close();
});

/** Opens the texts that a folder has of the server with this name. */
const keptOf = (folder: string, name: string) =>
  openTexts(folder, { name, engine: "postgres" }, (why) => equal(why, null));

async function keep(folder: string, name: string, sql: string): Promise<void> {
  const kept = await keptOf(folder, name);
  kept.setTabs([{ id: "1", title: "Query 1", text: sql }], []);
  kept.save(`of ${name}`, sql, 1);
  await kept.flush();
}

Deno.test("renameTexts() brings texts and saved statements to the new name", async () => {
  const folder = await testFolder();
  await keep(folder, "shop", "select 1");
  await renameTexts(folder, "shop", "store");
  const kept = await keptOf(folder, "store");
  deepEqual(kept.tabs().map(({ text }) => text), ["select 1"]);
  deepEqual(kept.saved().map(({ name }) => name), ["of shop"]);
  deepEqual((await keptOf(folder, "shop")).tabs(), []);
});

Deno.test("renameTexts() leaves what is kept under the new name already, and is content with nothing", async () => {
  const folder = await testFolder();
  await keep(folder, "shop", "select 1");
  await keep(folder, "store", "select 2");
  await renameTexts(folder, "shop", "store");
  await renameTexts(folder, "never", "new");
  deepEqual((await keptOf(folder, "store")).tabs().map(({ text }) => text), ["select 2"]);
  deepEqual((await keptOf(folder, "shop")).tabs().map(({ text }) => text), ["select 1"]);
});

const BROKEN: readonly (readonly [what: string, spoil: (path: string) => Promise<void>])[] = [
  ["is no JSON", (path) => Deno.writeTextFile(path, "{")],
  ["cannot be read", (path) => Deno.truncate(path, 65 * 1024 * 1024)],
];
for (const [what, spoil] of BROKEN) {
  Deno.test(`openTexts() puts a file aside that ${what}, and does not overwrite it`, async () => {
    const folder = await testFolder();
    await keep(folder, "shop", "select 1");
    const names = () => Array.from(Deno.readDirSync(folder), ({ name }) => name).sort();
    const tabs = names().find((name) => name.endsWith(".tabs.json"))!;
    await spoil(`${folder}/${tabs}`);
    const { size } = await Deno.stat(`${folder}/${tabs}`);
    const kept = await keptOf(folder, "shop");
    deepEqual(kept.tabs(), []);
    await keep(folder, "shop", "select 2");
    equal((await Deno.stat(`${folder}/${tabs}.damaged`)).size, size);
    deepEqual((await keptOf(folder, "shop")).tabs().map(({ text }) => text), ["select 2"]);
  });
}

Deno.test("readPast() leaves out what a file has in another form, and gives the rest", async () => {
  const folder = await testFolder();
  for (const name of ["shop", "odd", "none"]) await keep(folder, name, `select '${name}'`);
  for (const [name, text] of [["odd", '{"saved": 5, "history": {}}'], ["none", "null"]] as const) {
    const path = Array.from(Deno.readDirSync(folder), (file) => `${folder}/${file.name}`)
      .find((file) => file.endsWith(".past.json") && Deno.readTextFileSync(file).includes(`'${name}'`))!;
    await Deno.writeTextFile(path, text);
  }
  const past = await readPast(folder, ["odd", "none", "shop", "never"]);
  deepEqual(past.map(({ server, name }) => [server, name]), [["shop", "of shop"]]);
});

Deno.test("note() returns a function that tells of its own run alone that it took no effect", async () => {
  const texts = await keptOf(await testFolder(), "shop");
  const undone = [1, 2].map((at) => texts.note("delete from t", at));
  const told = () => texts.history().map(({ at, rolledBack }) => [at, rolledBack]);
  undone[0]!();
  deepEqual(told(), [[2, undefined]]);
  undone[1]!();
  deepEqual(told(), [[2, true]]);
  await texts.flush();
});
