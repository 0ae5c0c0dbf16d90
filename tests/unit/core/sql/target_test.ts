import assert from "node:assert/strict";
import { writeTarget } from "../../../../src/core/sql/session/target.ts";
import { dialectOf } from "../../../../src/core/sql/text/dialect.ts";

const TARGETS: readonly (readonly [sql: string, target: string | null])[] = [
  ["update t set a = 1 where b = 2", "update t  | b = 2"],
  [
    "UPDATE s.t AS x SET a = 1 WHERE x.b = (select max(b) from t where c)",
    "update s.t x | x.b = (select max(b) from t where c)",
  ],
  ['update "my t" set a = 1', 'update "my t"  | *'],
  ["update only t set a = 1 where b -- why\n", "update only t  | b"],
  ["delete from t where a returning *", "delete t  | a"],
  ["delete from t x where x.a > 1", "delete t x | x.a > 1"],
  ["delete from t", "delete t  | *"],
  ["update t set a = u.a from u where t.b = u.b", null],
  ["update t, u set t.a = u.a", null],
  ["update t join u on t.a = u.a set t.b = 1", null],
  ["delete from t using u where t.a = u.a", null],
  ["delete from t where current of c", null],
  ["update t set a = 1 order by b limit 3", null],
  ["with x as (select 1) delete from t", null],
  ["insert into t values (1)", null],
  ["delete t from t where a", null],
  ["update", null],
  ["update t set a = 1 where", null],
  ["update /*! low_priority */ t set a = 1", "update t  | *"],
];
for (const [sql, target] of TARGETS) {
  Deno.test(`writeTarget() of ${JSON.stringify(sql)} is ${target}`, () => {
    const found = writeTarget(sql, dialectOf("postgres"));
    assert.equal(found && `${found.verb} ${found.table} ${found.alias} | ${found.where ?? "*"}`, target);
  });
}

Deno.test("writeTarget() does not look into comments that MySQL executes", () => {
  assert.equal(writeTarget("update /*! low_priority */ t set a = 1", dialectOf("mysql")), null);
});
