import { equal, ok } from "node:assert/strict";
import fc from "fast-check";
import type { JSX } from "preact";
import { report } from "../../../../src/cli/report.ts";
import { progressBar, terminalText } from "../../../../src/cli/run/text.ts";
import { createLineSplitter } from "../../../../src/core/actions/log/lines.ts";
import { ProblemCollector } from "../../../../src/core/bundle/problems.ts";
import { createLogger } from "../../../../src/core/files/logger.ts";
import { Secret } from "../../../../src/core/secret.ts";
import { withoutPassword as serverWords } from "../../../../src/core/sql/error_words.ts";
import { hasControl } from "../../../../src/core/text/controls.ts";
import { hasBidi, hasHidden, hasHiddenInCode, quoted, spelled } from "../../../../src/core/text/hidden.ts";
import { block, logged, oneLine, outputLine } from "../../../../src/core/text/outside.ts";
import { listedNames, pairCut, shortened } from "../../../../src/core/text/shorten.ts";
import { menuLabel as menuWords } from "../../../../src/tray/menu/item.ts";
import { shownTexts } from "../../../../src/tray/notifications/notifier.ts";
import { hiddenName, pieces } from "../../../../src/ui/text/tokens.ts";
import { Visible } from "../../../../src/ui/text/visible.tsx";

/** How a text is shown in each kind of place. */
interface Shown {
  /** In one line of words, such as a title. */
  readonly line: string;
  /** In several lines of words. */
  readonly block: string;
  /** In the output of a program. */
  readonly output: string;
  /** In Kedge's own log, and in lines of a file. */
  readonly logged: string;
  /** Where the user decides about it: as text, and on a page; `code` is source code on a page. */
  readonly spelled: string;
  readonly page: string;
  readonly code: string;
}

const escaped = (character: string) => {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
};

/** Returns an invisible character without a meaning, between two letters, and how it is shown. */
const hidden = (character: string): [string, Shown] => [`a${character}b`, {
  line: "a b",
  block: "ab",
  output: "a\ufffdb",
  logged: "a\ufffdb",
  spelled: `a${escaped(character)}b`,
  page: `a${hiddenName(character)}b`,
  code: `a${hiddenName(character)}b`,
}];

/** Returns a text that is shown unchanged, except in the places of `beside`. */
const seen = (text: string, beside: Partial<Shown> = {}): [string, Shown] => [text, {
  line: text,
  block: text,
  output: text,
  logged: text,
  spelled: text,
  page: text,
  code: text,
  ...beside,
}];

