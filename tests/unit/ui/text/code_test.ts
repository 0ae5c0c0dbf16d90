import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { parseAnsi, plainText } from "../../../../src/ui/text/ansi.ts";
import { growsInLine } from "../../../support/growth.ts";
import { diffLines } from "../../../../src/core/text/diff.ts";
import { changedPart } from "../../../../src/ui/system/code/diff_view.tsx";
import { highlight, type Language, languageOf } from "../../../../src/ui/text/highlight.ts";
import { hiddenName, pieces, sliceTokens, splitLines, wrapOffsets } from "../../../../src/ui/text/tokens.ts";
import { readableLine } from "../../../../src/ui/text/json_line.ts";
import { logMarks } from "../../../../src/ui/text/log_marks.ts";

/** Returns the tokens of a line as `kind:text`. */
const read = (line: string) => parseAnsi(line).tokens.map(({ kind, text }) => `${kind}:${text}`);

const COLOURED: readonly [name: string, line: string, expected: string[]][] = [
  ["plain text", "hello", [":hello"]],
  ["a colour and its end", "a\x1b[31mred\x1b[0mb", [":a", "a-1:red", ":b"]],
  ["bright colours", "\x1b[91mred", ["a-9:red"]],
  ["several codes at once", "\x1b[1;32mok", ["a-bold a-2:ok"]],
  ["an empty code as a reset", "\x1b[31ma\x1b[mb", ["a-1:a", ":b"]],
  ["the default colour", "\x1b[31ma\x1b[39mb", ["a-1:a", ":b"]],
  ["bold switched off alone", "\x1b[1;31ma\x1b[22mb", ["a-bold a-1:a", "a-1:b"]],
  ["256 colours by the nearest of sixteen", "\x1b[38;5;196mred", ["a-9:red"]],
  ["the first sixteen of 256 as they are", "\x1b[38;5;4mblue", ["a-4:blue"]],
  ["true colour by the nearest", "\x1b[38;2;20;160;30mgreen", ["a-2:green"]],
  ["greys", "\x1b[38;2;120;120;120mgrey", ["a-8:grey"]],
  ["background colours as nothing", "\x1b[48;5;196mtext", [":text"]],
  ["cursor movements as nothing", "a\x1b[2Kb\x1b[10;10Hc", [":a", ":b", ":c"]],
  ["links and titles as nothing", "\x1b]8;;https://x\x1b\\link\x1b]0;title\x07!", [":link", ":!"]],
  ["a carriage return as a new start", "10 %\r20 %\r30 %", [":30 %"]],
  ["the carriage return of a line's end", "done\r", [":done"]],
  ["an unfinished sequence as nothing", "a\x1b", [":a"]],
  ["nonsense codes as nothing", "\x1b[999;abcmx", [":bcmx"]],
];
for (const [name, line, expected] of COLOURED) {
  Deno.test(`parseAnsi() reads ${name}`, () => deepEqual(read(line), expected));
}

Deno.test("parseAnsi() hands the style on to the next line", () => {
  const first = parseAnsi("\x1b[33mwarn");
  deepEqual(parseAnsi("ing\x1b[0m.", first.style).tokens, [
    { text: "ing", kind: "a-3" },
    { text: ".", kind: "" },
  ]);
});

Deno.test("plainText() leaves the text as it is seen", () => {
  equal(plainText("a\x1b[31mb\x1b[0m"), "ab");
  equal(plainText("same"), "same");
});

/** Returns a difference in letters: `+x` added, `-x` removed, ` x` equal. */
const signs = (before: string, after: string) =>
  diffLines([...before], [...after]).map(({ kind, text }) =>
    ({ same: " ", add: "+", remove: "-" })[kind] + text
  ).join("");

const DIFFS: readonly [before: string, after: string, expected: string][] = [
  ["abc", "abc", " a b c"],
  ["abc", "abxc", " a b+x c"],
  ["abc", "ac", " a-b c"],
  ["abc", "axc", " a-b+x c"],
  ["", "ab", "+a+b"],
  ["ab", "", "-a-b"],
  ["abcabba", "cbabac", "-a-b c+b a b-b a+c"],
];
for (const [before, after, expected] of DIFFS) {
  Deno.test(`diffLines() of ${before || "nothing"} and ${after || "nothing"} is ${expected}`, () => {
    equal(signs(before, after), expected);
  });
}

Deno.test("diffLines() of two long unlike texts shows one block for the other, in time in line with them", () =>
  growsInLine(
    20_000,
    (length) => ["old", "new"].map((word) => Array.from({ length }, (_, n) => `${word} ${n}`)),
    ([old = [], now = []]) => equal(diffLines(old, now).length, 2 * old.length),
  ));

Deno.test("changedPart() finds the middle that differs", () => {
  deepEqual(changedPart("a = 1;", "a = 22;"), [4, 5, 6]);
  deepEqual(changedPart("aa", "aaa"), [2, 2, 3]);
});

