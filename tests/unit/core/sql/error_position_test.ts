import assert from "node:assert/strict";
import { dialectOf } from "../../../../src/core/sql/text/dialect.ts";
import { errorPosition } from "../../../../src/core/sql/text/error_position.ts";

const NEAR = "You have an error in your SQL syntax; check the manual for the right syntax to use near";
// `|` is where the fault is; without one it is not known.
const PLACES: readonly (readonly [words: string, sql: string])[] = [
  [`${NEAR} 'id = 3' at line 2`, "select * from a\nwher |id = 3"],
  [`${NEAR} 'a\nfrom b' at line 1`, "selec |a\nfrom b"],
  [`${NEAR} 'x' at line 2`, "select x\nfrom |x"],
  [`${NEAR} 'x y' at line 3`, "select |x y"],
  [`${NEAR} '' at line 1`, "select (1|"],
  [`${NEAR} 'what is not in it' at line 1`, "select 1"],
  ["Unknown column 'totl' in 'WHERE'", "select 'totl' from a where |totl > 3"],
  ["Unknown column 'o.totl' in 'field list'", "select o.|totl from a o"],
  ["Unknown column 'Odd one' in 'field list'", "select |`Odd one`"],
  ["Table 'app.ordres' doesn't exist", "select * from |ordres"],
  ["FUNCTION app.tuch does not exist", "select app.|tuch(1)"],
  ["Unknown database 'nowhere'", "select * from |nowhere.t"],
  ["Duplicate entry '1' for key 'PRIMARY'", "insert into t values (1)"],
];
for (const [words, marked] of PLACES) {
  Deno.test(`errorPosition() finds ${words.replace(NEAR, "near")} in ${JSON.stringify(marked)}`, () => {
    const at = marked.indexOf("|");
    assert.equal(errorPosition(words, marked.replace("|", ""), dialectOf("mysql")), at < 0 ? null : at);
  });
}