const FAMILY = "👨\u200d👩\u200d👧";
const CASES: readonly (readonly [name: string, ...(readonly [text: string, shown: Shown])])[] = [
  ["plain words", ...seen("Deploy the shop")],
  ["words of other scripts", ...seen("Grüße, 日本語, שלום, سلام")],
  ["an emoji", ...seen("done 🙂")],
  ["an emoji with a selector", ...seen("❤\ufe0f", { code: "❤⟨U+FE0F⟩" })],
  ["a keycap", ...seen("1\ufe0f\u20e3", { code: "1⟨U+FE0F⟩\u20e3" })],
  ["an emoji of joined ones", ...seen(FAMILY, { code: "👨⟨U+200D⟩👩⟨U+200D⟩👧" })],
  [
    "a flag of tags",
    ...seen("🏴\u{e0067}\u{e0062}\u{e007f}".replace("\u{e0062}", "\u{e0062}\u{e0065}\u{e006e}\u{e0067}"), {
      code: "🏴⟨U+E0067⟩⟨U+E0062⟩⟨U+E0065⟩⟨U+E006E⟩⟨U+E0067⟩⟨U+E007F⟩",
    }),
  ],
  ["a joiner that is spelling", ...seen("می\u200cخواهم", { code: "می⟨U+200C⟩خواهم" })],
  ["a selector of an ideograph", ...seen("葛\u{e0100}", { code: "葛⟨U+E0100⟩" })],
  ["a no-break space", ...seen("1\u00a0000", { line: "1 000", code: "1⟨U+00A0⟩000" })],
  ["a wide space", ...seen("日\u3000本", { line: "日 本", code: "日⟨U+3000⟩本" })],
  ["a blank pattern of Braille", ...seen("⣿\u2800⣿", { code: "⣿⟨U+2800⟩⣿" })],

  ["a tab", ...seen("a\tb", { line: "a b", spelled: "a\\u0009b", page: "a⟨U+0009⟩b" })],
  ["a line feed", "a\nb", {
    line: "a b",
    block: "a\nb",
    output: "a\ufffdb",
    logged: "a\ufffdb",
    spelled: "a\\u000ab",
    page: "a⟨U+000A⟩b",
    code: "a⟨U+000A⟩b",
  }],
  ["a carriage return", ...beside(hidden("\r"), { output: "b" })],
  ["a line separator", ...hidden("\u2028")],
  ["a paragraph separator", ...hidden("\u2029")],

  ["a NUL", ...hidden("\0")],
  ["a bell", ...hidden("\x07")],
  ["a backspace", ...hidden("\b")],
  ["a delete", ...hidden("\x7f")],
  ["a next line of C1", ...hidden("\u0085")],
  ["a CSI of C1", ...hidden("\u009b")],
  ["half of a pair", ...beside(hidden("\ud800"), { line: "a\ufffdb", block: "a\ufffdb" })],
  ["the other half", ...beside(hidden("\udc00"), { line: "a\ufffdb", block: "a\ufffdb" })],

  ["a left-to-right mark", ...hidden("\u200e")],
  ["a right-to-left mark", ...hidden("\u200f")],
  ["an Arabic mark", ...hidden("\u061c")],
  ["an embedding", ...hidden("\u202b")],
  ["an override", ...hidden("\u202e")],
  ["an isolate", ...hidden("\u2067")],
  ["the end of an isolate", ...hidden("\u2069")],

  ["a zero-width space", ...hidden("\u200b")],
  ["a joiner between letters that do not join", ...hidden("\u200d")],
  ["a word joiner", ...hidden("\u2060")],
  ["a byte order mark", ...hidden("\ufeff")],
  ["a soft hyphen", ...hidden("\u00ad")],
  ["a grapheme joiner", ...hidden("\u034f")],
  ["an old form of shaping", ...hidden("\u206a")],
  ["a Hangul filler", ...hidden("\u3164")],
  ["a half-width filler", ...hidden("\uffa0")],
  ["a Khmer vowel without a form", ...hidden("\u17b4")],
  ["a Mongolian selector", ...hidden("\u180b")],
  ["an annotation", ...hidden("\ufff9")],
  ["a variation selector", ...hidden("\ufe01")],
  ["a second variation selector", ...hidden("\u{e0101}")],
  ["a tag", ...hidden("\u{e0041}")],
  ["a control of musical notation", ...hidden("\u{1d173}")],

  ["a colour", ...escape("\x1b[31m", "a\x1b[31mb")],
  ["a movement of the cursor", ...escape("\x1b[2J")],
  ["a title", ...escape("\x1b]0;title\x07")],
  ["a clipboard", ...escape("\x1b]52;c;aGk=\x1b\\")],
  ["a string to the device", ...escape("\x1bP1;2|x\x1b\\")],
  ["another set of characters", ...escape("\x1b(B")],
  ["a reset", ...escape("\x1bc")],
  ["a command without an end", ...escape("\x1b]52;c;", "a\ufffd]52;c;b", "a]52;c;b")],
];

function beside([text, shown]: [string, Shown], changed: Partial<Shown>): [string, Shown] {
  return [text, { ...shown, ...changed }];
}

/**
 * Returns a terminal's escape sequence. Logs keep colours and unfinished ones; where the user
 * decides, each character shows.
 */
function escape(command: string, output = "ab", words = "ab"): [string, Shown] {
  const characters = (name: (character: string) => string) =>
    `a${command.replaceAll("\x1b", name("\x1b")).replaceAll("\x07", name("\x07"))}b`;
  return [`a${command}b`, {
    line: words,
    block: words,
    output,
    logged: characters(() => "\ufffd"),
    spelled: characters(escaped),
    page: characters(hiddenName),
    code: characters(hiddenName),
  }];
}

