import assert from "node:assert/strict";
import { fetchCells } from "../../../../../src/ui/pages/query/rows/fetch_cells.ts";
import type { ResultRow } from "../../../../../src/core/sql/spill/rows.ts";

const SHOWN = { tab: "t", result: "r", sort: null, filter: "" };
const COLUMNS = [{ name: "n", type: "int4", kind: "integer" }, { name: "s", type: "text", kind: "text" }];
const GONE = { kind: "gone", columns: [] } as const;
const REMOVED = { kind: "remove", columns: [] } as const;

/** Copies all columns of these rows, and returns the copied text. */
const copiedOf = (rows: readonly ResultRow[]) =>
  fetchCells(
    {
      query({ from, count }, take) {
        const part = rows.slice(from, from + count);
        take({ ok: true, from, rows: part, total: rows.length, more: false, unfinished: false });
        return () => {};
      },
    },
    SHOWN,
    COLUMNS,
    { top: 0, bottom: rows.length - 1, left: 0, right: 1 },
  );

const ROWS: readonly (readonly [what: string, rows: readonly ResultRow[], copied: unknown])[] = [
  [
    "leaves out rows that were removed and committed",
    [{ cells: ["1", "a"] }, { cells: ["2", "b"], edit: GONE }, { cells: ["3", "c"] }],
    { columns: COLUMNS, rows: [["1", "a"], ["3", "c"]] },
  ],
  [
    "keeps rows whose removal is not written",
    [{ cells: ["1", "a"], edit: REMOVED }],
    { columns: COLUMNS, rows: [["1", "a"]] },
  ],
  ["gives the columns alone when there are no rows", [], { columns: COLUMNS, rows: [] }],
  ["says why when all rows were removed", [{ cells: ["1", "a"], edit: GONE }], "These rows were removed."],
];
for (const [what, rows, copied] of ROWS) {
  Deno.test(`fetchCells() ${what}`, async () => assert.deepEqual(await copiedOf(rows), copied));
}
