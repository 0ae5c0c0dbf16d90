/** `deno task bench`: runs every `bench()` of `tests/bench/*.ts` and prints the lines it measured. */
interface Bench {
  /** Measures, and returns one line for people for each thing measured. */
  bench(): Promise<string[]>;
}

const here = new URL(".", import.meta.url);
const names = (await Array.fromAsync(Deno.readDir(here)))
  .map(({ name }) => name).filter((name) => name.endsWith(".ts") && name !== "main.ts").sort();
let failed = false;
for (const name of names) {
  console.log(name.replace(/(_bench)?\.ts$/, ""));
  try {
    const { bench } = await import(new URL(name, here).href) as Bench;
    for (const line of await bench()) console.log(`  ${line}`);
  } catch (error) {
    failed = true;
    console.log(`  failed: ${(error as Error).message}`);
  }
}
Deno.exit(failed ? 1 : 0);
