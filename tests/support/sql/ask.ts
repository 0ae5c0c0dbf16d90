import assert from "node:assert/strict";
import type { Cell } from "../../../src/core/sql/driver/mod.ts";
import type { Session } from "../../../src/core/sql/session/mod.ts";
import { textRows } from "../../../src/core/sql/values.ts";

/** Runs a statement to its end; it must succeed. */
export async function ask(session: Session, sql: string, args: readonly Cell[] = [], write = false) {
  const { sink, rows, columns } = textRows();
  const end = await session.run({ sql, args, write }, sink, new AbortController().signal);
  assert.ok(end.ok, `${sql}: ${JSON.stringify(end)}`);
  return {
    columns: columns().map(({ name, type, kind }) => ({ name, type, kind })),
    rows,
    outcome: end.outcome,
  };
}