/** Returns the coloured tokens of each line as `kind:text`. */
const coloured = (text: string, language: Language) =>
  highlight(text, language).map((line) =>
    line.filter((token) => token.kind !== "").map((t) => `${t.kind.slice(2)}:${t.text}`)
  );

const go: readonly [name: string, text: string, expected: string[][]][] = [
  ["keywords and calls", "func Run() error {", [["keyword:func", "name:Run", "type:error"]]],
  ["strings with escapes", 'x := "a\\"b" + c', [['string:"a\\"b"']]],
  ["a comment in a string", 'x := "// no"', [['string:"// no"']]],
  ["a string in a comment", '// say "hi"', [['comment:// say "hi"']]],
  ["an address in a string", 'get("https://x/*y*/")', [["name:get", 'string:"https://x/*y*/"']]],
  ["raw strings over lines", 'x := `a\n"b\n` + 1', [["string:`a"], ['string:"b'], ["string:`", "number:1"]]],
  ["comments over lines", "/* a\n`b */ var x", [["comment:/* a"], ["comment:`b */", "keyword:var"]]],
  ["a comment closed at once", "/**/ var", [["comment:/**/", "keyword:var"]]],
  ["an opening that is no comment yet", "/*/ var", [["comment:/*/ var"]]],
  ["runes", "case 'a', '\\'':", [["keyword:case", "string:'a'", "string:'\\''"]]],
  ["numbers", "0x1F + 1_000.5e-3", [["number:0x1F", "number:1_000.5e-3"]]],
  ["division as no comment", "a / b", [[]]],
  ["an unfinished string to its line's end", 'x := "abc\nvar', [['string:"abc'], ["keyword:var"]]],
];
for (const [name, text, expected] of go) {
  Deno.test(`highlight() knows ${name} of Go`, () => deepEqual(coloured(text, "go"), expected));
}

Deno.test("highlight() knows keys, strings, numbers and words of JSON", () => {
  deepEqual(coloured('{"a": "b", "c": [-1.5, true, null]}', "json"), [
    ['name:"a"', 'string:"b"', 'name:"c"', "number:-1.5", "keyword:true", "keyword:null"],
  ]);
});

const HARD = "a`b/*c*/\"d'//e\n".split("");
const ANY = [
  fc.string({ unit: "grapheme" }),
  fc.array(fc.constantFrom(...HARD)).map((parts) => parts.join("")),
];
for (const language of ["go", "json", "text"] as const) {
  Deno.test(`highlight() loses nothing of any ${language}`, () => {
    for (const any of ANY) {
      fc.assert(fc.property(any, (text) => {
        const lines = highlight(text, language).map((line) => line.map((token) => token.text).join(""));
        deepEqual(lines, splitLines(text));
      }));
    }
  });
}

Deno.test("highlight() takes time in line with the text", () =>
  growsInLine(
    16_000,
    (lines) => 'func f() { return "x" /* y */ } // z\n'.repeat(lines),
    (text) => highlight(text, "go"),
  ));

Deno.test("languageOf() goes by the name", () => {
  deepEqual(["a/b.go", "manifest.json", "c.jsonc", "README.md"].map(languageOf), [
    "go",
    "json",
    "json",
    "text",
  ]);
});

const LINES: [line: string, read: string][] = [
  ['{"level":"info","msg":"listening","port":8080}', "INFO listening port=8080"],
  ['{"severity":"ERROR","message":"no","err":{"code":1}}', 'ERROR no err={"code":1}'],
  ['{"time":"2026-01-01","msg":"a b","who":"two words"}', 'a b who="two words"'],
  ['{"level":30,"msg":"pino"}', "30 pino"],
  ['{"__proto__":{"a":1},"msg":"m"}', 'm __proto__={"a":1}'],
  ['{"msg":"m","id":1234567890123456789,"n":1.50}', "m id=1234567890123456789 n=1.50"],
  [
    '{"msg":"m","err":{"id": 12345678901234567890, "n": [1.0, 1e400]}}',
    'm err={"id":12345678901234567890,"n":[1.0,1e400]}',
  ],
  ['{"msg":"a","msg":"b","k":1,"k":2}', "a msg=b k=1 k=2"],
  ['{"msg":"m","10":1,"2":2}', "m 10=1 2=2"],
  ['{"level":3.0,"msg":1e400,"big":1e400}', "3.0 1e400 big=1e400"],
  [
    '{ "msg" : "" , "list" : [ ] , "none" : { } , "no" : null , "text" : "" }',
    "list=[] none={} no=null text=",
  ],
  [
    '{"msg":"\\u00fc","who":"\\u00fc \\"x\\"","in":{"a\\"":"{[\\u00fc"}}',
    'ü who="ü \\"x\\"" in={"a\\"":"{[ü"}',
  ],
  ["{broken", "{broken"],
  ["plain", "plain"],
  ["[1]", "[1]"],
  ["{}", ""],
];
for (const [line, read] of LINES) {
  Deno.test(`readableLine() reads ${line}`, () => equal(readableLine(line), read));
}

