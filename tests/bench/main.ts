/**
 * `deno task bench [PART…] [--write]`: runs every `bench()` of `tests/bench/*_bench.ts`, or only
 * those whose name contains one of the parts, and prints the measured lines. Each file runs in a
 * process of its own with its own time limit, so that one that fails or hangs does not affect
 * others; things that are needed once per machine are prepared first, and limits grow on slow
 * machines. `--write` writes all results to docs/bench.md, including failures.
 */
import { killTree } from "../../src/core/platform/mod.ts";
import { measureSpeed, slowness, slownessLine } from "../runner/slowness.ts";
import { benchDocument, type Measured, thisMachine } from "./document.ts";

interface Bench {
  /** Prepares things that are needed once per machine and are not measured. */
  prepare?(): Promise<void>;
  /** Measures, and returns one readable line for each result. */
  bench(): Promise<string[]>;
}

/**
 * Milliseconds for one file, for all together, and for all preparations, on the machine they were
 * set on.
 */
const LIMIT = 120_000, WHOLE = 12 * 60_000, PREPARATION = 15 * 60_000;

const HERE = new URL(".", import.meta.url);

/** Work of a separate process. */
type Mode = "--file" | "--prepare";

/**
 * The process that measures now. It has a process group of its own, which Ctrl+C does not reach.
 */
let measuring: number | null = null;

/**
 * Runs a separate process that measures a file or prepares several; throws the reason if there is
 * no result.
 */
async function measure(mode: Mode, files: readonly string[], limit: number): Promise<string[]> {
  if (limit <= 0) throw new Error("the time of all together was over");
  const output = await Deno.makeTempFile({ prefix: "kedge-bench-" });
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", import.meta.filename!, mode, output, ...files],
    stdin: "null",
    stdout: "null",
    stderr: "inherit",
    detached: true,
  }).spawn();
  measuring = child.pid;
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    void killTree(child.pid);
  }, limit);
  try {
    await child.status;
    if (late) throw new Error(`ended after ${Math.round(limit / 1000)} s`);
    const said = JSON.parse(await Deno.readTextFile(output) || '{"error":"it ended without a word"}');
    if (said.error !== undefined) throw new Error(said.error);
    return said.lines;
  } finally {
    clearTimeout(timer);
    await killTree(child.pid);
    measuring = null;
    await Deno.remove(output);
  }
}

const benchOf = async (file: string) => await import(new URL(file, HERE).href) as Bench;

/** Prepares files in the separate process; returns lines about what could not be prepared. */
async function prepareAll(files: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  for (const file of files) {
    await benchOf(file).then((bench) => bench.prepare?.())
      .catch((error: Error) => lines.push(`${file}: ${error.message}`));
  }
  return lines;
}

/** Measures or prepares in the separate process, and writes the result. */
async function measureHere(mode: Mode, output: string, files: readonly string[]): Promise<void> {
  const lines = mode === "--prepare" ? prepareAll(files) : benchOf(files[0]!).then((file) => file.bench());
  const said = await lines.then((lines) => ({ lines }), (error: Error) => ({ error: error.message }));
  await Deno.writeTextFile(output, JSON.stringify(said));
  // End even if the benchmark has left something running.
  Deno.exit(0);
}

async function main(args: readonly string[]): Promise<number> {
  const parts = args.filter((arg) => arg !== "--write");
  const write = parts.length < args.length;
  if (write && parts.length > 0) {
    console.error("--write takes no parts: the page has all of them");
    return 2;
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, async () => {
      if (measuring !== null) await killTree(measuring);
      Deno.exit(130);
    });
  }
  const names = (await Array.fromAsync(Deno.readDir(HERE))).map(({ name }) => name)
    .filter((name) =>
      name.endsWith("_bench.ts") && (parts.length === 0 || parts.some((part) => name.includes(part)))
    )
    .sort();
  let failed = false;
  const measured: Measured[] = [];
  const speed = measureSpeed();
  const times = slowness(speed);
  console.log(slownessLine(speed));
  // A failed preparation is only printed, because the benchmark itself reports what is missing.
  const unprepared = await measure("--prepare", names, PREPARATION * times)
    .catch((error: Error) => [error.message]);
  for (const line of unprepared) console.log(`not prepared: ${line}`);
  const end = performance.now() + WHOLE * times;
  for (const file of names) {
    const name = file.replace(/_bench\.ts$/, "");
    console.log(name);
    const begun = performance.now();
    const limit = Math.min(LIMIT * times, end - performance.now());
    const lines = await measure("--file", [file], limit).catch((error: Error) => {
      failed = true;
      return [`not measured: ${error.message}`];
    });
    measured.push({ name, lines });
    for (const line of lines) console.log(`  ${line}`);
    console.log(`  measured in ${Math.round((performance.now() - begun) / 1000)} s`);
  }
  if (write) {
    const page = benchDocument(await thisMachine(), measured);
    await Deno.writeTextFile(new URL("../../docs/bench.md", HERE), page);
  }
  return failed ? 1 : 0;
}

const [mode, output, ...files] = Deno.args;
if (mode === "--file" || mode === "--prepare") await measureHere(mode, output!, files);
else Deno.exit(await main(Deno.args));
