/**
 * `deno task bench [PART…] [--write]`: runs every `bench()` of `tests/bench/*_bench.ts`, or those whose name has one of
 * the parts in it, and prints the lines they measured. Each file is a process of its own with an end of its own, so that
 * one that fails or hangs takes no other along; what a file needs once on a machine is made before, and limits grow with
 * how slow the machine is. `--write` writes all of them to docs/bench.md, also what failed.
 */
import { killTree } from "../../src/core/platform/mod.ts";
import { measureSpeed, slowness, slownessLine } from "../runner/slowness.ts";
import { benchDocument, type Measured, thisMachine } from "./document.ts";

interface Bench {
  /** Makes what is made once on a machine: no part of what is measured. */
  prepare?(): Promise<void>;
  /** Measures, and returns one line for people for each thing measured. */
  bench(): Promise<string[]>;
}

/** Time that one file may take, all of them together, and all that is made before, in ms, on the machine they were set on. */
const LIMIT = 120_000, WHOLE = 12 * 60_000, PREPARATION = 15 * 60_000;

const HERE = new URL(".", import.meta.url);

/** What a process of its own does. */
type Mode = "--file" | "--prepare";

/** The process that measures now. It has a group of its own, which Ctrl+C does not reach. */
let measuring: number | null = null;

/** Runs a process of its own, which measures a file or prepares several; throws why it gave nothing. */
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

/** The process that prepares: the lines say what could not be prepared. */
async function prepareAll(files: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  for (const file of files) {
    await benchOf(file).then((bench) => bench.prepare?.())
      .catch((error: Error) => lines.push(`${file}: ${error.message}`));
  }
  return lines;
}

/** The process of its own: measures or prepares, and writes what it has to say. */
async function measureHere(mode: Mode, output: string, files: readonly string[]): Promise<void> {
  const lines = mode === "--prepare" ? prepareAll(files) : benchOf(files[0]!).then((file) => file.bench());
  const said = await lines.then((lines) => ({ lines }), (error: Error) => ({ error: error.message }));
  await Deno.writeTextFile(output, JSON.stringify(said));
  // What it left running must not keep the next one waiting.
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
  // Measuring says itself what it lacks.
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
