import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { checkCount, denoCount, denoFailures, denoTimes, goCount, goOutput } from "../../runner/count.ts";
import { runChains, runSuite, type Suite, summary } from "../../runner/suite.ts";
import { testOn } from "../../support/systems.ts";
import { type Part, turns } from "../../runner/suites.ts";
import { coveredFiles } from "../../support/house/verified.ts";
import {
  beginWait,
  isWithin,
  measureSpeed,
  slowness,
  slownessLine,
  type Speed,
} from "../../runner/slowness.ts";
import { missingPackages } from "../../runner/parts.ts";

/** The machine that limits are defined for, and one that is four times slower. */
const AS_MEANT: Speed = { ms: 300, cores: 2 }, BUSY: Speed = { ms: 1200, cores: 2 };

async function outcome(suite: Partial<Suite> & Pick<Suite, "command">, speed: Speed = AS_MEANT) {
  let text = "";
  const { passed, failed } = await runSuite(
    { name: "suite", count: checkCount, limit: 1, ...suite },
    (more) => text += more,
    () => speed,
  );
  return { passed, failed, text };
}

testOn(["shell"], "runSuite() passes when the command does, and shows nothing of it", async () => {
  const { passed, failed, text } = await outcome({ command: ["/bin/echo", "details"] });
  deepEqual([passed, failed], [1, 0]);
  equal(text.includes("details"), false);
  match(text, /^ok: suite: 1 passed, 0 failed \(\d+\.\d s\)\n$/);
});

testOn(["shell"], "runSuite() shows the output of a command that fails", async () => {
  const { failed, text } = await outcome({ command: ["/bin/sh", "-c", "echo out; echo err >&2; exit 1"] });
  equal(failed, 1);
  match(text, /out/);
  match(text, /err/);
});

Deno.test("runSuite() counts a program that is not there as a failure", async () => {
  const { failed, text } = await outcome({ command: ["/nowhere/program"] });
  equal(failed, 1);
  match(text, /nowhere/);
});

/** Suites with a limit of 0.02 minutes that take longer. */
const LATE: [what: string, slower: number, now: Speed, seconds: number, ended: RegExp | null][] = [
  ["on the machine that limits are set on", 1, AS_MEANT, 60, /took longer than 0\.\d minutes/],
  ["on a machine that has become busy, within its share", 1, BUSY, 1.4, null],
  ["on a machine that has become busy, beyond its share", 1, BUSY, 60, /took longer than 0\.\d minutes/],
  ["on a machine that was busy at the start, within its share", 4, AS_MEANT, 1.4, null],
];
for (const [what, slower, now, seconds, ended] of LATE) {
  testOn(
    ["shell"],
    `runSuite() ${ended ? "ends" : "waits for"} a suite that takes longer ${what}`,
    async () => {
      const command = ["/bin/sh", "-c", ended ? `sleep ${seconds} & sleep ${seconds}` : `sleep ${seconds}`];
      const { failed, text } = await outcome({ command, limit: 0.02, slower }, now);
      equal(failed, ended ? 1 : 0, text);
      match(text, ended ?? /^ok/);
    },
  );
}

testOn(
  ["shell"],
  "runSuite() fails a suite that leaves something in its temporary folder, which goes",
  async () => {
    const { failed, text } = await outcome({
      command: ["/bin/sh", "-c", 'echo "in $TMPDIR"; mkdir $TMPDIR/forgotten'],
    });
    equal(failed, 1);
    match(text, /left behind in the temporary folder: forgotten/);
    const [, folder] = /^in (.+)$/m.exec(text)!;
    await rejects(Deno.stat(folder!), Deno.errors.NotFound);
  },
);

testOn(["shell"], "runSuite() fails a suite that leaves a program running, which is ended", async () => {
  const { failed, text } = await outcome({
    // In a session of its own and with another parent, as background programs have.
    command: ["/bin/sh", "-c", "setsid sh -c 'sleep 61 & exit' >&- 2>&- <&-; exit 0"],
    grace: 0,
  });
  equal(failed, 1);
  // On a busy machine the shell that starts it may be found first.
  match(text, /left behind in the temporary folder: the program (sh -c )?sleep 61/);
});

