import { startProgram } from "./hidden.ts";
import { hostSystem } from "./host.ts";

/**
 * Kills a process and everything it started. On Linux and macOS the process must have been spawned
 * `detached`, which makes it the leader of its group. Does nothing when the process is gone.
 */
export async function killTree(pid: number): Promise<void> {
  const env = Deno.env.toObject();
  const how = hostSystem().killTree(pid, env);
  if ("command" in how) {
    const [program, ...args] = how.command;
    const taskkill = startProgram(program, args, { env, stdin: "null", output: "null" });
    await taskkill.then(({ status }) => status).catch(() => {});
    return;
  }
  try {
    Deno.kill(how.group, "SIGKILL");
  } catch (error) {
    // The process is gone; macOS reports EPERM for a group that contains only zombies.
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) return;
    throw error;
  }
}
