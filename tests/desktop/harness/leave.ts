import { descendantsOf } from "../../../src/core/platform/process_tree/linux.ts";
import { markedProcesses } from "../../../src/core/platform/process_tree/mod.ts";
import type { Running } from "./process.ts";
import { waitFor } from "./wait.ts";

/**
 * Ends everything of a private desktop: what has its runtime folder in the environment, such as what its bus started by
 * itself, and all that these have started; then its folder goes, in which nobody writes any more.
 */
export async function leaveNothing(
  root: string,
  env: Readonly<Record<string, string>>,
  running: Running[],
): Promise<void> {
  await waitFor("the desktop's programs to end", async () => {
    const marked = await markedProcesses().find("XDG_RUNTIME_DIR", env.XDG_RUNTIME_DIR!);
    // Chromium's children write over their environment.
    const left = new Set(marked.flatMap((pid) => [pid, ...descendantsOf(pid)]));
    for (const pid of left) {
      try {
        Deno.kill(pid, "SIGKILL");
      } catch {
        // It ended in this moment.
      }
    }
    return left.size === 0;
  });
  for (const program of running.splice(0).reverse()) await program.kill();
  await waitFor(
    "the desktop's folder to go",
    () =>
      Deno.remove(root, { recursive: true }).then(
        () => true,
        (error) => error instanceof Deno.errors.NotFound,
      ),
  );
}
