import { endFamily, familyOf } from "../../support/family.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import type { Running } from "./process.ts";

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
  await endFamily(familyOf({
    mark: ["XDG_RUNTIME_DIR", env.XDG_RUNTIME_DIR!],
    folder: root,
    leaders: running,
  }));
  for (const program of running.splice(0).reverse()) await program.kill();
  await removeFolder(root);
}
