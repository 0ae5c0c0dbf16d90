import assert from "node:assert/strict";
import { withoutWords } from "../../../../src/core/sql/query_window/crash.ts";
import type { ResultEntry } from "../../../../src/core/sql/query_window/entry.ts";
import { createTabTransaction } from "../../../../src/core/sql/query_window/transaction.ts";
import { runStatements } from "../../../../src/core/sql/query_window/run.ts";
import { dialectOf } from "../../../../src/core/sql/text/dialect.ts";
import type { ResultState } from "../../../../src/core/state/query_window.ts";

const WORDS = "select 's3cret'\n    at s3cret";
const renamed = new Error(WORDS);
// Written down with the words of now.
assert.match(renamed.stack!, /s3cret/);
renamed.message = "another s3cret";
const THROWN: readonly (readonly [name: string, error: unknown, logged: RegExp])[] = [
  ["an error of the language", new TypeError(WORDS), /^TypeError\n {4}at .*crash_test/],
  ["one of the system", Object.assign(new Error(WORDS), { code: "ENOSPC" }), /^Error ENOSPC\n {4}at /],
  ["one whose code is no code", Object.assign(new Error(WORDS), { code: "s3cret" }), /^Error\n {4}at /],
  ["one whose words were changed", renamed, /^Error$/],
  ["what is no error", "s3cret", /^Error: a failure of Kedge's own\n/],
];
for (const [name, error, logged] of THROWN) {
  Deno.test(`withoutWords() tells where and leaves out the words of ${name}`, () => {
    const { stack = "" } = withoutWords(error);
    assert.match(stack, logged);
    assert.doesNotMatch(stack, /s3cret/);
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
      state: { status: "none", backslash: null },
      session: () => Promise.reject(new RangeError(`too long: ${text}`)),
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
    ran: () => {},
    onError: (error) => void logged.push(error),
  });
  await done;
  assert.equal(state.status, "failed");
  assert.equal(state.message, `Kedge failed: too long: ${text}`);
  assert.equal(state.hint, "The log file says where.");
  assert.equal(logged.length, 1);
  const { stack = "" } = logged[0] as Error;
  assert.match(stack, /^RangeError\n {4}at /);
  assert.doesNotMatch(stack, /s3cret/);
});
