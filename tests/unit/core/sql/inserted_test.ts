import assert from "node:assert/strict";
import type { Engine } from "../../../../src/core/sql/engines/mod.ts";
import { insertsRows } from "../../../../src/core/sql/session/inserted.ts";

const INSERTS: readonly (readonly [engine: Engine, sql: string, rows: boolean])[] = [
  ["postgres", "insert into t values (1), ((select 2))", true],
  ["postgres", "insert into t (a) overriding system value values (1)", true],
  ["postgres", "insert into t default values", true],
  ["postgres", "insert into t select 1", false],
  ["postgres", "insert into t values (1) returning a", false],
  ["postgres", "insert into t values (1) on conflict do nothing", false],
  ["postgres", "with x as (select 1) insert into t values (1)", false],
  ["postgres", "update t set a = 1", false],
  ["mysql", "insert into t set a = 1", true],
  ["mysql", "insert ignore into t values (1)", false],
  ["mysql", "insert into t values (1) on duplicate key update a = 2", false],
  ["mysql", "insert into t values (1) /*! returning a */", false],
  ["redshift", "insert into t values (1)", false],
];
for (const [engine, sql, rows] of INSERTS) {
  Deno.test(`insertsRows() is ${rows} for ${sql} of ${engine}`, () => {
    assert.equal(insertsRows(sql, engine), rows);
  });
}