/** Each function that shows text from outside of Kedge, by the kind of place. */
const FACES: Record<keyof Shown, readonly (readonly [string, (text: string) => string | Promise<string>])[]> =
  {
    line: [
      ["oneLine()", (text) => oneLine(text)],
      ["the tray's menu", (text) => menuWords(text)],
      ["a notification's title", (text) => shownTexts({ title: text, message: "", urgency: "normal" }).title],
      ["the words of a server", (text) => serverWords(text, new Secret(""))],
      [
        "a progress on the terminal",
        (title) => progressBar({ title, label: "", fraction: null, cancelable: false }, 80).slice(0, -2),
      ],
    ],
    block: [
      ["block()", (text) => block(text)],
      ["a message on the terminal", (text) => terminalText(text, false)],
      ["a notification", (text) => shownTexts({ title: "", message: text, urgency: "normal" }).message],
    ],
    output: [
      ["outputLine()", outputLine],
      [
        "the log of a run",
        (text) => text.includes("\n") || !text.isWellFormed() ? outputLine(text) : splitLine(text),
      ],
    ],
    logged: [
      ["logged()", logged],
      ["the message of a report", (text) => reported({ message: text })],
      ["kedge.log", (text) => text.includes("\n") ? logged(text) : ownLog(text)],
    ],
    spelled: [
      ["spelled()", (text) => spelled(text)],
      ["quoted()", (text) => quoted(text).slice(1, -1)],
      ["the file of a bundle's problem", fileOfProblem],
    ],
    page: [["words of a page", (text) => textOf(Visible({ text }))]],
    code: [[
      "code of a page",
      (text) => pieces([{ text, kind: "" }], 0, []).map((piece) => piece.text).join(""),
    ]],
  };

for (const [kind, faces] of Object.entries(FACES)) {
  for (const [surface, show] of faces) {
    Deno.test(`${surface} shows what is hidden as the table says`, async (t) => {
      for (const [name, text, shown] of CASES) {
        await t.step(name, async () => equal(await show(text), shown[kind as keyof Shown]));
      }
    });
  }
}

function splitLine(text: string): string {
  const lines: string[] = [];
  const splitter = createLineSplitter((line) => lines.push(line));
  splitter.push(new TextEncoder().encode(text));
  splitter.flush();
  return lines.join("\n");
}

function reported(diagnostic: { message: string }): string {
  const shown = report([{ severity: "error", code: "x", path: [], ...diagnostic }], {
    file: "f",
    source: () => undefined,
    colors: false,
  });
  return shown.replace(/^error\[x\]: /, "").replace(/\n +--> f\n$/, "");
}

