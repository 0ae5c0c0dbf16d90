import { deepEqual } from "node:assert/strict";
import { failedFiles, runTwice } from "../../runner/again.ts";
import type { Outcome, Suite } from "../../runner/suite.ts";

const failing = (...files: string[]) =>
  `a => ./tests/other_test.ts:1:1\n\n FAILURES \n\n${
    files.map((file) => `some test => ./${file}:12:6\n`).join("")
  }\nFAILED | 8 passed | ${files.length} failed (1s)\n`;

const outputs: [what: string, output: string, files: string[]][] = [
  ["nothing when nothing failed", "ok | 8 passed | 0 failed (1s)", []],
  ["nothing when the suite crashed", "error: Uncaught (in promise)\n", []],
  ["each failing file once", failing("tests/desktop/a_test.ts", "tests/desktop/a_test.ts"), [
    "tests/desktop/a_test.ts",
  ]],
  ["coloured output", failing("tests/b_test.ts").replace("=>", "\x1b[38;5;245m=>\x1b[0m"), [
    "tests/b_test.ts",
  ]],
];
for (const [what, output, files] of outputs) {
  Deno.test(`failedFiles() gives ${what}`, () => deepEqual(failedFiles(output), files));
}

const suite: Suite = {
  name: "desktop",
  command: ["deno", "test", "tests/desktop"],
  folder: "tests/desktop",
  count: () => ({ passed: 0, failed: 0 }),
  limit: 1,
};
const outcome = (passed: number, failed: number): Outcome => ({
  name: "desktop",
  seconds: 1,
  passed,
  failed,
});

const cases: [what: string, first: Outcome, output: string, second: Outcome | null, end: [number, number]][] =
  [
    ["passes at once", outcome(9, 0), "", null, [9, 0]],
    ["fails once", outcome(8, 1), failing("tests/desktop/a_test.ts"), outcome(2, 0), [9, 0]],
    ["fails twice", outcome(8, 1), failing("tests/desktop/a_test.ts"), outcome(1, 1), [8, 1]],
    ["crashes", outcome(0, 1), "it crashed", null, [0, 1]],
    [
      "fails in many files",
      outcome(1, 4),
      failing("tests/a.ts", "tests/b.ts", "tests/c.ts", "tests/d.ts"),
      null,
      [1, 4],
    ],
  ];
for (const [what, first, output, second, [passed, failed]] of cases) {
  Deno.test(`runTwice() ends with ${passed} passed, ${failed} failed when a suite ${what}`, async () => {
    const commands: (readonly string[])[] = [];
    const end = await runTwice(suite, () => {}, ({ command }, write) => {
      commands.push(command);
      if (commands.length === 1) write(output);
      return Promise.resolve(commands.length === 1 ? first : second!);
    });
    deepEqual([end.passed, end.failed], [passed, failed]);
    deepEqual(commands.slice(1), second ? [["deno", "test", "tests/desktop/a_test.ts"]] : []);
  });
}
