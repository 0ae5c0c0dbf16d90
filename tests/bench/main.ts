/**
 * `deno task bench [PART…] [--write]`: runs every `bench()` of `tests/bench/*_bench.ts`, or those whose name has one of
 * the parts in it, and prints the lines they measured. `--write` writes all of them to docs/bench.md.
 */
import { benchDocument, type Measured, thisMachine } from "./document.ts";

interface Bench {
  /** Measures, and returns one line for people for each thing measured. */
  bench(): Promise<string[]>;
}

const parts = Deno.args.filter((arg) => arg !== "--write");
const write = parts.length < Deno.args.length;
if (write && parts.length > 0) {
  console.error("--write takes no parts: the page has all of them");
  Deno.exit(2);
}
const here = new URL(".", import.meta.url);
const names = (await Array.fromAsync(Deno.readDir(here))).map(({ name }) => name)
  .filter((name) =>
    name.endsWith("_bench.ts") && (parts.length === 0 || parts.some((part) => name.includes(part)))
  )
  .sort();
let failed = false;
const measured: Measured[] = [];
for (const file of names) {
  const name = file.replace(/_bench\.ts$/, "");
  console.log(name);
  try {
    const { bench } = await import(new URL(file, here).href) as Bench;
    const lines = await bench();
    measured.push({ name, lines });
    for (const line of lines) console.log(`  ${line}`);
  } catch (error) {
    failed = true;
    console.log(`  failed: ${(error as Error).message}`);
  }
}
if (write && !failed) {
  await Deno.writeTextFile(
    new URL("../../docs/bench.md", here),
    benchDocument(await thisMachine(), measured),
  );
}
Deno.exit(failed ? 1 : 0);
