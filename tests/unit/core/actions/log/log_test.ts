import assert from "node:assert/strict";
import {
  endText,
  headText,
  lineText,
  MAX_END_LENGTH,
  parseEnd,
  parseHead,
  parseLine,
} from "../../../../../src/core/actions/log/format.ts";
import { logName, parseLogName } from "../../../../../src/core/actions/log/names.ts";
import type { LogLine } from "../../../../../src/core/state/state.ts";
import { createLineIndex } from "../../../../../src/core/actions/log/line_index.ts";
import { createLineSplitter } from "../../../../../src/core/actions/log/lines.ts";
import { createRunLog } from "../../../../../src/core/actions/log/run_log.ts";
import { createSecrets } from "../../../../../src/core/actions/log/secrets.ts";
import { tooMany } from "../../../../../src/core/actions/log/trim.ts";

const LINES: [line: LogLine, text: string][] = [
  [{ stream: "log", text: "hello", time: 5 }, "   0.005 log    hello\n"],
  [{ stream: "stdout", text: "  indented", time: 1234 }, "   1.234 stdout   indented\n"],
  [{ stream: "stderr", text: "", time: 99_999_999 }, "99999.999 stderr \n"],
  [{ stream: "log", text: "ok after 5 ms", time: 0 }, "   0.000 log    ok after 5 ms\n"],
  [{ stream: "log", text: "a\u2028b\u0085", time: 0 }, "   0.000 log    a\u2028b\u0085\n"],
];
for (const [line, text] of LINES) {
  Deno.test(`lineText() and parseLine() agree about ${JSON.stringify(text)}`, () => {
    assert.equal(lineText(line), text);
    assert.deepEqual(parseLine(text.slice(0, -1)), line);
  });
}

Deno.test("parseLine() shows what Kedge did not write as it stands, made safe", () => {
  assert.deepEqual(parseLine("by hand\x1b[2J"), { stream: "log", text: "by hand", time: 0 });
});

Deno.test("parseHead() reads what headText() wrote, and no other line", () => {
  const head = { extension: "shop", action: "check.all", startedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 6) };
  assert.deepEqual(parseHead(headText(head).trimEnd()), head);
  for (const line of ["", "shop/check", "shop/check yesterdayZ", "a b/c 2026-01-02T03:04:05.006Z"]) {
    assert.equal(parseHead(line), null, line);
  }
});

const ENDS: [name: string, end: Parameters<typeof endText>[0]][] = [
  ["no error", { status: "ok", ms: 12 }],
  ["an error", { status: "failed", ms: 3, error: "no such shop" }],
  ["an error of several lines", {
    status: "failed",
    ms: 3,
    error: "first\nok after 5 ms\n\n  last",
  }],
];
for (const [name, end] of ENDS) {
  Deno.test(`parseEnd() reads what endText() wrote after a log: ${name}`, () => {
    const text = endText(end);
    assert.deepEqual(parseEnd(`   0.001 log    x\n${text}`), { ...end, at: 18 });
    assert.deepEqual(parseEnd(text), { ...end, at: 0 });
  });
}

Deno.test("parseEnd() is null when the run's end is not there", () => {
  for (const text of ["", "   0.001 log    ok after 5 ms\n", "ok after 5 ms\n   0.001 log    x\n"]) {
    assert.equal(parseEnd(text), null, text);
  }
});

for (const error of ["x".repeat(100_000), "\n".repeat(100_000), "語".repeat(100_000)]) {
  Deno.test(`endText() keeps the end short enough to be found when the error is endless ${JSON.stringify(error[0])}`, () => {
    const text = endText({ status: "failed", ms: 1, error });
    assert.ok(new TextEncoder().encode(text).length < MAX_END_LENGTH);
    assert.equal(parseEnd(`\n${text}`)?.status, "failed");
  });
}

