import assert from "node:assert/strict";
import type { Cell, Column } from "../../../src/core/sql/driver/mod.ts";
import type { Session } from "../../../src/core/sql/session/mod.ts";
import { textOf } from "../../../src/core/sql/values.ts";

/** Runs a statement to its end; it must succeed. */
export async function ask(session: Session, sql: string, args: readonly Cell[] = [], write = false) {
  let columns: readonly Column[] = [];
  const rows: (string | null)[][] = [];
  const end = await session.run({ sql, args, write }, {
    columns: (next) => void (columns = next),
    row(bytes, bounds) {
      rows.push(columns.map((column, i) => textOf(column, bytes, bounds[2 * i]!, bounds[2 * i + 1]!)));
      return true;
    },
  }, new AbortController().signal);
  assert.ok(end.ok, `${sql}: ${JSON.stringify(end)}`);
  return {
    columns: columns.map(({ name, type, kind }) => ({ name, type, kind })),
    rows,
    outcome: end.outcome,
  };
}
