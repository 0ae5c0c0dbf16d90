import type { KedgePaths } from "../../../src/core/paths.ts";
import { startCli } from "./actions.ts";
import { interrupt } from "./interrupt.ts";

/**
 * Interrupts kedge at its question like Ctrl+C. Returns its status, its standard output and the end of its
 * standard error. `cwd` is a folder that no other program works in.
 */
export async function stoppedAtQuestion(
  paths: KedgePaths,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<[code: number, stdout: string, stderr: string]> {
  const child = startCli(paths, args, { cwd, env, stdin: "piped" });
  const printed = new Response(child.stdout).text();
  const reader = child.stderr.pipeThrough(new TextDecoderStream()).getReader();
  let said = "";
  const read = async () => {
    const { value, done } = await reader.read();
    said += value ?? "";
    return !done;
  };
  while (!said.endsWith("? [y/N] ") && await read());
  await interrupt(child, cwd);
  while (await read());
  const { code } = await child.status;
  await child.stdin.close().catch(() => {});
  return [code, await printed, said.slice(said.lastIndexOf("?"))];
}