Deno.test("parseLogName() knows the action and the time of a log's name", () => {
  const name = logName({ extension: "shop", action: "check" }, Date.UTC(2026, 0, 2, 3, 4, 5, 6));
  const read = { action: "shop~check", time: "20260102T030405.006Z" };
  assert.deepEqual(parseLogName(name), read);
  assert.deepEqual(parseLogName(name.replace(".log", "~cli.log")), { ...read, fromCommandLine: true });
  assert.ok(
    logName({ extension: "x".repeat(200), action: "y".repeat(200), fromCommandLine: true }, 0).length <= 255,
  );
  for (const other of ["kedge.log", `../${name}`, `${name}/..`, name.replace("~check", ""), ""]) {
    assert.equal(parseLogName(other), null, other);
  }
});

/** Returns an index of `count` batches of ten lines and 50 kB each, after a head of 100 bytes. */
function indexOf(count: number) {
  const index = createLineIndex(100);
  for (let i = 0; i < count; i++) index.add(10, 50_000);
  return index;
}

const MARKS: [line: number, before: [line: number, offset: number], after: [line: number, offset: number]][] =
  [
    [0, [0, 100], [0, 100]],
    [9, [0, 100], [20, 100_100]],
    [20, [20, 100_100], [20, 100_100]],
    [39, [20, 100_100], [40, 200_100]],
    [75, [60, 300_100], [80, 400_100]],
    [80, [80, 400_100], [80, 400_100]],
    [99, [80, 400_100], [100, 500_100]],
    [100, [80, 400_100], [100, 500_100]],
    [1000, [80, 400_100], [100, 500_100]],
  ];
for (const [line, before, after] of MARKS) {
  Deno.test(`before() and after() of line ${line} are the marks at ${before[0]} and ${after[0]}`, () => {
    const index = indexOf(10);
    assert.deepEqual(index.before(line), { line: before[0], offset: before[1] });
    assert.deepEqual(index.after(line), { line: after[0], offset: after[1] });
  });
}

Deno.test("createLineIndex() is empty at first", () => {
  const index = createLineIndex(7);
  assert.deepEqual([index.end, index.before(0), index.after(3)], Array(3).fill({ line: 0, offset: 7 }));
});

function lines(...chunks: (string | Uint8Array)[]): string[] {
  const got: string[] = [];
  const splitter = createLineSplitter((line) => got.push(line));
  for (const chunk of chunks) {
    splitter.push(typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk);
  }
  splitter.flush();
  return got;
}

Deno.test("createLineSplitter() joins a line that comes in parts", () => {
  assert.deepEqual(lines("a", "b\nc\n", "", "d"), ["ab", "c", "d"]);
});

Deno.test("createLineSplitter() joins a character that comes in parts", () => {
  const euro = new TextEncoder().encode("€\n");
  assert.deepEqual(lines(euro.subarray(0, 2), euro.subarray(2)), ["€"]);
});

Deno.test("createLineSplitter() keeps empty lines and gives none for an end of line", () => {
  assert.deepEqual(lines("\n\na\n"), ["", "", "a"]);
});

Deno.test("createLineSplitter() makes binary output text", () => {
  assert.deepEqual(lines(Uint8Array.from([0xff, 0xfe, 0x00, 0x41])), ["\ufffd\ufffd\ufffdA"]);
});

Deno.test("createLineSplitter() breaks a line that never ends, so that memory stays bounded", () => {
  const got = lines(...Array.from({ length: 10 }, () => "x".repeat(50_000)));
  assert.equal(got.join("").length, 500_000);
  assert.ok(got.every((line) => line.length <= 64_000));
});

const y = (count: number) => "y".repeat(count);
const PARTS: [name: string, text: string, parts: [text: string, more: boolean][]][] = [
  ["a short line is whole", "a\nb", [["a", false], ["b", false]]],
  ["a long line is continued up to its end", `${y(200_000)}\nz`, [
    [y(64_000), true],
    [y(64_000), true],
    [y(72_000), false],
    ["z", false],
  ]],
  ["a long line without an end is ended", y(64_001), [[y(64_000), true], ["y", false]]],
  ["what overwrites itself is not continued", `a\r${y(64_000)}`, [[y(63_998), false], ["yy", false]]],
];
for (const [name, text, parts] of PARTS) {
  Deno.test(`createLineSplitter() tells which lines belong together: ${name}`, () => {
    const got: [string, boolean][] = [];
    const splitter = createLineSplitter((line, more) => got.push([line, more]));
    const bytes = new TextEncoder().encode(text);
    for (let at = 0; at < bytes.length; at += 32_000) splitter.push(bytes.subarray(at, at + 32_000));
    splitter.flush();
    assert.deepEqual(got, parts);
  });
}

