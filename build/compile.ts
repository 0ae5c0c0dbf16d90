import { join, resolve } from "node:path";
import { runtimeVariables } from "../src/core/platform/runtime_variables.ts";
import type { Target } from "./targets.ts";

/**
 * The arguments of `deno` that put the files of a staged folder into a program; run them in that folder. Nothing
 * else is looked at: no configuration, lock file, package or code cache.
 */
export function compileArguments(
  target: Target,
  files: readonly string[],
  output: string,
  icon: string,
): string[] {
  return [
    ...["compile", "-A", "--quiet", "--no-check", "--no-config", "--no-lock", "--no-npm", "--no-remote"],
    // It would lie in the temporary folder under a name that everybody knows.
    "--no-code-cache",
    ...["--target", target.triple, "--output", output, "--app-name", "kedge"],
    ...files.filter((file) => file !== "main.js").flatMap((file) => ["--include", file]),
    ...(target.triple.includes("windows") ? ["--icon", icon] : []),
    ...(target.windowed ? ["--no-terminal"] : []),
    "main.js",
  ];
}

/** The environment without what the runtime would take for its own and write into the program, such as where to send its console. */
export function buildEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  const runtime = new Set(runtimeVariables(env).names);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !runtime.has(name)));
}

/** Makes the target's program at `output` from the staged folder. Throws when Deno cannot. */
export async function compile(
  target: Target,
  staged: string,
  files: readonly string[],
  output: string,
  icon: string,
): Promise<void> {
  const windows = target.triple.includes("windows");
  // Deno gives a Windows program the suffix `.exe`, whatever was asked for.
  const made = join(staged, "..", windows ? "made.exe" : "made");
  await Deno.remove(made).catch(() => {});
  const runtime = Deno.env.get("DENORT_BIN");
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: compileArguments(target, files, made, icon),
    cwd: staged,
    env: { ...buildEnvironment(Deno.env.toObject()), ...(runtime ? { DENORT_BIN: resolve(runtime) } : {}) },
    clearEnv: true,
    stdin: "null",
  }).spawn().status;
  if (!success) throw new Error(`deno compile failed for ${target.name}`);
  await Deno.mkdir(join(output, ".."), { recursive: true });
  await Deno.rename(made, output);
}
