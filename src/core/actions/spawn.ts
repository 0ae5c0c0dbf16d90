import { mkdtemp, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endMarkedTree } from "../platform/process_tree/mod.ts";
import type { ScriptProcess } from "./session.ts";

/** The variable that marks every process of a run; sdk/conn.go names it too. */
export const COOKIE = "KEDGE_RUN";

/** Starts an action's program in a group of its own. Throws when the system refuses. */
export function spawnScript(
  program: string,
  cwd: string,
  env: Record<string, string>,
): ScriptProcess {
  const child = new Deno.Command(program, {
    cwd,
    env,
    clearEnv: true,
    detached: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    status: child.status,
    kill: () => endMarkedTree(child.pid, COOKIE, env[COOKIE] ?? ""),
  };
}

/** Makes a fresh folder for a run to work in. */
export function makeWorkFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "kedge-run-"));
}

/** Removes it with everything the run left there. */
export async function removeWorkFolder(folder: string): Promise<void> {
  // Most runs leave nothing there.
  if (await rmdir(folder).then(() => true, () => false)) return;
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}
