import assert from "node:assert/strict";
import { createRunLog, hide, secretForms } from "../../../../../src/core/actions/log/run_log.ts";
import type { LogLine } from "../../../../../src/core/state/state.ts";

Deno.test("createRunLog() cuts a flood, says so, and keeps its end", () => {
  const seen: LogLine[] = [];
  const log = createRunLog((line) => seen.push(line), () => 0, 10_000);
  for (let i = 0; i < 100_000; i++) log.add("stdout", `line ${i}`);
  log.close();
  assert.ok(seen.length < 10_000, `${seen.length} lines are kept`);
  assert.equal(seen[0]!.text, "line 0");
  assert.equal(seen.at(-1)!.text, "line 99999");
  const notes = seen.filter(({ stream }) => stream === "log").map(({ text }) => text);
  assert.match(notes[0]!, /cut here: over 0.01 MB/);
  assert.match(notes[1]!, /MB left out, the end follows/);
});

Deno.test("createRunLog() hides what it was told to hide, from then on", () => {
  const seen: string[] = [];
  const log = createRunLog(({ text }) => seen.push(text), () => 0);
  log.add("stdout", "hunter22");
  log.mask("hunter22\nsecond-line");
  log.mask("abc");
  log.add("stdout", "x hunter22 y second-line abc");
  assert.deepEqual(seen, ["hunter22", "x ••• y ••• abc"]);
});

const hidden: [secrets: Iterable<string>, text: string, shown: string][] = [
  [[], "nothing", "nothing"],
  [["hunter", "hunter-22"], "a hunter-22 b hunter", "a ••• b •••"],
  [["abcd", "cdef"], "xabcdefx", "x•••x"],
  [["abcd"], "abcdabcd", "••••••"],
  [["aaaa"], "aaaaaa", "•••"],
  [secretForms('p"ss\\w'), '%q is "p\\"ss\\\\w"', '%q is "•••"'],
  [secretForms("first line\r\nsecond"), "second, first line", "•••, •••"],
];
for (const [secrets, text, shown] of hidden) {
  Deno.test(`hide() shows ${JSON.stringify(text)} without ${JSON.stringify([...secrets])}`, () => {
    assert.equal(hide(text, secrets), shown);
  });
}

Deno.test("add() gives each line the time that the run's clock shows", () => {
  const seen: number[] = [];
  let now = 7;
  const log = createRunLog(({ time }) => seen.push(time), () => now);
  log.add("log", "a");
  now = 1200;
  log.add("log", "b");
  assert.deepEqual(seen, [7, 1200]);
});
