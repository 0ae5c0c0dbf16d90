import assert from "node:assert/strict";
import { dialectOf } from "../../../../src/core/sql/text/dialect.ts";
import { bindParameters, parametersOf } from "../../../../src/core/sql/text/parameters.ts";
import { pickStatements } from "../../../../src/core/sql/text/pick.ts";

const postgres = dialectOf("postgres"), mysql = dialectOf("mysql");

/** `|` is the cursor; two of them hold what is selected. */
const PICKS: readonly (readonly [name: string, text: string, picked: readonly string[]])[] = [
  ["the statement at the cursor", "select 1;\nsel|ect 2;\nselect 3", ["select 2"]],
  ["the one that ends at the cursor", "select 1|;\nselect 2", ["select 1"]],
  ["the one that ends on the cursor's line", "select 1; |\nselect 2", ["select 1"]],
  ["the next one from an empty line", "select 1;\n\n|\nselect 2", ["select 2"]],
  ["the last one behind everything", "select 1;\nselect 2;\n\n|", ["select 2"]],
  ["what is selected", "select 1; |select 2; select 3|; select 4", ["select 2", "select 3"]],
  ["a part of a statement that is selected", "select 1, |2 + 3|", ["2 + 3"]],
  ["nothing in a text without statements", "-- nothing |here", []],
];
for (const [name, text, picked] of PICKS) {
  Deno.test(`pickStatements() gives ${name}`, () => {
    const [from = 0, second] = [...text.matchAll(/\|/g)].map(({ index }, n) => index - n);
    const bare = text.replaceAll("|", "");
    const pick = second === undefined ? { at: from } : { from, to: second };
    assert.deepEqual(
      pickStatements(bare, postgres, pick).map(({ start, end }) => bare.slice(start, end)),
      picked,
    );
  });
}

const BOUND: readonly (readonly [sql: string, postgres: string, mysql: string, names: readonly string[]])[] =
  [
    ["select :a, :b", "select $1, $2", "select ?, ?", ["a", "b"]],
    ["select :a where x=:a", "select $1 where x=$1", "select ? where x=?", ["a"]],
    ["select ':a', \":b\" -- :c\n", "select ':a', \":b\" -- :c\n", "select ':a', \":b\" -- :c\n", []],
    ["select x::text, a[1:n]", "select x::text, a[1:n]", "select x::text, a[1:n]", []],
    ["select :a::int", "select $1::int", "select ?::int", ["a"]],
    ["select a:b", "select a:b", "select a:b", []],
    [":x", "$1", "?", ["x"]],
  ];
for (const [sql, inPostgres, inMysql, names] of BOUND) {
  Deno.test(`bindParameters() makes places of ${JSON.stringify(sql)}`, () => {
    assert.equal(bindParameters(sql, postgres).sql, inPostgres);
    assert.equal(bindParameters(sql, mysql).sql, inMysql);
    assert.deepEqual(parametersOf(sql, postgres), names);
  });
}

Deno.test("bindParameters() gives MySQL a value for each place", () => {
  assert.deepEqual(bindParameters("select :a, :b, :a", mysql).names, ["a", "b", "a"]);
  assert.deepEqual(bindParameters("select :a, :b, :a", postgres).names, ["a", "b"]);
});