async function ownLog(text: string): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-outside-" });
  try {
    const logger = createLogger(folder, () => new Date(0));
    logger.info(text);
    await logger.flush();
    return (await Deno.readTextFile(`${folder}/kedge.log`)).slice(
      "1970-01-01T00:00:00.000Z info ".length,
      -1,
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function fileOfProblem(file: string): string {
  const problems = new ProblemCollector();
  problems.error("x", "x", { file });
  return problems.list()[0]?.file ?? "";
}

/** Returns the text that a component renders. */
function textOf(node: JSX.Element | string): string {
  if (typeof node === "string") return node;
  return [(node.props as { children?: JSX.Element | JSX.Element[] | string }).children ?? []].flat().map(
    textOf,
  )
    .join("");
}

const OUTPUT: [text: string, shown: string][] = [
  ["plain\ttext", "plain\ttext"],
  ["line\r", "line"],
  [" 10 %\r 20 %", " 20 %"],
  ["a\0b\x07", "a\ufffdb\ufffd"],
  ["\x1b[31mred\x1b[0m", "\x1b[31mred\x1b[0m"],
  ["\x1b]52;c;aGk=\x07clipboard", "clipboard"],
  ["\x1b]0;title\x1b\\x", "x"],
  ["\x1b[2J\x1b[1;1Hgone\x1b[K", "gone"],
  ["\x1b]52;c;never ends", "\ufffd]52;c;never ends"],
  ["\x1bP1;2|\x1b", "\ufffdP1;2|\ufffd"],
  ["\u202egnp.exe", "\ufffdgnp.exe"],
  ["\x9b31m", "\ufffd31m"],
];
for (const [text, shown] of OUTPUT) {
  Deno.test(`outputLine() makes ${JSON.stringify(text)} ${JSON.stringify(shown)}`, () => {
    equal(outputLine(text), shown);
  });
}

const LINES: readonly (readonly [text: string, line: string])[] = [
  [" a\n\x1b[1mb\x1b[0m\t c ", "a b c"],
  ["x".repeat(300), `${"x".repeat(19)}…`],
  [`${" ".repeat(60)}far${"x".repeat(300)}`, "farxxxxxxxxxxxxxxxxx"],
];
for (const [text, line] of LINES) {
  Deno.test(`oneLine() makes ${JSON.stringify(text.trim().slice(0, 20))} a line of twenty`, () => {
    equal(oneLine(text, { longest: 20 }), line);
  });
}

const TOLD:
  readonly (readonly [text: string, hidden: boolean, inCode: boolean, control: boolean, bidi: boolean])[] = [
    ["plain 日本語 🙂", false, false, false, false],
    ["❤\ufe0f 1\ufe0f\u20e3", false, false, false, false],
    [FAMILY, false, false, false, false],
    ["می\u200cخواهم", false, true, false, false],
    ["a\u00a0b", false, false, false, false],
    ["a\u200bb", true, true, false, false],
    ["a\u200eb", true, true, false, true],
    ["a\u202eb", true, true, false, true],
    ["a\u2028b", true, true, true, false],
    ["a\x1bb", true, true, true, false],
    ["a\tb", true, false, true, false],
  ];
for (const [text, ...told] of TOLD) {
  Deno.test(`what is hidden in ${JSON.stringify(text)} is told`, () => {
    equal([hasHidden, hasHiddenInCode, hasControl, hasBidi].map((tell) => tell(text)).join(), told.join());
  });
}

const CUTS: readonly (readonly [text: string, longest: number, shown: string])[] = [
  ["short", 5, "short"],
  ["longer", 5, "long…"],
  ["to the end", 4, "to…"],
  ["ab🙂cd", 4, "ab…"],
  ["ab🙂cd", 5, "ab🙂…"],
  ["ae\u0301e\u0301", 4, "ae\u0301…"],
  [`a${FAMILY}b`, 8, "a…"],
  ["a🇩🇪🇫🇷b", 8, "a🇩🇪…"],
  ["1\ufe0f\u20e32\ufe0f\u20e3", 5, "1\ufe0f\u20e3…"],
  ["\u1112\u1161\u11ab\u1100\u116e\u11a8", 5, "\u1112\u1161\u11ab…"],
  [`a${"\u0301".repeat(500)}`, 200, `a${"\u0301".repeat(198)}…`],
];
for (const [text, longest, shown] of CUTS) {
  Deno.test(`shortened() cuts ${JSON.stringify(text.slice(0, 20))} to ${longest}`, () => {
    equal(shortened(text, longest), shown);
  });
}

Deno.test("shortened() never cuts in two what is seen as one character", () => {
  const seen = new Intl.Segmenter("en", { granularity: "grapheme" });
  const some = fc.constantFrom(
    "a",
    " ",
    "é",
    "e\u0301",
    "🙂",
    "👍🏽",
    FAMILY,
    "🇩🇪",
    "1\ufe0f\u20e3",
    "❤\ufe0f",
    "한",
    "ก็",
  );
  fc.assert(
    fc.property(fc.array(some, { maxLength: 30 }), fc.integer({ min: 1, max: 60 }), (parts, longest) => {
      const text = parts.join("");
      const kept = shortened(text, longest);
      ok(kept.length <= longest || kept === text);
      const whole = kept === text ? kept : kept.slice(0, -1);
      const begins = [...seen.segment(text)].map(({ index }) => index);
      ok(kept === text || begins.includes(whole.length) || /^\s/.test(text.slice(whole.length)), kept);
    }),
  );
});

Deno.test("pairCut() stays between code points", () => {
  equal([0, 1, 2, 3, 4].map((at) => pairCut("a🙂b", at)).join(), "0,1,1,3,4");
});

Deno.test("listedNames() names the first ones, and counts the rest", () => {
  equal(listedNames(["a", "b"]), "a, b");
  equal(listedNames(Array.from({ length: 389_002 }, (_, i) => `n${i}`), 2), "n0, n1 and 389,000 more");
});
