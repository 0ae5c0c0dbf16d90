import { equal } from "node:assert/strict";
import { countedDiagnostics, report } from "../../../src/cli/report.ts";
import type { Diagnostic } from "../../../src/core/diagnostic.ts";

const found = (
  line: number | undefined,
  column: number | undefined,
  more: Partial<Diagnostic> = {},
): Diagnostic => ({
  severity: "error",
  code: "some-code",
  path: [],
  ...(line === undefined ? {} : { line, column }),
  message: "It is wrong",
  ...more,
});

const shown = (diagnostic: Diagnostic, text: string | undefined, colors = false) =>
  report([diagnostic], { file: "c.json", source: () => text, colors });

/** Returns the report of an error at a position, with these lines after its first ones. */
function marked(place: `${number}:${number}`, ...lines: string[]): string {
  const gutter = " ".repeat(place.indexOf(":"));
  return [ERROR, `${gutter}--> c.json:${place}`, `${gutter} |`, ...lines, ""].join("\n");
}

const ERROR = "error[some-code]: It is wrong";
const HINTED = found(2, 4, { hint: "Mend it" }), MILD = found(3, 4, { severity: "warning" });
const CASES: readonly (readonly [string, Diagnostic, string | undefined, string])[] = [
  ["marks a value", HINTED, '{\n  "a": 1\n}', marked("2:4", '2 |   "a": 1', "  |    ^", "  = Mend it")],
  ["marks a whole text", found(1, 2), '["a \\" b", 1]', marked("1:2", '1 | ["a \\" b", 1]', "  |  ^^^^^^^^")],
  [
    "marks a value behind wide letters",
    found(1, 6),
    '"東京" "北 1"',
    marked("1:6", '1 | "東京" "北 1"', "  |        ^^^^^^"),
  ],
  [
    "aligns with long line numbers",
    found(12, 1),
    "\n".repeat(11) + "abc",
    marked("12:1", "12 | abc", "   | ^^^"),
  ],
  [
    "stands right behind tabs and a byte order mark",
    found(1, 3),
    "\ufeff\t\t5",
    marked("1:3", "1 |   5", "  |   ^"),
  ],
  ["marks behind the end of a line", found(1, 4), "[1,", marked("1:4", "1 | [1,", "  |    ^")],
  ["names only the file without a place", found(undefined, undefined), "{}", `${ERROR}\n --> c.json\n`],
  ["shows no line without a source", MILD, undefined, "warning[some-code]: It is wrong\n --> c.json:3:4\n"],
];

for (const [name, diagnostic, text, expected] of CASES) {
  Deno.test(`report() ${name}`, () => equal(shown(diagnostic, text), expected));
}

Deno.test("report() cuts a long line around the place", () => {
  const lines = shown(found(1, 5001), " ".repeat(5000) + "here" + " ".repeat(9000)).split("\n");
  equal(lines[3]!.length < 120, true);
  equal(lines[3]!.indexOf("here"), lines[4]!.indexOf("^^^^"));
});

/** A line, the column of the problem, and the line as it is shown. */
const PASSWORDS: readonly (readonly [string, number, string])[] = [
  ['{"user": 1, "password": "hunter2"}', 2, '{"user": 1, "password": "•••••••"}'],
  ['["mysql://ada:p@ss@db/shop"]', 2, '["mysql://ada:••••@db/shop"]'],
  ['["http://db:5432/shop"]', 2, '["http://db:5432/shop"]'],
  ["{'password': 'hunt\"er2'}", 2, "{'password': '••••••••'}"],
  ['{password: "hunt\'er2"}', 2, '{password: "••••••••"}'],
  ['{"dbPassword": "hunter2"}', 2, '{"dbPassword": "•••••••"}'],
  ['["mysql://db/shop?password=hunter2&tls=true"]', 2, '["mysql://db/shop?password=•••••••&tls=true"]'],
  ['["Server=db;Pwd=hunter2;"]', 2, '["Server=db;Pwd=•••••••;"]'],
  ["if password == wanted {", 1, "if password == wanted {"],
  ["password := ask(k)", 1, "password := ask(k)"],
];

for (const [line, column, expected] of PASSWORDS) {
  Deno.test(`report() shows ${expected}`, () =>
    equal(shown(found(1, column), line).split("\n")[3], `1 | ${expected}`));
}

Deno.test("report() shows no part of a password that its line is cut in", () => {
  const line = `["mysql://ada:${"hunter2".repeat(12)}@db/${"x".repeat(40)}", 5]`;
  equal(shown(found(1, line.indexOf("5]") + 1), line).includes("hunt"), false);
});

Deno.test("report() colours only when asked to", () => {
  equal(shown(found(1, 1), "x", true).includes("\x1b[1;31m"), true);
  equal(shown(found(1, 1), "x").includes("\x1b"), false);
});

Deno.test("countedDiagnostics() counts", () => {
  const warning = found(1, 1, { severity: "warning" });
  equal(countedDiagnostics([found(1, 1), warning, warning]), "1 error, 2 warnings");
  equal(countedDiagnostics([warning]), "1 warning");
  equal(countedDiagnostics([warning, found(1, 1, { code: "more-problems" })]), "1 warning, and more");
});

Deno.test("report() shows the beginning of many problems, errors first, and how many more there are", () => {
  const warnings = Array.from({ length: 3000 }, () => found(1, 1, { severity: "warning" }));
  const counting = found(undefined, undefined, { code: "more-problems", message: "There are more" });
  const text = report([...warnings, found(7, 1), counting], {
    file: "c.json",
    source: () => undefined,
    colors: false,
  });
  equal(text.match(/^error|^warning/gm)?.length, 51);
  equal(text.startsWith("error[some-code]: It is wrong\n --> c.json:7:1"), true);
  equal(text.includes("\n… and 2,951 more\n\nerror[more-problems]: There are more\n"), true);
});