/** Returns the text with each marked part as `<kind:part>`. */
function withMarks(text: string, wanted = ""): string {
  let [drawn, at] = ["", 0];
  for (const { start, end, kind } of logMarks(text, wanted)) {
    drawn += `${text.slice(at, start)}<${kind.replace("level ", "")}:${text.slice(start, end)}>`;
    at = end;
  }
  return drawn + text.slice(at);
}

const MARKS: readonly (readonly [text: string, wanted: string, marked: string])[] = [
  ["ERROR payment refused", "", "<danger-level:ERROR> payment refused"],
  ["2026-11-23 18:47:05 WARN slow", "", "2026-11-23 18:47:05 <caution-level:WARN> slow"],
  ["level=warning msg=slow", "", "level=<caution-level:warning> msg=slow"],
  ["[error] 12#12: open() failed", "", "[<danger-level:error>] 12#12: open() failed"],
  ["INFO listening", "", "<plain-level:INFO> listening"],
  ["DEBUG pool 4", "", "<quiet-level:DEBUG> pool 4"],
  ["no error was found", "", "no error was found"],
  ["GET /ERRORS 200", "", "GET /ERRORS 200"],
  ["INFO Order of orders", "order", "<plain-level:INFO> <sought:Order> of <sought:order>s"],
  ["ERROR refused", "error", "<sought:ERROR> refused"],
  [`${"x".repeat(130)} ERROR`, "", `${"x".repeat(130)} ERROR`],
];
for (const [text, wanted, marked] of MARKS) {
  Deno.test(`logMarks() marks ${JSON.stringify(text.slice(0, 40))} looked through for "${wanted}"`, () => {
    equal(withMarks(text, wanted), marked);
  });
}

const shown = (text: string) => pieces([{ text, kind: "" }], 0, []).map((piece) => piece.text).join("");

const hidden: readonly [name: string, character: string][] = [
  ["a bidirectional override", "\u202e"],
  ["an isolate", "\u2066"],
  ["a zero-width space", "\u200b"],
  ["a zero-width joiner", "\u200d"],
  ["a byte order mark", "\ufeff"],
  ["a no-break space", "\u00a0"],
  ["a soft hyphen", "\u00ad"],
  ["a Hangul filler", "\u3164"],
  ["a variation selector", "\ufe0f"],
  ["a tag", "\u{e0041}"],
  ["an escape", "\u001b"],
  ["a carriage return within a line", "\r"],
  ["half a surrogate pair", "\ud800"],
];
for (const [name, character] of hidden) {
  Deno.test(`pieces() writes out ${name}`, () => {
    equal(shown(`a${character}b`), `a${hiddenName(character)}b`);
  });
}

Deno.test("pieces() leaves visible text and tabs alone", () => {
  for (const text of ["plain", "\tindented", "Grüße", "日本語", "🙂"]) equal(shown(text), text);
});

Deno.test("pieces() cuts tokens at the edges of marks", () => {
  const tokens = [{ text: "func ", kind: "k" }, { text: "Run()", kind: "n" }];
  deepEqual(pieces(tokens, 10, [{ start: 13, end: 17, kind: "now" }]), [
    { text: "fun", kind: "k", mark: null },
    { text: "c ", kind: "k", mark: "now" },
    { text: "Ru", kind: "n", mark: "now" },
    { text: "n()", kind: "n", mark: null },
  ]);
});

Deno.test("sliceTokens() gives a part of a line", () => {
  const tokens = [{ text: "abc", kind: "x" }, { text: "def", kind: "y" }];
  deepEqual(sliceTokens(tokens, 2, 5), [{ text: "c", kind: "x" }, { text: "de", kind: "y" }]);
});

const wraps: readonly [line: string, columns: number, offsets: number[]][] = [
  ["", 10, [0]],
  ["short", 10, [0]],
  ["0123456789", 10, [0]],
  ["0123456789a", 10, [0, 10]],
  ["\t\t12", 10, [0]],
  ["\t\t123", 10, [0, 4]],
  ["日本語日本", 4, [0, 2, 4]],
  ["ab\u202ecd", 12, [0, 4]],
];
for (const [line, columns, offsets] of wraps) {
  Deno.test(`wrapOffsets() breaks ${JSON.stringify(line)} at ${columns} into ${offsets.length}`, () => {
    deepEqual(wrapOffsets(line, columns), offsets);
  });
}

Deno.test("wrapOffsets() never cuts a character in two and always goes on", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 40 }), (line, columns) => {
    const offsets = wrapOffsets(line, columns);
    equal(offsets[0], 0);
    for (const [index, offset] of offsets.entries()) {
      if (index > 0) ok(offset > (offsets[index - 1] ?? 0));
      ok(
        !/[\udc00-\udfff]/.test(line[offset] ?? "") || !/[\ud800-\udbff]/.test(line[offset - 1] ?? ""),
      );
    }
  }));
});

Deno.test("splitLines() knows both kinds of line ends and begins no line after the last", () => {
  deepEqual(splitLines("a\r\nb\nc\n"), ["a", "b", "c"]);
  deepEqual(splitLines(""), [""]);
  deepEqual(splitLines("\n\n"), ["", ""]);
});
