import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import type { Dialect } from "../../../../src/core/sql/text/dialect.ts";
import { tokens } from "../../../../src/core/sql/text/tokens.ts";

const POSTGRES: Dialect = { protocol: "postgres", backslash: false, quotedNames: true };
const MYSQL: Dialect = { protocol: "mysql", backslash: true, quotedNames: false };
const OLD_POSTGRES = { ...POSTGRES, backslash: true };
const ANSI_MYSQL = { ...MYSQL, backslash: false, quotedNames: true };

/** Tokens as the first letter of their kind and their text, without spaces; `…` is an open one. */
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
  ["names that begin with digits behind a point", MYSQL, "a.1e5b a.2.c `a`.2c", [
    ...["w:a", "y:.", "w:1e5b", "w:a", "y:.", "w:2", "y:.", "w:c", "a:`a`", "n:.2", "w:c"],
  ]],
  ["where an exponent ends", MYSQL, "1e5into 1E+5into 1_0e5 1.e(", [
    ...["n:1e5", "w:into", "n:1E+5", "w:into", "n:1_0e5", "n:1.e", "y:("],
  ]],
  ["\\N directly before a word", MYSQL, "\\Ninto", ["y:\\N", "w:into"]],
  ["comments that a carriage return does not end", MYSQL, "a -- \r '\nb # \r\r '\n c", [
    ...["w:a", "c:-- \r '", "w:b", "c:# \r\r '", "w:c"],
  ]],
  ["comments that a carriage return ends", POSTGRES, "a --\rb", ["w:a", "c:--", "w:b"]],
  ["two dashes before a control character", MYSQL, "a --\r\nb --\x01c\n--\x7f", [
    ...["w:a", "c:--\r", "w:b", "c:--\x01c", "c:--\x7f"],
  ]],
  ["two dashes before other space", MYSQL, "1 --\u00a0a --\u2028", [
    ...["n:1", "y:-", "y:-", "w:\u00a0a", "y:-", "y:-", "w:\u2028"],
  ]],
  ["names of space beyond ASCII", POSTGRES, "\u00a0$a$ \ufeff$a$ \u2028e'\\'", [
    ...["w:\u00a0$a$", "w:\ufeff$a$", "w:\u2028e", "s:'\\'"],
  ]],
  ["names directly behind a number", POSTGRES, "1_$a$ 1_0$a$ 1.5_$a$ 1_000 1_0.0_1", [
    ...["n:1", "w:_$a$", "n:1", "w:_0$a$", "n:1.5", "w:_$a$", "n:1_000", "n:1_0.0_1"],
  ]],
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
