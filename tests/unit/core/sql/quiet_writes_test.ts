import { equal } from "node:assert/strict";
import type { Engine } from "../../../../src/core/sql/engines/mod.ts";
import { onlyPlans, quietWrite } from "../../../../src/core/sql/text/quiet_writes.ts";

const ALL: readonly Engine[] = ["postgres", "redshift", "mysql"];

/** Texts, and the write that is found in each; empty when there is none. */
const CASES: readonly (readonly [engines: readonly Engine[], sql: string, seen: string])[] = [
  [ALL, "select a, count(*) from t", ""],
  [ALL, "select 'explain analyze delete into'", ""],
  [ALL, "/* into */ select 1", ""],
  [ALL, "explain delete from t", ""],
  [ALL, "explain analyze select a from t", ""],
  [ALL, "explain analyze delete from t", "EXPLAIN ANALYZE"],
  [ALL, "EXPLAIN (analyze, verbose) with d as (delete from t returning 1) select 1", "EXPLAIN ANALYZE"],
  [["mysql"], "desc analyze update t join u on 1 set t.a = 1", "EXPLAIN ANALYZE"],
  [["postgres"], "explain (analyze) create table u as select 1", "EXPLAIN ANALYZE"],
  [["redshift"], "select a into u from t", "INTO"],
  [["postgres", "mysql"], "select a into u from t", ""],
  [["postgres"], "select pg_catalog . pg_notify ('a', 'b')", "pg_notify()"],
  [["postgres"], 'select "lo_create"(0)', "lo_create()"],
  [["postgres"], "explain analyze select lo_unlink(7)", "lo_unlink()"],
  [["postgres"], "select (oid).lo_unlink from pg_largeobject_metadata", "lo_unlink()"],
  [["postgres"], "explain select lo_unlink(7)", ""],
  [["postgres"], "select 'pg_notify(1)'", ""],
  [["mysql"], "select pg_notify('a', 'b')", ""],
];
for (const [engines, sql, seen] of CASES) {
  for (const engine of engines) {
    Deno.test(`quietWrite() sees ${seen || "nothing"} in ${engine}'s ${sql}`, () => {
      const found = quietWrite(sql, engine) ?? "";
      equal(found.slice(0, seen.length) || found, seen);
    });
  }
}

const PLANS: readonly (readonly [sql: string, only: boolean])[] = [
  ["explain select f()", true],
  ["desc t", true],
  ["explain format=json select f()", true],
  ["explain analyze select f()", false],
  ["select 'explain'", false],
];
for (const [sql, only] of PLANS) {
  Deno.test(`onlyPlans() is ${only} for ${sql}`, () => equal(onlyPlans(sql, "mysql"), only));
}
