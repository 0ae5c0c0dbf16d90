import { startProgram } from "../../platform/hidden.ts";
import { endBelow, endMarkedTree, needsDetaching } from "../../platform/process_tree/mod.ts";
import { noteRun } from "../../platform/peer/live_runs.ts";
import { COOKIE } from "./environment.ts";
import type { ScriptProcess } from "./supervisor.ts";

/** Maximum time that an anchor takes to end once everything below it was killed, ms. */
const ANCHOR_LIMIT = 1000;

/** Starts an action's program in a process group of its own. Rejects when the system refuses. */
export async function spawnScript(
  program: string,
  cwd: string,
  env: Record<string, string>,
): Promise<ScriptProcess & { readonly pid: number }> {
  const child = await startProgram(program, [], { cwd, env, detached: needsDetaching() });
  let ended = false;
  const status = child.status.finally(() => ended = true);
  noteRun({ pid: child.pid, name: COOKIE, value: env[COOKIE] ?? "" }, status);

  /**
   * Kills all processes of the run. The anchor reaps what was killed below it and ends with the action's
   * status; an anchor that does not end in time is killed too.
   */
  async function kill(): Promise<void> {
    if (!ended && endBelow(child.pid)) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise((resolve) => timer = setTimeout(resolve, ANCHOR_LIMIT));
      await Promise.race([status, late]);
      clearTimeout(timer);
      if (!ended) endBelow(child.pid);
    }
    await endMarkedTree(child.pid, COOKIE, env[COOKIE] ?? "");
    try {
      // The process may not lead its group yet.
      child.kill("SIGKILL");
    } catch {
      // The process has already ended.
    }
  }

  return {
    pid: child.pid,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    status,
    kill,
  };
}