testOn(
  ["shell"],
  "runChains() runs no more chains at once than there are lanes, and the suites of a chain in their order",
  async () => {
    const folder = await Deno.makeTempDir({ prefix: "kedge-chains-" });
    // Each suite marks itself as running, and reports how many run.
    const suite = (name: string): Suite => ({
      name,
      command: [
        "/bin/sh",
        "-c",
        `mkdir ${folder}/${name}; ls ${folder} | wc -l; sleep 0.2; rmdir ${folder}/${name}; exit 1`,
      ],
      count: checkCount,
      limit: 1,
    });
    let text = "";
    try {
      const chains = [["a1", "a2"], ["b"], ["c1", "c2"], ["d"]].map((names) => names.map(suite));
      const outcomes = await runChains(chains, 2, (more) => text += more);
      deepEqual(outcomes.map(({ name }) => name), ["a1", "a2", "b", "c1", "c2", "d"]);
      const shown = [...text.matchAll(/▶ (\w+)\n\s*(\d)\nFAILED: \1: /g)];
      deepEqual(shown.map(([, name]) => name).toSorted(), ["a1", "a2", "b", "c1", "c2", "d"]);
      equal(Math.max(0, ...shown.map(([, , count]) => Number(count))), 2);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);

for (const part of ["integration", "desktop"] satisfies Part[]) {
  Deno.test(`turns() runs each file of the ${part} tests in one suite`, async () => {
    const suites = (await turns(part)).flat(2);
    const paths = suites.map(({ command }) => command.at(-1)!);
    const files = coveredFiles().filter((file) => file.startsWith(`${part}/`))
      .map((file) => `tests/${file}`);
    const runs = (file: string) =>
      paths.filter((path) => file === path || file.startsWith(`${path}/`)).length;
    deepEqual([files.length > 50, files.filter((file) => runs(file) !== 1)], [true, []]);
    deepEqual(new Set(suites.map(({ name }) => name)).size, suites.length);
  });
}

const speeds: [name: string, speed: Speed, times: number][] = [
  ["the machine that the limits were set on", { ms: 300, cores: 2 }, 1],
  ["a quicker one", { ms: 100, cores: 16 }, 1],
  ["a core half as quick", { ms: 600, cores: 2 }, 2],
  ["a core half as quick, with more cores", { ms: 600, cores: 16 }, 2],
  ["a single core", { ms: 300, cores: 1 }, 2],
  ["a quicker single core", { ms: 150, cores: 1 }, 1],
  ["a slow single core", { ms: 450, cores: 1 }, 3],
  ["twenty programs on both cores", { ms: 3000, cores: 2 }, 4],
];
for (const [name, speed, times] of speeds) {
  Deno.test(`slowness() is ${times} for ${name}`, () => equal(slowness(speed), times));
}

/** Waits after `beyond` times their limit, on a machine of that speed. */
const WAITS: [ms: number, now: Speed, beyond: number, over: boolean][] = [
  [1000, BUSY, 0.5, false],
  [1000, BUSY, 1.5, true],
  [60_000, AS_MEANT, 1.5, true],
  [60_000, BUSY, 0.5, false],
  [60_000, BUSY, 3.5, false],
  [60_000, BUSY, 4.5, true],
];
for (const [ms, now, beyond, over] of WAITS) {
  const machine = now === BUSY ? "a busy machine" : "the machine that limits are set on";
  Deno.test(`beginWait() ${over ? "ends" : "goes on with"} a wait of ${ms} ms after ${beyond} times that on ${machine}`, () => {
    let time = 0;
    const isOver = beginWait(ms, () => now, () => time);
    time = ms * beyond;
    equal(isOver(), over);
  });
}

const LIMITS: readonly (readonly [took: number, before: Speed, now: Speed, within: boolean])[] = [
  [9_000, AS_MEANT, AS_MEANT, true],
  [10_500, AS_MEANT, AS_MEANT, false],
  [10_500, AS_MEANT, BUSY, true],
  [10_500, BUSY, AS_MEANT, true],
  [40_500, BUSY, BUSY, false],
];
for (const [took, before, now, within] of LIMITS) {
  const named = (speed: Speed) => speed === BUSY ? "busy" : "as meant";
  Deno.test(`isWithin() is ${within} for ${took} ms on a machine that was ${named(before)} and is ${named(now)}, with a limit of 10 s`, () => {
    equal(isWithin(took, 10_000, before, () => now), within);
  });
}

Deno.test("slownessLine() says what was measured and how much limits grow", () => {
  match(slownessLine({ ms: 449.6, cores: 1 }), /^speed: 450 ms on 1 core \(.*\): limits × 3\.0$/);
});

Deno.test("measureSpeed() does the work and counts the cores", () => {
  const { ms, cores } = measureSpeed();
  ok(ms > 0 && cores >= 1, `${ms} ms, ${cores} cores`);
});

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
