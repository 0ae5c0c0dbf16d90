import { hostSystem } from "./host.ts";

/**
 * Ends a process with everything it started, at once. On Linux and macOS the process must have been
 * spawned `detached`, which makes it the leader of its group. A process that is gone is fine.
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
    // Gone already; macOS says EPERM for a group in which only zombies are left.
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) return;
    throw error;
  }
}
