import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { homely } from "../../../../src/core/text/homely.ts";
import { inOneLine } from "../../../../src/core/text/sentences.ts";
import { byName, sortedByName } from "../../../../src/core/text/natural.ts";
import { afterCharacters, positions } from "../../../../src/core/text/position.ts";
import { suggest } from "../../../../src/core/text/suggest.ts";
import { changedLines, type DiffLine, diffLines } from "../../../../src/core/text/diff.ts";

const cases: readonly [path: string, home: string | undefined, shown: string][] = [
  ["/home/anna/extensions/toolbox", "/home/anna", "~/extensions/toolbox"],
  ["/home/annabel/x", "/home/anna", "/home/annabel/x"],
  ["/home/anna", "/home/anna", "/home/anna"],
  ["https://example.com/home/anna/x", "/home/anna", "https://example.com/home/anna/x"],
  ["C:\\Users\\anna\\x", "C:\\Users\\anna", "~\\x"],
  ["/home/anna/x", undefined, "/home/anna/x"],
];
for (const [path, home, shown] of cases) {
  Deno.test(`homely() shows ${path} in ${home} as ${shown}`, () => equal(homely(path, home), shown));
}

const LINES: readonly [what: string, parts: readonly (string | undefined)[], line: string][] = [
  ["a message without an end", ["It refused “app”", "Type it again."], "It refused “app”. Type it again."],
  ["a message with one", ["You are not signed in.", "Sign in."], "You are not signed in. Sign in."],
  ["a question", ["Is it there?", "Look."], "Is it there? Look."],
  ["an end inside of quotes", ["It said “no.”", "Ask."], "It said “no.” Ask."],
  ["a message alone", ["Nothing is here", undefined], "Nothing is here"],
  ["a hint alone", ["", "Sign in."], "Sign in."],
  ["nothing", [undefined], ""],
];
for (const [what, parts, line] of LINES) {
  Deno.test(`inOneLine() parts sentences when there is ${what}`, () => {
    equal(inOneLine(...parts), line);
  });
}

const ORDERED: readonly (readonly [what: string, ...names: string[]])[] = [
  ["by the value of numbers", "job-1", "job-2", "job-10", "job-100"],
  ["also within a name", "shop-2-db", "shop-10-db", "shop-10-web"],
  ["zeros in front do not make a number larger", "job-2", "job-03", "job-10"],
  ["names of one number by their texts", "job-01", "job-1"],
  ["letters of either case side by side", "Admin", "billing", "Reader"],
  ["names of one spelling in another case always in one order", "Job", "job"],
  ["numbers that no computer counts", `a${"9".repeat(60)}`, `b${"1".repeat(60)}`],
  ["a name before those that it begins", "job", "job-", "job-1"],
  ["nothing first", "", "0", "a"],
  ["what is not Latin behind what is", "zebra", "ärger", "日本"],
];

for (const [what, ...names] of ORDERED) {
  Deno.test(`byName() puts names in their order: ${what}`, () => {
    deepEqual(names.toReversed().sort(byName), names);
    deepEqual(
      sortedByName(names.toReversed().map((name) => ({ name })), ({ name }) => name),
      names.map((name) => ({ name })),
    );
  });
}

Deno.test("sortedByName() puts lower ranks first, each in the order of names", () => {
  const rank = (name: string) => name.startsWith("bad") ? -1 : 0;
  deepEqual(sortedByName(["job-10", "bad-11", "job-2", "bad-3"], (name) => name, rank), [
    "bad-3",
    "bad-11",
    "job-2",
    "job-10",
  ]);
});

const PLACES:
  readonly (readonly [name: string, text: string, offset: number, line: number, column: number])[] = [
    ["the first character", "ab", 0, 1, 1],
    ["the end", "ab", 2, 1, 3],
    ["past the end", "ab", 9, 1, 3],
    ["before the start", "ab", -1, 1, 1],
    ["an empty text", "", 0, 1, 1],
    ["after LF", "a\nb", 2, 2, 1],
    ["the LF itself", "a\nb", 1, 1, 2],
    ["after CRLF", "a\r\nb", 3, 2, 1],
    ["after a lone CR", "a\rb", 2, 2, 1],
    ["UTF-16 units", "😀x", 2, 1, 3],
  ];

for (const [name, text, offset, line, column] of PLACES) {
  Deno.test(`positions() gives line ${line}, column ${column} for ${name}`, () => {
    deepEqual(positions(text)(offset), { line, column });
  });
}

