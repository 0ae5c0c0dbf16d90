/**
 * `deno task bench [PART…] [--write]`: runs every `bench()` of `tests/bench/*_bench.ts`, or those whose name has one of
 * the parts in it, and prints the lines they measured. Each file is a process of its own with an end of its own, so that
 * one that fails or hangs takes no other along. `--write` writes all of them to docs/bench.md, also what failed.
 */
import { killTree } from "../../src/core/platform/mod.ts";
import { benchDocument, type Measured, thisMachine } from "./document.ts";

interface Bench {
  /** Measures, and returns one line for people for each thing measured. */
  bench(): Promise<string[]>;
}

/** Time that one file may take, and all of them together, in ms. */
const LIMIT = 120_000, WHOLE = 12 * 60_000;

const HERE = new URL(".", import.meta.url);

/** The process that measures now. It has a group of its own, which Ctrl+C does not reach. */
let measuring: number | null = null;

/** Runs a file in a process of its own; throws why it gave nothing. */
async function measure(file: string, limit: number): Promise<string[]> {
  if (limit <= 0) throw new Error("the time of all together was over");
  const output = await Deno.makeTempFile({ prefix: "kedge-bench-" });
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", import.meta.filename!, "--file", file, output],
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

/** The process of one file: measures, and writes what it has to say. */
async function measureHere(file: string, output: string): Promise<void> {
  const { bench } = await import(new URL(file, HERE).href) as Bench;
  const said = await bench().then((lines) => ({ lines }), (error: Error) => ({ error: error.message }));
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
  const end = performance.now() + WHOLE;
  for (const file of names) {
    const name = file.replace(/_bench\.ts$/, "");
    console.log(name);
    const begun = performance.now();
    const limit = Math.min(LIMIT, end - performance.now());
    const lines = await measure(file, limit).catch((error: Error) => {
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

const [mode, file, output] = Deno.args;
if (mode === "--file") await measureHere(file!, output!);
else Deno.exit(await main(Deno.args));
