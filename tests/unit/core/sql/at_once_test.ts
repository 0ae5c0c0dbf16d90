/** How a write's result ends when the write runs at once, or when the server commits by itself. */
import { deepEqual } from "node:assert/strict";
import { createEntry, type ResultEntry } from "../../../../src/core/sql/query_window/entry.ts";
import { runStatements } from "../../../../src/core/sql/query_window/run.ts";
import { createTabTransaction } from "../../../../src/core/sql/query_window/transaction.ts";
import type { HeldWrite, Session, StatementEnd } from "../../../../src/core/sql/session/mod.ts";
import { dialectOf } from "../../../../src/core/sql/text/dialect.ts";
import type { ResultState } from "../../../../src/core/state/query_window.ts";
import { unexpected } from "../app/fixtures.ts";

const server = { name: "x", engine: "postgres", host: "127.0.0.1", port: 1, tls: false } as const;
const OUTCOME = { command: "", cut: false };
const LOST = { ok: false, kind: "lost", message: "it is gone", hint: "" } as const;

/** Runs a text whose statement `agreed` the user has agreed to. Returns the result's state. */
async function ran(
  text: string,
  agreed: number | null,
  session: Partial<Session>,
  stops = false,
): Promise<Pick<ResultState, "status" | "end">> {
  let entry: ResultEntry | undefined;
  const running = runStatements({
    server,
    isStill: () => true,
    link: {
      isOutdated: false,
      state: { status: "none", backslash: null },
      session: () => Promise.resolve(session as Session),
      doubt: () => {},
      close: () => Promise.resolve(),
    },
    transaction: createTabTransaction(() => true, { changed: () => {}, ended: () => {} }),
    spillFolder: () => Promise.resolve({ folder: "/nonexistent", free: () => Promise.resolve(null) }),
    request: { text, pick: "all" },
    ranges: [{ start: 0, end: text.length }],
    agreed,
    dialect: () => dialectOf("postgres"),
    writing: true,
    now: Date.now,
    add: (sql, kind) =>
      entry = createEntry(sql, 1, { title: sql, kind, startedAt: 0 }, { changed() {}, paused() {} }),
    step: () => {},
    hold: () => {},
    ask: () => {},
    ran: () => () => {},
    onError: unexpected,
  });
  // The run begins in a microtask that is queued already, so this stops it after its begin.
  if (stops) queueMicrotask(running.stop);
  await running.done;
  const { status, end } = entry!.state;
  entry!.close();
  return { status, ...(end && { end }) };
}

const ENDS: readonly (readonly [what: string, end: StatementEnd | null, state: Partial<ResultState>])[] = [
  ["it ran", { ok: true, outcome: OUTCOME }, { status: "done", end: "committed" }],
  ["the server refused it", { ok: false, kind: "query", message: "no", hint: "" }, { status: "failed" }],
  ["the connection was lost before it was sent", LOST, { status: "failed" }],
  ["the connection was lost then", { ...LOST, mayCount: true }, { status: "failed", end: "unknown" }],
  ["the user stopped it", null, { status: "stopped", end: "unknown" }],
];
for (const [what, end, state] of ENDS) {
  Deno.test(`runStatements() gives a write that runs at once its end when ${what}`, async () => {
    const run = () => end ? Promise.resolve(end) : new Promise<StatementEnd>(() => {});
    deepEqual(await ran("vacuum t", 0, { run }, end === null), state);
  });
}

Deno.test("runStatements() gives a write its end when the server committed it by itself", async () => {
  const write = {
    ok: true,
    held: false,
    outcome: OUTCOME,
    until: 0,
    sample: null,
    ended: Promise.resolve({ kind: "committed" }),
  } as unknown as HeldWrite;
  deepEqual(await ran("delete from t", null, { hold: () => Promise.resolve(write) }), {
    status: "done",
    end: "committed",
  });
});

Deno.test("runStatements() gives a statement that only reads no end", async () => {
  const run = () => Promise.resolve<StatementEnd>({ ok: true, outcome: OUTCOME });
  deepEqual(await ran("select 1", null, { run }), { status: "done" });
});
