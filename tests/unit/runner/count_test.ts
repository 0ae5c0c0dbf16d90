import { deepEqual, equal, match } from "node:assert/strict";
import { checkCount, denoCount, denoFailures, denoTimes, goCount, goOutput } from "../../runner/count.ts";
import { missingPackages } from "../../runner/parts.ts";
import { summary } from "../../runner/suite.ts";

const DENO: [name: string, output: string, success: boolean, passed: number, failed: number][] = [
  ["a good run", "ok | 27 passed | 0 failed (352ms)\n", true, 27, 0],
  ["steps", "ok | 4 passed (42 steps) | 0 failed (11s)\n", true, 4, 0],
  ["failures", "FAILED | 1 passed (37 steps) | 3 failed (3 steps) (11s)\nerror: Test failed\n", false, 1, 3],
  ["colours", "\x1b[0m\x1b[32mok\x1b[0m | 2 passed | 0 failed \x1b[38;5;245m(1ms)\x1b[0m\n", true, 2, 0],
  ["ignored tests", "ok | 2 passed | 0 failed | 1 ignored (1ms)\n", true, 2, 0],
  ["a crash after tests", "ok | 2 passed | 0 failed (1ms)\n", false, 2, 1],
  ["a crash before tests", "error: Type checking failed.\n", false, 0, 1],
  ["no test at all", "ok | 0 passed | 0 failed (0ms)\n", true, 0, 1],
];
for (const [name, output, success, passed, failed] of DENO) {
  Deno.test(`denoCount() counts ${name}`, () => deepEqual(denoCount(output, success), { passed, failed }));
}

const TIMES: [name: string, output: string, tests: [name: string, seconds: number][]][] = [
  ["a serial run", "running 1 test from ./a_test.ts\nadds ... ok (45ms)\n", [["./a_test.ts => adds", 0.045]]],
  ["a parallel run", "./a_test.ts => adds ... ok (9s)\n", [["./a_test.ts => adds", 9]]],
  [
    "steps, as their test",
    "running 1 test from ./a_test.ts\nkeys ...\n  one ... ok (1s)\nkeys ... ok (1m23s)\n",
    [["./a_test.ts => keys", 83]],
  ],
  ["a failure", "./a_test.ts => keys ... FAILED (due to 1 failed step) (2s)\n", [["./a_test.ts => keys", 2]]],
  ["what is no test", "ok | 4 passed (42 steps) | 0 failed (11s)\n", []],
];
for (const [name, output, tests] of TIMES) {
  Deno.test(`denoTimes() reads ${name}`, () =>
    deepEqual(denoTimes(output), tests.map(([name, seconds]) => ({ name, seconds }))));
}

const FAILED = `opens ... FAILED (2s)

 ERRORS 

opens => ./tests/a_test.ts:7:6
error: Error: windows: A, B
  the menu
    at open (file:///tests/a_test.ts:9:1)
Caused by: Error: waited 40000 ms in vain for window Kedge
    at waitFor (file:///tests/wait.ts:24:13)

keys ... listens => ./tests/b_test.ts:3:1
error: AssertionError: ${"long".repeat(200)}

 FAILURES 

opens => ./tests/a_test.ts:7:6

FAILED | 1 passed | 2 failed (5s)
`;

Deno.test("denoFailures() tells what failed and why, without stacks, in lines of bounded length", () => {
  deepEqual(denoFailures(FAILED), [
    "opens => ./tests/a_test.ts:7:6",
    "error: Error: windows: A, B",
    "Caused by: Error: waited 40000 ms in vain for window Kedge",
    "keys ... listens => ./tests/b_test.ts:3:1",
    `error: AssertionError: ${"long".repeat(200)}`.slice(0, 300),
  ]);
  deepEqual(denoFailures("ok | 2 passed | 0 failed (1ms)\n"), []);
});

const GO = [
  '{"Action":"output","Package":"kedge","Test":"TestA","Output":"=== RUN TestA\\n"}',
  '{"Action":"pass","Package":"kedge","Test":"TestA/sub"}',
  '{"Action":"pass","Package":"kedge","Test":"TestA"}',
  '{"Action":"output","Package":"kedge","Test":"TestB","Output":"b_test.go:3: wrong\\n"}',
  '{"Action":"fail","Package":"kedge","Test":"TestB"}',
  '{"Action":"fail","Package":"kedge"}',
].join("\n");

Deno.test("goCount() counts tests and not their subtests", () => {
  deepEqual(goCount(GO, false), { passed: 1, failed: 1 });
  deepEqual(goCount("go: cannot find main module\n", false), { passed: 0, failed: 1 });
});

Deno.test("goOutput() shows what failed and nothing else", () => {
  equal(goOutput(GO), "b_test.go:3: wrong\n");
  equal(goOutput("go: cannot find main module\n"), "go: cannot find main module\n");
});

Deno.test("checkCount() counts a check as one test", () => {
  deepEqual(checkCount("", true), { passed: 1, failed: 0 });
  deepEqual(checkCount("", false), { passed: 0, failed: 1 });
});

Deno.test("summary() ends in exactly the sums", () => {
  const text = summary([
    { name: "unit", passed: 10, failed: 0, seconds: 1, times: [{ name: "quick", seconds: 0.1 }] },
    {
      name: "desktop",
      passed: 2,
      failed: 1,
      seconds: 61.25,
      times: [{ name: "slow", seconds: 50 }],
      failures: ["slow => ./a_test.ts:1:1", "error: too slow"],
    },
  ]);
  equal(text.startsWith("The slowest tests:\n   50 s  slow\n    0 s  quick\n\n"), true);
  equal(text.endsWith("\n\nslow => ./a_test.ts:1:1\nerror: too slow\n\n12 passed, 1 failed"), true);
  match(text, /✗ desktop {6}2 passed {4}1 failed {4}61\.\d s/);
});

Deno.test("missingPackages() gives what is not installed", () => {
  deepEqual(missingPackages(new Set(["zip"]), ["zip", "unzip"]), ["unzip"]);
});
