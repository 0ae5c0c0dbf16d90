import assert from "node:assert/strict";
import { failedResult } from "../../../../src/core/sql/query_window/outcome.ts";

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
    assert.equal(result.wouldWrite === true, wouldWrite);
    assert.equal(READING.test(result.hint ?? ""), wouldWrite);
  });
}