Deno.test("createRunLog() cuts a flood, says so, and keeps its end", () => {
  const seen: LogLine[] = [];
  const log = createRunLog((line) => seen.push(line), () => 0, { limit: 10_000 });
  for (let i = 0; i < 100_000; i++) log.add("stdout", `line ${i}`);
  log.close();
  assert.ok(seen.length < 10_000, `${seen.length} lines are kept`);
  assert.equal(seen[0]!.text, "line 0");
  assert.equal(seen.at(-1)!.text, "line 99999");
  const notes = seen.filter(({ stream }) => stream === "log").map(({ text }) => text);
  assert.match(notes[0]!, /cut here: over 0.01 MB/);
  assert.match(notes[1]!, /MB left out, the end follows/);
});

Deno.test("createRunLog() gives a flood whole to a reader of all lines, and keeps only a part of it", () => {
  const seen: LogLine[] = [], all: string[] = [];
  const takesAll = ({ text }: LogLine) => void all.push(text);
  const log = createRunLog((line) => seen.push(line), () => 0, { limit: 10_000, all: takesAll });
  for (let i = 0; i < 100_000; i++) log.add("stdout", `line ${i}`);
  assert.equal(log.full, false);
  log.close();
  assert.ok(all.length === 100_000 && all.every((text, i) => text === `line ${i}`));
  assert.ok(seen.length < 10_000, `${seen.length} lines are kept`);
  assert.match(seen.find(({ stream }) => stream === "log")!.text, /cut here/);
});

Deno.test("createRunLog() hides what it was told to hide, from then on", () => {
  const seen: string[] = [], all: string[] = [];
  const log = createRunLog(({ text }) => seen.push(text), () => 0, { all: ({ text }) => all.push(text) });
  log.add("stdout", "hunter22");
  log.secrets.learn("hunter22\nsecond-line");
  log.secrets.learn("abc");
  log.add("stdout", "x hunter22 y second-line abc");
  assert.deepEqual(seen, ["hunter22", "x ••• y ••• abc"]);
  assert.deepEqual(all, seen);
});

/** The Go tests of kedgetest read the same cases. */
const hidden: { secrets: string[]; text: string; shown: string }[] = JSON.parse(
  await Deno.readTextFile(
    new URL("../../../../../sdk/kedgetest/testdata/hidden.json", import.meta.url),
  ),
);
for (const { secrets, text, shown } of hidden) {
  Deno.test(`hide() shows ${JSON.stringify(text)} without ${JSON.stringify(secrets)}`, () => {
    const known = createSecrets();
    for (const secret of secrets) known.learn(secret);
    assert.equal(known.hide(text), shown);
  });
}

/** Returns what a log shows of these parts of output, and of `full` while the log is full. */
function shownOf(secret: string, parts: readonly string[], full: readonly string[] = []): string[] {
  const shown: string[] = [];
  const { add, secrets } = createRunLog(({ text }) => shown.push(text), () => 0);
  secrets.learn(secret);
  const log = { full: false, skip: () => undefined, secrets };
  const splitter = createLineSplitter((line) => add("stdout", line), log);
  for (const part of parts) splitter.push(new TextEncoder().encode(part));
  log.full = true;
  for (const part of full) splitter.push(new TextEncoder().encode(part));
  splitter.flush();
  return shown;
}

