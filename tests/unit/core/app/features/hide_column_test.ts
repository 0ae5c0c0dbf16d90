import assert from "node:assert/strict";
import { createHideColumn } from "../../../../../src/core/app/features/servers/hide_column.ts";
import type { Edit } from "../../../../../src/core/json/edit.ts";
import type { Json } from "../../../../../src/core/json/node.ts";
import { emptyState } from "../../../../support/pages/state.ts";

const COLUMN = { server: "shop", schema: "public", table: "customers", column: "email" };
const WHOLE = "public.customers.email";

const CASES: readonly (readonly [
  what: string,
  agents: Json | undefined,
  hidden: boolean,
  /** What stands there afterwards; a pattern: what is refused; null: nothing changes. */
  after: Json | RegExp | null | undefined,
])[] = [
  ["the first one", undefined, true, { hidden: [WHOLE] }],
  ["another one", { hidden: ["a.b"] }, true, { hidden: ["a.b", WHOLE] }],
  ["one that is hidden by a wider pattern", { hidden: ["*.email"] }, true, null],
  ["one in the place of what is no list", { hidden: "a.b" }, true, { hidden: [WHOLE] }],
  ["it no more", { hidden: ["a.b", "Customers.Email", WHOLE] }, false, { hidden: ["a.b"] }],
  ["none any more", { hidden: [WHOLE] }, false, undefined],
  [
    "it no more, though a wider pattern does",
    { hidden: ["*.email", WHOLE] },
    false,
    /“\*\.email” hides it, with others/,
  ],
  ["nothing that was not hidden", { hidden: ["a.b"] }, false, null],
];
for (const [what, agents, hidden, after] of CASES) {
  Deno.test(`createHideColumn() hides ${what}`, async () => {
    // A wrong entry stands before it: places in the file are not those of the configuration.
    const entry = { name: "shop", host: "db", ...(agents !== undefined && { agents }) };
    const edits: Edit[] = [];
    const document: Json = { servers: [5, entry] };
    const state = { ...emptyState(), config: { ...emptyState().config, document } };
    const hide = createHideColumn({ get: () => state }, (edit) => {
      edits.push(edit);
      return Promise.resolve({ ok: true });
    });
    const result = await hide(COLUMN, hidden);
    if (after instanceof RegExp) return assert.match(result.ok ? "" : result.error, after);
    assert.ok(result.ok);
    const value = { name: "shop", host: "db", ...(after !== undefined && { agents: after }) };
    assert.deepEqual(edits, after === null ? [] : [{ path: ["servers", 1], value, was: entry }]);
  });
}

for (const column of ["e.mail", "e*mail", " email"]) {
  Deno.test(`createHideColumn() writes no pattern for ${JSON.stringify(column)}`, async () => {
    const document: Json = { servers: [{ name: "shop" }] };
    const state = { ...emptyState(), config: { ...emptyState().config, document } };
    const result = await createHideColumn({ get: () => state }, () => assert.fail("it was written"))(
      { ...COLUMN, column },
      true,
    );
    assert.match(result.ok ? "" : result.error, /cannot be told apart by a pattern/);
  });
}
