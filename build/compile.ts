import { join, resolve } from "node:path";
import { runtimeVariables } from "../src/core/platform/runtime_variables.ts";
import type { Target } from "./targets.ts";

/**
 * Returns the arguments of `deno` that put the files of a staged folder into a program; run them in that
 * folder. They exclude everything else: configuration, lock file, packages and code cache.
 */
export function compileArguments(
  target: Target,
  files: readonly string[],
  output: string,
  icon: string,
): string[] {
  return [
    ...["compile", "-A", "--quiet", "--no-check", "--no-config", "--no-lock", "--no-npm", "--no-remote"],
    // The code cache would be in the temporary folder, under a name that everybody knows.
    "--no-code-cache",
    ...["--target", target.triple, "--output", output, "--app-name", "kedge"],
    ...files.filter((file) => file !== "main.js").flatMap((file) => ["--include", file]),
    ...(target.triple.includes("windows") ? ["--icon", icon] : []),
    ...(target.windowed ? ["--no-terminal"] : []),
    "main.js",
  ];
}

/**
 * Returns the environment without variables that the runtime would interpret and write into the program, such
 * as where to send its console.
 */
export function buildEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  const runtime = new Set(runtimeVariables(env).names);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !runtime.has(name)));
}

/** Compiles the target's program to `output` from the staged folder. Throws when Deno fails. */
export async function compile(
  target: Target,
  staged: string,
  files: readonly string[],
  output: string,
  icon: string,
): Promise<void> {
  const windows = target.triple.includes("windows");
  // Deno always gives a Windows program the suffix `.exe`.
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