const SECRET = "correct-horse-battery";
const long = (size: number) => SECRET.repeat(Math.ceil(size / SECRET.length)).slice(0, size - 1) + "!";
const STRADDLING: [name: string, secret: string, parts: string[]][] = [
  ["the first cut", SECRET, [`${"y".repeat(63_990)}${SECRET}${"y".repeat(10)}`]],
  ["the second cut", SECRET, [`${"y".repeat(127_990)}${SECRET}${"y".repeat(10)}`]],
  ["a cut and two parts", SECRET, [`${"y".repeat(63_990)}${SECRET.slice(0, 12)}`, SECRET.slice(12)]],
  ["a cut in a form that is longer", "a<b>c&d<e>f", [
    `${"y".repeat(63_970)}${"\\u003c"}a\\u003cb\\u003ec\\u0026d\\u003ce\\u003ef`,
  ]],
  ...[64_001, 65_536, 200_000].map((size): [string, string, string[]] => [
    `${size} characters`,
    long(size),
    [`x${long(size).slice(0, 60_000)}`, long(size).slice(60_000, 64_000), `${long(size).slice(64_000)}\n`],
  ]),
];
for (const [name, secret, parts] of STRADDLING) {
  Deno.test(`createLineSplitter() shows no part of a secret when it straddles ${name}`, () => {
    const shown = shownOf(secret, parts);
    assert.match(shown.join("\n"), /•••/);
    assert.doesNotMatch(shown.join("\n"), /corr|batt|003[ce]f?$/);
    assert.ok(shown.every((line) => line.length <= 64_000));
  });
}

Deno.test("createLineSplitter() keeps what only looks like the beginning of a secret", () => {
  const text = "y".repeat(63_999) + SECRET.slice(0, 10) + "y".repeat(70_000);
  assert.equal(shownOf(SECRET, [text.slice(0, 64_005), text.slice(64_005)]).join(""), text);
});

Deno.test("createLineSplitter() shows no part of a secret when what is left out begins or ends within it", () => {
  const flood = "y".repeat(40_000) + "\n";
  const half = SECRET.slice(0, 12), other = SECRET.slice(12);
  const shown = shownOf(SECRET, [`left ${half}`], [
    other + flood,
    `${flood}${half}`,
    `${other} last\n${flood}`,
    flood,
  ]);
  assert.equal(shown[0], "left ");
  assert.equal(shown[1], " last");
  assert.doesNotMatch(shown.join("\n"), /corr|batt/);
});

Deno.test("add() gives each line the time that the run's clock shows", () => {
  const seen: number[] = [];
  let now = 7;
  const log = createRunLog(({ time }) => seen.push(time), () => now);
  log.add("log", "a");
  now = 1200;
  log.add("log", "b");
  assert.deepEqual(seen, [7, 1200]);
});

/** Returns the log file of `action:minute:size`; `:cli` marks a run of the command line. */
function log(text: string) {
  const [action, minute, size, cli] = text.split(":");
  return {
    name: `x~${action}~20260102T03${minute!.padStart(2, "0")}00.000Z~00000000${cli ? "~cli" : ""}.log`,
    size: Number(size),
  };
}

const LOGS: [name: string, logs: string[], gone: string[]][] = [
  ["nothing when both limits hold", ["a:1:10", "a:2:10", "b:1:80"], []],
  ["the oldest of an action that has too many", ["a:3:1", "a:1:1", "a:4:1", "a:2:1", "b:0:1"], ["a:1:1"]],
  ["the oldest of the loudest action when all are too large", ["a:1:40", "a:2:40", "b:0:30"], ["a:1:40"]],
  [
    "one by one, of whichever is the loudest then",
    ["a:1:60", "a:2:45", "b:1:40", "b:2:20"],
    ["a:1:60", "b:1:40"],
  ],
  [
    "nothing of the tray when the command line runs the same action again and again",
    ["a:1:1", "a:2:1:cli", "a:3:1:cli", "a:4:1:cli", "a:5:1:cli"],
    ["a:2:1:cli", "a:3:1:cli"],
  ],
  [
    "the oldest of the tray when those are more than the command line's",
    ["a:1:1", "a:2:1", "a:3:1", "a:4:1:cli"],
    ["a:1:1"],
  ],
  [
    "those of the command line first when they are the loudest",
    ["a:1:40", "a:2:30:cli", "a:3:40:cli"],
    ["a:2:30:cli"],
  ],
  ["all that it must when one alone is too large", ["a:1:200"], ["a:1:200"]],
];
for (const [name, logs, gone] of LOGS) {
  Deno.test(`tooMany() is ${name}`, () => {
    assert.deepEqual(tooMany(logs.map(log), 3, 100), gone.map((text) => log(text).name));
  });
}
