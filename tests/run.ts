/**
 * `deno task test`: prepares the machine, runs everything, and prints as its last line exactly
 * `N passed, N failed`. Ends with 0 only when nothing failed. `--only
 * checks|unit|integration|soak|desktop|compiled` runs one part.
 */
import { checkCount } from "./runner/count.ts";
import { prepareMachine } from "./runner/parts.ts";
import { type Outcome, runChains, runSuite, type Suite, summary } from "./runner/suite.ts";
import { LANES, type Part, PARTS, suites, TURNS } from "./runner/suites.ts";
import { prepareMoto } from "./support/servers/moto.ts";
import { preparePinned } from "./support/servers/pinned.ts";

/** Said where nothing can be compiled: then only the sources were tested. */
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
  const prepared = await prepare();
  outcomes.push(prepared);
  if (prepared.failed === 0) {
    for (const parts of only ? [[only as Part]] : TURNS) {
      const chains = (await Promise.all(parts.map(suites))).flat();
      outcomes.push(...await runChains(chains, LANES, write));
    }
  }
  const compiled = outcomes.some(({ name }) => name === "compiled");
  const without = !compiled && (!only || only === "compiled");
  write(`\n${!without ? "" : `${NOT_COMPILED}\n\n`}${summary(outcomes)}\n`);
  return outcomes.some(({ failed }) => failed > 0) ? 1 : 0;
}

/** The machine's parts as a suite of their own: when one is missing, that is the failure to read. */
async function prepare(): Promise<Outcome> {
  const start = performance.now();
  write("▶ machine\n");
  let ready = false;
  try {
    ready = await prepareMachine((text) => write(`${text}\n`)) && await npmPackages() &&
      await downloads();
  } catch (error) {
    write(`${(error as Error).message}\n`);
  }
  const seconds = (performance.now() - start) / 1000;
  write(`${ready ? "ok" : "FAILED"} (${seconds.toFixed(1)} s)\n`);
  return { name: "machine", seconds, passed: 0, failed: ready ? 0 : 1, times: [] };
}

// A registry that hiccups once is no reason to fail: each of these tries twice.

/** All packages, and esbuild, which Deno fetches when it bundles for the first time. */
async function npmPackages(): Promise<boolean> {
  for (const args of [["install"], ["cache", "main.ts"], ["run", "-A", "build.ts", "--pages"]]) {
    const suite: Suite = {
      name: `deno ${args.join(" ")}`,
      command: [Deno.execPath(), ...args],
      count: checkCount,
      limit: 5,
    };
    const quiet = await runSuite(suite, () => {});
    if (quiet.failed > 0 && (await runSuite(suite, write)).failed > 0) return false;
  }
  return true;
}

async function downloads(): Promise<boolean> {
  await prepareMoto().catch(() => prepareMoto());
  await preparePinned().catch(() => preparePinned());
  return true;
}

Deno.exit(await main(Deno.args));
