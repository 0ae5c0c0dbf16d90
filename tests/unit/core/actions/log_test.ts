import assert from "node:assert/strict";
import { createLineSplitter, createRunLog, safeText } from "../../../../src/core/actions/log.ts";
import type { LogLine } from "../../../../src/core/state/state.ts";

const safe: [text: string, shown: string][] = [
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
for (const [text, shown] of safe) {
  Deno.test(`safeText() makes ${JSON.stringify(text)} ${JSON.stringify(shown)}`, () => {
    assert.equal(safeText(text), shown);
  });
}

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

Deno.test("createRunLog() cuts a flood, says so, and keeps its end", () => {
  const seen: LogLine[] = [];
  const log = createRunLog((line) => seen.push(line), () => 0, 10_000);
  for (let i = 0; i < 100_000; i++) log.add("stdout", `line ${i}`);
  log.close();
  assert.equal(log.lines.length, seen.length);
  assert.ok(seen.length < 10_000, `${seen.length} lines are kept`);
  assert.equal(seen[0]!.text, "line 0");
  assert.equal(seen.at(-1)!.text, "line 99999");
  const notes = seen.filter(({ stream }) => stream === "log").map(({ text }) => text);
  assert.match(notes[0]!, /cut here: over 0.01 MB/);
  assert.match(notes[1]!, /MB left out, the end follows/);
});

Deno.test("createRunLog() hides what it was told to hide, from then on", () => {
  const log = createRunLog(() => {});
  log.add("stdout", "hunter22");
  log.mask("hunter22\nsecond-line");
  log.mask("abc");
  log.add("stdout", "x hunter22 y second-line abc");
  assert.deepEqual(log.lines.map(({ text }) => text), ["hunter22", "x ••• y ••• abc"]);
});
