import { deepEqual, equal } from "node:assert/strict";
import { withLiterals, withNames } from "../../../../src/core/sql/driver/https/bind.ts";
import type { Cell } from "../../../../src/core/sql/driver/mod.ts";
import { dialectOf } from "../../../../src/core/sql/text/dialect.ts";
import { tokens } from "../../../../src/core/sql/text/tokens.ts";

const POSTGRES = dialectOf("postgres"), MYSQL = dialectOf("mysql");

const LITERALS: readonly (readonly [sql: string, args: readonly Cell[], bound: string])[] = [
  ["select $1", [null], "select null"],
  ["select $2, $1, $1", ["a", 7], "select E'7', E'a', E'a'"],
  ["select $1", [true], "select E'true'"],
  ["select '$1', $$ $1 $$, $1 -- $1", ["x"], "select '$1', $$ $1 $$, E'x' -- $1"],
  ["select $1", ["it's"], "select E'it''s'"],
  ["select $1", ["\\"], "select E'\\\\'"],
  ["select $1", ["\\'; drop table a; --"], "select E'\\\\''; drop table a; --'"],
  ["select $1", ["$1"], "select E'$1'"],
];
for (const [sql, args, bound] of LITERALS) {
  Deno.test(`withLiterals() makes ${bound} of ${JSON.stringify(args)}`, () => {
    equal(withLiterals(sql, args, POSTGRES), bound);
  });
}

Deno.test("withLiterals() keeps every value within one literal, whatever a backslash is to who reads it", () => {
  const letters = ["'", "\\", "a", "$1", "\n", "--", "/*", "é", '"'];
  for (let n = 0; n < letters.length ** 4; n++) {
    const value = Array.from(
      { length: 4 },
      (_, i) => letters[Math.floor(n / letters.length ** i) % letters.length],
    )
      .join("");
    const sql = withLiterals("select $1", [value], POSTGRES);
    for (const backslash of [true, false]) {
      const read = [...tokens(sql.replace("E'", " '"), { ...POSTGRES, backslash })].filter(({ kind }) =>
        kind !== "space"
      );
      deepEqual(
        read.map(({ kind, open }) => [kind, open ?? false]),
        [["word", false], ["string", false]],
        sql,
      );
    }
  }
});

Deno.test("withNames() sends values beside the text", () => {
  deepEqual(withNames("select ?, '?', ? -- ?", ["a'", 7], MYSQL), {
    sql: "select :kedge1, '?', :kedge2 -- ?",
    parameters: [
      { name: "kedge1", value: { stringValue: "a'" } },
      { name: "kedge2", value: { longValue: 7 } },
    ],
  });
});
