import assert from "node:assert/strict";
import { envClass } from "../../../../src/ui/text/env.ts";
import { diagnosticsText, positionText, problemCount } from "../../../../src/ui/text/diagnostics.ts";
import {
  age,
  ago,
  count,
  duration,
  elapsed,
  hashGroups,
  logTime,
  size,
} from "../../../../src/ui/text/format.ts";
import { parseConfig } from "../../../../src/core/config/mod.ts";
import { staleWords } from "../../../../src/ui/text/stale.ts";
import { seen } from "../../../../src/ui/text/visible.tsx";

const FORMATS: readonly [name: string, got: string, expected: string][] = [
  ["elapsed() of seconds", elapsed(4_900), "4 s"],
  ["elapsed() of minutes", elapsed(65_000), "1:05"],
  ["elapsed() of hours", elapsed(3_729_000), "1:02:09"],
  ["elapsed() never goes below zero", elapsed(-5), "0 s"],
  ["duration() of ms", duration(84.6), "85 ms"],
  ["duration() of seconds", duration(1_440), "1.4 s"],
  ["duration() of minutes", duration(65_000), "1:05"],
  ["logTime() of a second", logTime(84), "0.084"],
  ["logTime() of minutes", logTime(62_010), "1:02.010"],
  ["size() of bytes", size(1023), "1023 bytes"],
  ["size() of KB", size(1536), "1.5 KB"],
  ["size() of MB", size(2 * 1024 * 1024), "2 MB"],
  ["count() of one", count(1, "file"), "1 file"],
  ["count() of many", count(1200, "entry", "entries"), "1,200 entries"],
  ["ago() of now", ago(1000, 2000), "just now"],
  ["ago() of minutes", ago(0, 240_000), "4 min ago"],
  ["ago() of hours", ago(0, 3 * 3_600_000), "3 h ago"],
  ["ago() of a clock that is behind", ago(9_000_000, 0), "just now"],
  ["age() of now", age(1000, 2000), "0 min"],
  ["age() of minutes", age(0, 240_000), "4 min"],
  ["age() of hours", age(0, 3 * 3_600_000), "3 h"],
  ["age() of days", age(0, 50 * 3_600_000), "2 days"],
  ["age() of a clock that is behind", age(9_000_000, 0), "0 min"],
  ["ago() of days", ago(0, 50 * 3_600_000), "2 days ago"],
  ["hashGroups() groups in eights", hashGroups("0123456789abcdef"), "01234567 89abcdef"],
  ["envClass() of prd", envClass("PRD"), "env prd"],
  ["envClass() of staging", envClass("staging"), "env stg"],
  ["envClass() is stable for others", envClass("audit"), envClass("Audit")],
];
for (const [name, got, expected] of FORMATS) Deno.test(name, () => assert.equal(got, expected));

Deno.test("envClass() stays within the hues that marks.css has", async () => {
  const css = await Deno.readTextFile(
    new URL("../../../../src/ui/system/feedback/marks.css", import.meta.url),
  );
  for (const label of ["a", "b", "qa", "test", "sandbox", "audit", "demo", "edge", "x1", "x2", "x3"]) {
    assert.ok(css.includes(`.${envClass(label).replace(" ", ".")} {`), envClass(label));
  }
});

Deno.test("positionText() says where a problem is", () => {
  const base = { severity: "error", code: "c", message: "m" } as const;
  assert.equal(positionText({ ...base, path: [], file: "a.go", line: 3, column: 4 }), "a.go:3:4");
  assert.equal(positionText({ ...base, path: ["accounts", 0, "region"] }), "accounts[0].region");
  assert.equal(positionText({ ...base, path: ["accounts"], line: 7 }), "accounts, line 7");
  assert.equal(positionText({ ...base, path: [], line: 7, column: 2 }), "line 7:2");
  assert.equal(positionText({ ...base, path: [] }), "");
});

Deno.test("diagnosticsText() has everything that a helper needs", () => {
  const text = diagnosticsText([
    {
      severity: "error",
      code: "bad-port",
      path: ["port"],
      message: "A port is a number.",
      hint: "Remove the quotes.",
    },
  ]);
  assert.equal(text, "error port: A port is a number. [bad-port]\n    Remove the quotes.");
});

Deno.test("problemCount() counts problems, and says where not all are listed", () => {
  const one = { severity: "error", code: "c", path: [], message: "m" } as const;
  assert.equal(problemCount([one]), "1 problem");
  assert.equal(problemCount([one, one, { ...one, code: "too-many-problems" }]), "more than 2 problems");
});

const STALE: readonly (readonly [text: string, defaults: boolean, words: RegExp])[] = [
  [
    '{\n  "perPage": 100\n  "servers": []\n}',
    false,
    /^config\.json, line \d: .*comma.*\. The last good version stays in use\.$/,
  ],
  ["", false, /^config\.json, line 1: the file is empty\. The last good version stays in use\.$/],
  ["", true, /^config\.json, line 1: the file is empty\. The defaults are in use until it is fixed\.$/],
];
for (const [text, defaults, words] of STALE) {
  const after = defaults ? "at the start" : "since";
  Deno.test(`staleWords() says what is wrong with ${JSON.stringify(text)} ${after}, where, and what counts`, () => {
    assert.match(staleWords(parseConfig(text).diagnostics, defaults), words);
  });
}

Deno.test("staleWords() of a file without a place says what counts", () => {
  assert.equal(
    staleWords([], false),
    "config.json: it cannot be read. The last good version stays in use.",
  );
});

const SEEN: [text: string, lines: boolean, plain: boolean][] = [
  ["shop-production", false, true],
  ["Łódź 日本語 é", false, true],
  ["a\u202eb", false, false],
  ["a\u200bb", true, false],
  ["two\nlines\tand a tab", false, false],
  ["two\nlines\tand a tab", true, true],
  ["\x1b[31mred", true, false],
];
for (const [text, lines, plain] of SEEN) {
  Deno.test(`seen() leaves ${JSON.stringify(text)} ${plain ? "a text" : "to be written out"}${lines ? ", by lines" : ""}`, () => {
    assert.equal(typeof seen(text, lines) === "string", plain);
  });
}
