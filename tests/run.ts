/**
 * `deno task test`: prepares the machine, runs everything, and prints as its last line exactly `N
 * passed, N failed`. Exits with 0 only if nothing failed. `--only
 * checks|unit|integration|soak|desktop|compiled` runs one part.
 */
import { checkCount } from "./runner/count.ts";
import { prepareMachine } from "./runner/parts.ts";
import { type Outcome, runChains, runSuite, type Suite, summary } from "./runner/suite.ts";
import { measureSpeed, slowness, slownessLine } from "./runner/slowness.ts";
import { LANES, type Part, PARTS, turns } from "./runner/suites.ts";
import { goProgram } from "./support/go/oracle.ts";
import { fetchRelease, RELEASES } from "./support/library/release.ts";
import { prepareMoto } from "./support/servers/moto.ts";
import { preparePinned } from "./support/servers/pinned.ts";

/** Printed when nothing can be compiled, so that only the sources were tested. */
const NOT_COMPILED =
  "The compiled program was not tested: there is no runtime for `deno compile` (DENORT_BIN).";

const write = (text: string) => void Deno.stdout.writeSync(new TextEncoder().encode(text));

async function main(args: readonly string[]): Promise<number> {
  const only = args[0] === "--only" ? args[1] : undefined;
  if (args.length > 0 && (args.length !== 2 || !PARTS.includes(only as Part))) {
    write(`Usage: deno task test [--only ${PARTS.join("|")}]\n`);
    return 2;
  }
  Deno.chdir(new URL("..", import.meta.url));
  const outcomes: Outcome[] = [];
  const speed = measureSpeed();
  const times = slowness(speed);
  write(`${slownessLine(speed)}\n`);
  const prepared = await prepare(times);
  outcomes.push(prepared);
  if (prepared.failed === 0) {
    for (const turn of await turns(only as Part | undefined)) {
      const chains = turn.map((chain) => chain.map((suite) => ({ ...suite, slower: times })));
      outcomes.push(...await runChains(chains, LANES, write));
    }
  }
  const compiled = outcomes.some(({ name }) => name.startsWith("compiled"));
  const without = !compiled && (!only || only === "compiled");
  write(`\n${!without ? "" : `${NOT_COMPILED}\n\n`}${summary(outcomes)}\n`);
  return outcomes.some(({ failed }) => failed > 0) ? 1 : 0;
}

/**
 * Prepares the machine as a suite of its own, so that a missing part is reported as the failure.
 */
async function prepare(times: number): Promise<Outcome> {
  const start = performance.now();
  write("▶ machine\n");
  let ready = false;
  try {
    ready = await prepareMachine((text) => write(`${text}\n`)) && await npmPackages(times) &&
      await goLibrary(times) && await downloads();
  } catch (error) {
    write(`${(error as Error).message}\n`);
  }
  const seconds = (performance.now() - start) / 1000;
  write(`${ready ? "ok" : "FAILED"} (${seconds.toFixed(1)} s)\n`);
  return { name: "machine", seconds, passed: 0, failed: ready ? 0 : 1, times: [] };
}

// Each of these steps is tried twice, because a registry may fail once.

/** Installs all packages, and esbuild, which Deno downloads at its first bundling. */
async function npmPackages(times: number): Promise<boolean> {
  for (const args of [["install"], ["cache", "main.ts"], ["run", "-A", "build.ts", "--pages"]]) {
    const suite = step(`deno ${args.join(" ")}`, args, 5, times);
    const quiet = await runSuite(suite, () => {});
    if (quiet.failed > 0 && (await runSuite(suite, write)).failed > 0) return false;
  }
  return true;
}

/**
 * Builds Go's library in advance, so that no test waits for it; a second try uses the parts built
 * before the limit of the first.
 */
async function goLibrary(times: number): Promise<boolean> {
  const script = ["run", "-A", "--no-check", "tests/runner/go_library.ts"];
  const suite = { ...step("Go's library", script, 12, times), live: true };
  return (await runSuite(suite, write)).failed === 0 || (await runSuite(suite, write)).failed === 0;
}

function step(name: string, args: readonly string[], limit: number, times: number): Suite {
  return { name, command: [Deno.execPath(), ...args], count: checkCount, limit, slower: times };
}

async function downloads(): Promise<boolean> {
  await prepareMoto().catch(() => prepareMoto());
  await preparePinned().catch(() => preparePinned());
  const oldest = async () => await fetchRelease(await goProgram(), RELEASES[0]!);
  await oldest().catch(oldest);
  return true;
}

Deno.exit(await main(Deno.args));
