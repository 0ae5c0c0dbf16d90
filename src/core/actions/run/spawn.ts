import { endBelow, endMarkedTree, needsDetaching } from "../../platform/process_tree/mod.ts";
import { noteRun } from "../../platform/peer/live_runs.ts";
import { COOKIE } from "./environment.ts";
import type { ScriptProcess } from "./supervisor.ts";

/** Time an anchor has to end once everything below it was killed, in ms. */
const ANCHOR_LIMIT = 1000;

/** Starts an action's program in a group of its own. Throws when the system refuses. */
export function spawnScript(
  program: string,
  cwd: string,
  env: Record<string, string>,
): ScriptProcess & { readonly pid: number } {
  const child = new Deno.Command(program, {
    cwd,
    env,
    clearEnv: true,
    detached: needsDetaching(),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let ended = false;
  const status = child.status.finally(() => ended = true);
  noteRun({ pid: child.pid, name: COOKIE, value: env[COOKIE] ?? "" }, status);

  /** All of it. The anchor buries what it holds and takes the action's status along; one that does not is ended too. */
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
      // It may not have come to lead a group yet.
      child.kill("SIGKILL");
    } catch {
      // It has ended.
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
