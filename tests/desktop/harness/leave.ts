import { familyOf } from "../../support/family.ts";
import type { Running } from "./process.ts";
import { waitFor } from "./wait.ts";

/**
 * Ends everything of a private desktop: what it has started, what has its runtime folder in the environment, such as what
 * its bus started by itself, what has a file of it open, and the families of these; then its folder goes, in which
 * nobody writes any more.
 */
export async function leaveNothing(
  root: string,
  env: Readonly<Record<string, string>>,
  running: Running[],
): Promise<void> {
  const family = familyOf({
    mark: ["XDG_RUNTIME_DIR", env.XDG_RUNTIME_DIR!],
    folder: root,
    leaders: running.map(({ pid }) => pid),
  });
  await waitFor("the desktop's programs to end", async () => {
    const left = await family();
    for (const pid of left) {
      try {
        Deno.kill(pid, "SIGKILL");
      } catch {
        // It ended in this moment.
      }
    }
    return left.length === 0;
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