const AFTER: readonly (readonly [text: string, from: number, to: number, characters: number, at: number])[] =
  [
    ["select x", 0, 8, 7, 7],
    ["select x", 0, 8, 0, 0],
    ["select x", 0, 8, -1, 0],
    ["select x", 0, 8, 99, 8],
    ["'😀' x", 0, 6, 2, 3],
    ["a; '😀' x", 3, 9, 4, 8],
    ["a; b; c", 3, 4, 99, 4],
  ];
for (const [text, from, to, characters, at] of AFTER) {
  Deno.test(`afterCharacters() gives ${at} for ${characters} behind ${from} of ${text}, up to ${to}`, () => {
    equal(afterCharacters(text, from, to, characters), at);
  });
}

const KNOWN = ["name", "label", "entry", "tooltip", "hideTooltip", "contextMode", "minAppVersion"];

const WORDS: readonly (readonly [word: string, expected: string | undefined])[] = [
  ["lable", "label"],
  ["Name", "name"],
  ["ENTRY", "entry"],
  ["toolTip", "tooltip"],
  ["hidetooltip", "hideTooltip"],
  ["contextmod", "contextMode"],
  ["minAppVerison", "minAppVersion"],
  ["nme", "name"],
  ["zzz", undefined],
  ["ab", undefined],
  ["", undefined],
  ["completelyDifferent", undefined],
  ["x".repeat(5000), undefined],
  // Lower case makes each of the first two letters longer.
  ["\u0130\u0130ame", undefined],
];

for (const [word, expected] of WORDS) {
  Deno.test(`suggest() gives ${expected} for ${word.slice(0, 20) || "nothing"}`, () => {
    equal(suggest(word, KNOWN), expected);
  });
}

Deno.test("suggest() looks at no letter of words of 250 characters, whatever they are compared with", () => {
  let looks = 0;
  const known = {
    *[Symbol.iterator]() {
      for (let i = 0; i < 200; i++) {
        looks++;
        yield `${"n".repeat(247)}${i}`;
      }
    },
  };
  equal(suggest(`${"n".repeat(246)}x100`, known), undefined);
  equal(looks, 0);
});

Deno.test("suggest() gives the nearest of many words that are nearly the same", () => {
  const known = Array.from({ length: 198 }, (_, i) => `actions/${"n".repeat(20)}${i}.go`);
  for (const i of [0, 97, 197]) {
    equal(suggest(`actions/${"n".repeat(20)}${i}.og`, known), known[i]);
  }
});

const DIFFS: readonly (readonly [name: string, before: string, after: string, shown: string])[] = [
  ["equal texts", "abcd", "abcd", "4…"],
  ["nothing", "", "", ""],
  ["a new text", "", "ab", "+a+b"],
  ["a changed line", "abc", "aXc", " a-b+X c"],
  ["a change far away", "123456789", "12345678X", "5… 6 7 8-9+X"],
  ["one line that would be hidden", "12345", "1234X", " 1 2 3 4-5+X"],
  ["two changes", "a123456789b", "A123456789B", "-a+A 1 2 33… 7 8 9-b+B"],
];

const MARK = { same: " ", add: "+", remove: "-" };

for (const [name, before, after, expected] of DIFFS) {
  Deno.test(`changedLines() shows ${expected || "nothing"} for ${name}`, () => {
    const lines = [...changedLines([...before], [...after])];
    const shown = lines.map((line) =>
      line.kind === "skipped" ? `${line.count}…` : MARK[line.kind] + line.text
    );
    equal(shown.join(""), expected);
  });
}

Deno.test("diffLines() and changedLines() lose no line of any two texts", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 60 });
  fc.assert(fc.property(lines, lines, (before, after) => {
    for (const all of [diffLines(before, after), [...changedLines(before, after, 1000)]]) {
      if (all.some(({ kind }) => kind === "skipped")) return deepEqual(before, after);
      const known = all as DiffLine[];
      const old = known.filter(({ kind }) => kind !== "add"),
        now = known.filter(({ kind }) => kind !== "remove");
      deepEqual([old, now].map((part) => part.map(({ text }) => text)), [before, after]);
      deepEqual(old.map((line) => line.before), before.map((_, index) => index + 1));
      deepEqual(now.map((line) => line.after), after.map((_, index) => index + 1));
    }
  }));
});

Deno.test("changedLines() counts what lies between changes of two million lines", () => {
  const before = new Array(2_000_000).fill("");
  const after = [...before, "x"];
  deepEqual([...changedLines(before, after)].map((line) => line.kind), [
    "skipped",
    "same",
    "same",
    "same",
    "add",
  ]);
});
