import { deepEqual } from "node:assert/strict";
import type { Editable } from "../../../../../src/core/sql/edit/editable.ts";
import type { EditColumn } from "../../../../../src/core/sql/edit/table.ts";
import type { ResultEntry } from "../../../../../src/core/sql/query_window/entry.ts";
import { createResultEdits } from "../../../../../src/core/sql/query_window/result_edits.ts";

const column = (name: string): EditColumn => ({
  ...{ name, type: "text", nullable: true, set: null, fallback: false, counted: false, inexact: false },
});
const columns = ["id", "name"].map(column);
const EDITABLE: Editable = {
  table: { schema: "s", name: "t", not: null, columns, keys: [["id"]], returning: true },
  key: [0],
  columns: columns.map((column) => ({ column, why: null })),
  rows: null,
};

/** A result of two rows, which is read when `read` lets it. */
function entryOf(read: Promise<void>): ResultEntry {
  const rows = {
    async read(rowNumber: number) {
      await read;
      return { ok: true, rows: [{ cells: [`${rowNumber}`, "a"] }] };
    },
  };
  const shown = columns.map(({ name }) => ({ name, kind: "text", type: "text" }));
  return { result: { rows }, columns: shown, patch: () => {} } as unknown as ResultEntry;
}

/** Everything that reads a row before it changes anything. */
const LATE: readonly (readonly [
  does: string,
  act: (edits: ReturnType<typeof createResultEdits>) => Promise<{ ok: boolean }>,
])[] = [
  ["set() changes", (edits) => edits.set([{ row: 1, column: 1, value: "late" }])],
  ["remove() removes", (edits) => edits.remove([1])],
  ["add() copies", (edits) => edits.add([1])],
];
for (const [does, act] of LATE) {
  Deno.test(`${does} nothing when the changes began to run while the row was read`, async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const edits = createResultEdits(entryOf(promise), EDITABLE, "postgres");
    const late = act(edits);
    edits.status("running");
    resolve();
    deepEqual((await late).ok, false);
    deepEqual(edits.changes, []);
  });
}
