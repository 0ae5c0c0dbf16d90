import { kedge } from "../support/program/kedge.ts";

const ROUNDS = 7;

/** How long short commands take from source, process start included, after one warm-up. */
export async function bench(): Promise<string[]> {
  const lines: string[] = [];
  const example = new URL("../../examples/config.json", import.meta.url).pathname;
  for (const args of [["--version"], ["--validate-config", example], ["--list"]]) {
    const env = { KEDGE_HOME: "/nowhere" };
    await kedge(args, { env });
    const times: number[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      const start = performance.now();
      await kedge(args, { env });
      times.push(performance.now() - start);
    }
    const sorted = times.sort((a, b) => a - b);
    lines.push(`kedge ${args[0]}: ${sorted[ROUNDS >> 1]!.toFixed(0)} ms (fastest ${sorted[0]!.toFixed(0)})`);
  }
  return lines;
}
