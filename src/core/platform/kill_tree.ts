import { hostSystem } from "./host.ts";

/**
 * Kills a process and everything it started. On Linux and macOS the process must have been spawned
 * `detached`, which makes it the leader of its group. Does nothing when the process is gone.
 */
export async function killTree(pid: number): Promise<void> {
  const how = hostSystem().killTree(pid, Deno.env.toObject());
  try {
    if ("group" in how) {
      Deno.kill(how.group, "SIGKILL");
      return;
    }
    const [program, ...args] = how.command;
    await new Deno.Command(program, { args, stdin: "null", stdout: "null", stderr: "null" }).output();
  } catch (error) {
    // The process is gone; macOS reports EPERM for a group that contains only zombies.
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) return;
    throw error;
  }
}
