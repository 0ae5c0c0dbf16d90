import { markedProcesses } from "../../../src/core/platform/process_tree/mod.ts";
import type { Running } from "./process.ts";
import { waitFor } from "./wait.ts";

/** Ends everything of a private desktop, also what its bus started by itself, and removes its folder. */
export async function leaveNothing(
  root: string,
  env: Readonly<Record<string, string>>,
  running: Running[],
): Promise<void> {
  // What the bus started holds the ends of its output, and would outlive it.
  for (const pid of await markedProcesses().find("XDG_RUNTIME_DIR", env.XDG_RUNTIME_DIR!)) {
    try {
      Deno.kill(pid, "SIGKILL");
    } catch {
      // It ended in this moment.
    }
  }
  for (const program of running.reverse()) await program.kill();
  running.length = 0;
  await waitFor(
    "the desktop's folder to go",
    () =>
      Deno.remove(root, { recursive: true }).then(
        () => true,
        (error) => error instanceof Deno.errors.NotFound,
      ),
  );
}
