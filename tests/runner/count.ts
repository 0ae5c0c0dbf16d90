/** Number of tests that a suite ran. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
}

// deno-lint-ignore no-control-regex
const COLOUR = /\x1b\[[0-9;]*m/g;

/**
 * Returns the counts of `deno test` from its last summary line. A suite that failed without a failed test
 * (because it crashed or does not compile), or that ran nothing, counts as one failure.
 */
export function denoCount(output: string, success: boolean): Count {
  const summaries = [...output.replace(COLOUR, "").matchAll(/\| (\d+) passed.*?\| (\d+) failed/g)];
  const last = summaries.at(-1);
  return whole({ passed: Number(last?.[1] ?? 0), failed: Number(last?.[2] ?? 0) }, success);
}

/** A test of `deno test` and its duration. */
export interface TimedTest {
  readonly name: string;
  readonly seconds: number;
}

/**
 * Returns the tests of `deno test` with their times, without their steps, from a serial run or one with
 * `--parallel`.
 */
export function denoTimes(output: string): TimedTest[] {
  const tests: TimedTest[] = [];
  let file = "";
  for (const line of output.replace(COLOUR, "").split("\n")) {
    const started = /^running \d+ tests? from (\S+)$/.exec(line);
    if (started) file = started[1]!;
    const ended = /^(?! )(?:(\.\/\S+) => )?(.+) \.\.\. (?:ok|FAILED).* \(([\dmsh]+)\)$/.exec(line);
    if (ended) tests.push({ name: `${ended[1] ?? file} => ${ended[2]}`, seconds: secondsOf(ended[3]!) });
  }
  return tests;
}

/** Maximum length of a line about a failed test, in characters. */
const MAX_REASON_LENGTH = 300;

/**
 * Returns what failed in `deno test` and why, without stacks: the name and position of each test or step,
 * then its error and causes.
 */
export function denoFailures(output: string): string[] {
  const [, errors = ""] = /\n ERRORS \n([\s\S]*?)\n FAILURES \n/.exec(output.replace(COLOUR, "")) ?? [];
  const wanted = /^(?:.+ => \.\/\S+:\d+:\d+$|error: |Caused by: )/;
  return errors.split("\n").filter((line) => wanted.test(line)).map((line) =>
    line.slice(0, MAX_REASON_LENGTH)
  );
}

/** Returns the seconds of a time in Deno's format: `45ms`, `9s`, `1m23s`. */
function secondsOf(time: string): number {
  const units = { ms: 0.001, s: 1, m: 60, h: 3600 } as const;
  return [...time.matchAll(/(\d+)(ms|s|m|h)/g)]
    .reduce((sum, [, count, unit]) => sum + Number(count) * units[unit as keyof typeof units], 0);
}

/** Returns the counts of `go test -json`, without subtests. */
export function goCount(output: string, success: boolean): Count {
  let passed = 0, failed = 0;
  for (const line of output.split("\n")) {
    if (!line.startsWith("{")) continue;
    const { Action, Test } = JSON.parse(line) as { Action: string; Test?: string };
    if (Test === undefined || Test.includes("/")) continue;
    if (Action === "pass") passed++;
    if (Action === "fail") failed++;
  }
  return whole({ passed, failed }, success);
}

/** Returns the output of `go test -json` as text: all of failed tests, nothing else. */
export function goOutput(output: string): string {
  const texts = new Map<string, string>();
  const failed: string[] = [];
  let other = "";
  for (const line of output.split("\n")) {
    if (!line.startsWith("{")) {
      other += line === "" ? "" : `${line}\n`;
      continue;
    }
    const { Action, Package = "", Test = "", Output = "" } = JSON.parse(line) as Record<string, string>;
    const key = `${Package} ${Test}`;
    if (Action === "output" || Action === "build-output") texts.set(key, (texts.get(key) ?? "") + Output);
    if (Action === "fail" || Action === "build-fail") failed.push(key);
  }
  return other + failed.map((key) => texts.get(key) ?? "").join("");
}

/** Returns the counts of a check that passes or fails as a whole. */
export function checkCount(_output: string, success: boolean): Count {
  return success ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function whole(count: Count, success: boolean): Count {
  const nothing = count.passed === 0 && count.failed === 0;
  return (!success && count.failed === 0) || nothing ? { ...count, failed: 1 } : count;
}
