import { killTree } from "../../src/core/platform/mod.ts";
import type { Count, TimedTest } from "./count.ts";
import { measureSpeed, slowness } from "./slowness.ts";
import { ownTemporary } from "./temporary.ts";

/** One part of the whole run. */
export interface Suite {
  readonly name: string;
  readonly command: readonly string[];
  readonly count: (output: string, success: boolean) => Count;
  /** Returns the times of its tests from its output. */
  readonly times?: (output: string) => TimedTest[];
  /** Returns short descriptions of failures from its output. */
  readonly failures?: (output: string) => string[];
  /** Whether to show the output while it runs, not only after a failure. */
  readonly live?: boolean;
  /** Returns the part of the output to show after a failure; by default all of it. */
  readonly shown?: (output: string) => string;
  /** Minutes after which it is ended and counts as failed, on the machine that the limits were set on. */
  readonly limit: number;
  /** How many times slower than that machine this one was found to be; default 1. */
  readonly slower?: number;
  /** How long its programs may take to end after it, in ms. */
  readonly grace?: number;
  readonly env?: Record<string, string>;
  readonly cwd?: string;
}

/** Result of a suite. */
export interface Outcome extends Count {
  readonly name: string;
  readonly seconds: number;
  readonly times: readonly TimedTest[];
  /** Failures with their reasons, in lines. */
  readonly failures?: readonly string[];
}

/**
 * Runs a suite to its end, with its own temporary folder, which must be empty afterwards; never throws. At its
 * limit the machine is measured again, and a slow one gets its share longer. The output of a suite that is not
 * live is written at its end.
 */
export async function runSuite(
  suite: Suite,
  write: (text: string) => void,
  measure = measureSpeed,
): Promise<Outcome> {
  if (suite.live) write(`\n▶ ${suite.name}\n`);
  const start = performance.now();
  let output = "";
  let success = false;
  const say = (text: string) => {
    output += text;
    if (suite.live) write(text);
  };
  try {
    success = await run(suite, say, measure);
  } catch (error) {
    say(`${(error as Error).message}\n`);
  }
  const count = suite.count(output, success);
  const seconds = (performance.now() - start) / 1000;
  const said = count.failed > 0 && !suite.live
    ? `\n▶ ${suite.name}\n${(suite.shown ?? String)(output).trimEnd()}\n`
    : "";
  const state = count.failed > 0 ? "FAILED" : "ok";
  const counts = `${count.passed} passed, ${count.failed} failed (${seconds.toFixed(1)} s)`;
  write(`${said}${state}: ${suite.name}: ${counts}\n`);
  const failures = count.failed > 0 ? suite.failures?.(output) ?? [] : [];
  return { name: suite.name, seconds, times: suite.times?.(output) ?? [], failures, ...count };
}

/**
 * Runs chains of suites, `lanes` of them at once. A waiting chain starts as soon as a lane is free; the
 * suites of a chain follow each other. The outcomes have the order of the chains.
 */
export async function runChains(
  chains: readonly (readonly Suite[])[],
  lanes: number,
  write: (text: string) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[][] = chains.map(() => []);
  const waiting = chains.entries();
  const lane = async () => {
    for (const [index, chain] of waiting) {
      for (const suite of chain) outcomes[index]!.push(await runSuite(suite, write));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return outcomes.flat();
}

/** Process IDs of the running suites, which all end with the run. */
const running = new Set<number>();
const SIGNALS = ["SIGINT", "SIGTERM"] as const;

function interrupt(): void {
  Promise.all([...running].map((pid) => killTree(pid))).finally(() => Deno.exit(130));
}

async function run(
  suite: Suite,
  say: (text: string) => void,
  measure: typeof measureSpeed,
): Promise<boolean> {
  const temporary = await ownTemporary();
  try {
    const success = await runIn(temporary.path, suite, say, measure);
    const left = await temporary.left(suite.grace);
    if (left.length > 0) say(`\nleft behind in the temporary folder: ${left.join(", ")}\n`);
    return success && left.length === 0;
  } finally {
    await temporary.remove();
  }
}

async function runIn(
  temporary: string,
  suite: Suite,
  say: (text: string) => void,
  measure: typeof measureSpeed,
): Promise<boolean> {
  const child = new Deno.Command(suite.command[0]!, {
    args: suite.command.slice(1),
    ...(suite.cwd ? { cwd: suite.cwd } : {}),
    env: { NO_COLOR: "1", TMPDIR: temporary, ...suite.env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    // The suite has its own process group, so that none of its programs remains.
    detached: true,
  }).spawn();
  if (running.size === 0) SIGNALS.forEach((signal) => Deno.addSignalListener(signal, interrupt));
  running.add(child.pid);
  const begun = performance.now();
  // Other programs may have made the machine busy since, so it is measured again before a suite is ended.
  const atLimit = () => {
    const minutes = suite.limit * Math.max(suite.slower ?? 1, slowness(measure()));
    const left = minutes * 60_000 - (performance.now() - begun);
    if (left > 0) return void (timer = setTimeout(atLimit, left));
    say(`\n${suite.name} took longer than ${minutes.toFixed(1)} minutes and was ended\n`);
    killTree(child.pid);
  };
  let timer = setTimeout(atLimit, suite.limit * (suite.slower ?? 1) * 60_000);
  const pipe = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const bytes of stream) say(decoder.decode(bytes, { stream: true }));
  };
  const drained = Promise.all([pipe(child.stdout), pipe(child.stderr)]);
  try {
    const { success } = await child.status;
    await killTree(child.pid);
    await drained;
    return success;
  } finally {
    clearTimeout(timer);
    running.delete(child.pid);
    if (running.size === 0) SIGNALS.forEach((signal) => Deno.removeSignalListener(signal, interrupt));
  }
}

/** Maximum tests listed as the slowest. */
const SLOWEST = 10;

/**
 * Returns the slowest tests, the table of all suites, the failures, and as the last line exactly `N passed, N
 * failed`.
 */
export function summary(outcomes: readonly Outcome[]): string {
  const width = Math.max(...outcomes.map(({ name }) => name.length));
  const lines = outcomes.map(({ name, passed, failed, seconds }) =>
    `${failed > 0 ? "✗" : "✓"} ${name.padEnd(width)}  ${String(passed).padStart(5)} passed  ` +
    `${String(failed).padStart(3)} failed  ${seconds.toFixed(1).padStart(6)} s`
  );
  const slowest = outcomes.flatMap(({ times }) => times)
    .toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
    .map(({ name, seconds }) => `${seconds.toFixed(0).padStart(5)} s  ${name}\n`);
  const head = slowest.length > 0 ? `The slowest tests:\n${slowest.join("")}\n` : "";
  const sum = (pick: (outcome: Outcome) => number) => outcomes.reduce((total, one) => total + pick(one), 0);
  const why = outcomes.flatMap(({ failures = [] }) => failures).map((line) => `${line}\n`).join("");
  return `${head}${lines.join("\n")}\n\n${why && `${why}\n`}${sum(({ passed }) => passed)} passed, ${
    sum(({ failed }) => failed)
  } failed`;
}
