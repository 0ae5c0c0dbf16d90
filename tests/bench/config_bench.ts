import { join } from "node:path";
import { createRuleEvaluator } from "../../src/core/rules/mod.ts";
import { EDITORS } from "../support/program/editors.ts";
import { follow } from "../support/follow.ts";
import { plainEnvironment } from "../support/program/kedge.ts";
import { bundledProgram } from "./bundled.ts";
import { goal } from "./goal.ts";

const ROUNDS = 15;

/**
 * Measures checking the configuration as a whole process, rules over many accounts, and the delay
 * of a saved change.
 */
export async function bench(): Promise<string[]> {
  return [await startLine(), ...await ruleLines(), ...await reloadLines()];
}

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!;

/**
 * Measures `--validate-config` alternating with an empty program, so that other load affects both
 * alike.
 */
async function startLine(): Promise<string> {
  const folder = await Deno.makeTempDir();
  const empty = join(folder, "empty.ts");
  await Deno.writeTextFile(empty, "");
  const kedge = await bundledProgram(folder);
  const example = new URL("../../examples/config.json", import.meta.url).pathname;
  const env = await plainEnvironment();
  const run = async (...args: string[]): Promise<number> => {
    const started = performance.now();
    await new Deno.Command(Deno.execPath(), {
      args,
      env,
      clearEnv: true,
    }).output();
    return performance.now() - started;
  };
  const nothing: number[] = [], check: number[] = [];
  for (let i = -2; i < ROUNDS; i++) {
    const [base, whole] = [
      await run("run", "-A", "--no-check", empty),
      await run(...kedge, "--validate-config", example),
    ];
    if (i >= 0) [nothing.push(base), check.push(whole)];
  }
  await Deno.remove(folder, { recursive: true });
  const [base, whole] = [median(nothing), median(check)];
  return `--validate-config: ${whole.toFixed(1)} ms, an empty deno run: ${base.toFixed(1)} ms: ${
    (whole / base).toFixed(2)
  } × (${goal("at most 2.0", whole / base <= 2)})`;
}

async function ruleLines(): Promise<string[]> {
  const evaluator = createRuleEvaluator();
  const rules = Array.from(
    { length: 50 },
    (_, i) => ({ env: `e${i}`, matchName: `^team-${i}-.*-(prod|production)$`, flags: "i" }),
  );
  const accounts = Array.from(
    { length: 10_000 },
    (_, i) => ({ name: `team-${i % 100}-shop-prod`, email: `t${i}@example.com` }),
  );
  const timed = async (): Promise<number> => {
    const started = performance.now();
    await evaluator.label(rules, accounts);
    return performance.now() - started;
  };
  const first = await timed();
  const warm: number[] = [];
  for (let i = 0; i < 9; i++) warm.push(await timed());
  evaluator.close();
  return [
    `10,000 accounts × 50 rules: ${median(warm).toFixed(0)} ms, ${
      first.toFixed(0)
    } ms with the start of the worker`,
  ];
}

async function reloadLines(): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, save } of EDITORS) {
    const folder = await Deno.makeTempDir();
    const file = join(folder, "config.json");
    await Deno.writeTextFile(file, '{"perPage": 1}');
    const times: number[] = [];
    {
      await using followed = await follow(file);
      for (let perPage = 2; perPage < 9; perPage++) {
        await save(file, `{"perPage": ${perPage}}`);
        const saved = performance.now();
        await followed.until(({ config }) => config.perPage === perPage);
        times.push(performance.now() - saved);
      }
    }
    await Deno.remove(folder, { recursive: true });
    lines.push(
      `from write to applied, ${name}: ${median(times).toFixed(0)} ms (slowest ${
        Math.max(...times).toFixed(0)
      })`,
    );
  }
  return lines;
}
