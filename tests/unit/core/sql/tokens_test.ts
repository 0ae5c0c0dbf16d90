import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import type { Dialect } from "../../../../src/core/sql/text/dialect.ts";
import { tokens } from "../../../../src/core/sql/text/tokens.ts";

const POSTGRES: Dialect = { protocol: "postgres", backslash: false, quotedNames: true };
const MYSQL: Dialect = { protocol: "mysql", backslash: true, quotedNames: false };
const OLD_POSTGRES = { ...POSTGRES, backslash: true };
const ANSI_MYSQL = { ...MYSQL, backslash: false, quotedNames: true };

/** Each token as its kind's first letter and its text; spaces are left out, `…` ends an open one. */
const CASES: [name: string, dialect: Dialect, sql: string, expected: string[]][] = [
  ["words", POSTGRES, "select a_1$ from é", ["w:select", "w:a_1$", "w:from", "w:é"]],
  ["numbers", POSTGRES, "1 2.5 .5 1e10 1.e-3", ["n:1", "n:2.5", "n:.5", "n:1e10", "n:1.e-3"]],
  ["parameters", POSTGRES, "$1+$2", ["y:$", "n:1", "y:+", "y:$", "n:2"]],
  ["doubled quotes", POSTGRES, `'a''b' "c""d"`, ["s:'a''b'", `a:"c""d"`]],
  ["a backslash that is none", POSTGRES, `'a\\' b`, [`s:'a\\'`, "w:b"]],
  ["a backslash of old", OLD_POSTGRES, `'a\\' b'`, [`s:'a\\' b'`]],
  ["escape strings", POSTGRES, `E'a\\' b' e'c'`, [`s:E'a\\' b'`, "s:e'c'"]],
  ["escape strings over lines", POSTGRES, `E'a' -- c\n '\\'b' x`, [`s:E'a' -- c\n '\\'b'`, "w:x"]],
  ["escape strings on one line", POSTGRES, `E'a' '\\' x`, ["s:E'a'", `s:'\\'`, "w:x"]],
  ["no escape string behind a word", POSTGRES, `fooE'a\\' b`, ["w:fooE", `s:'a\\'`, "w:b"]],
  ["dollar quotes", POSTGRES, "$$a;'b$$ $t$c$$d$t$", ["s:$$a;'b$$", "s:$t$c$$d$t$"]],
  ["no dollar quote in a word", POSTGRES, "a$b$ c $b$", ["w:a$b$", "w:c", "s:$b$…"]],
  ["nested comments", POSTGRES, "/* a /* b */ c */ d", ["c:/* a /* b */ c */", "w:d"]],
  ["line comments", POSTGRES, "a--b\nc", ["w:a", "c:--b", "w:c"]],
  ["an open string", POSTGRES, "select 'a", ["w:select", "s:'a…"]],
  ["an open comment", POSTGRES, "a /* b", ["w:a", "c:/* b…"]],
  ["backslashes", MYSQL, `'a\\'b' "c\\"d"`, [`s:'a\\'b'`, `s:"c\\"d"`]],
  ["names in double quotes", ANSI_MYSQL, `"a\\" 'b\\'`, [`a:"a\\"`, `s:'b\\'`]],
  ["back quotes", MYSQL, "`a``b` `c\\`", ["a:`a``b`", "a:`c\\`"]],
  ["comments that do not nest", MYSQL, "/* a /* b */ c", ["c:/* a /* b */", "w:c"]],
  ["two dashes in arithmetic", MYSQL, "1--2 -- c", ["n:1", "y:-", "y:-", "n:2", "c:-- c"]],
  ["a hash", MYSQL, "a # b\nc", ["w:a", "c:# b", "w:c"]],
  ["executed comments", MYSQL, "a /*!50000 b '*/' */ c", [
    "w:a",
    "o:/*!50000",
    "w:b",
    "s:'*/'",
    "o:*/",
    "w:c",
  ]],
  ["MariaDB's executed comments", MYSQL, "/*M!100100 a*/", ["o:/*M!100100", "w:a", "o:*/"]],
  ["variables", MYSQL, "@a @@b := 1", ["w:@a", "w:@@b", "y::", "y:=", "n:1"]],
  ["names that begin with digits", MYSQL, "1st 2.5", ["n:1st", "n:2.5"]],
];
const LETTER = {
  space: "",
  comment: "c",
  code: "o",
  word: "w",
  number: "n",
  string: "s",
  name: "a",
  symbol: "y",
  end: ";",
} as const;
for (const [name, dialect, sql, expected] of CASES) {
  Deno.test(`tokens() of ${dialect.protocol} know ${name}`, () => {
    const found = [...tokens(sql, dialect)].filter(({ kind }) => kind !== "space")
      .map(({ kind, start, end, open }) => `${LETTER[kind]}:${sql.slice(start, end)}${open ? "…" : ""}`);
    deepEqual(found, expected);
  });
}

const PIECES = [
  ...[
    "'",
    '"',
    "`",
    "\\",
    "$$",
    "$a$",
    "--",
    "-- ",
    "#",
    "/*",
    "*/",
    "/*!",
    "\n",
    "\r",
    ";",
    "(",
    ")",
    "E'",
    "e",
  ],
  ...["select", "1", ".5", "@", "é", "😀", "\ud800", "\0", " ", "$1", "::", "1e"],
];
Deno.test("tokens() lose nothing of any text and end", () => {
  const text = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string()), { maxLength: 40 })
    .map((parts) => parts.join(""));
  for (const dialect of [POSTGRES, OLD_POSTGRES, MYSQL, ANSI_MYSQL]) {
    fc.assert(
      fc.property(text, (sql) => {
        let at = 0;
        for (const { start, end } of tokens(sql, dialect)) {
          equal(start, at);
          equal(end > start, true);
          at = end;
        }
        equal(at, sql.length);
      }),
      { numRuns: 500 },
    );
  }
});
