import { endFamily, familyOf } from "../../support/family.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import type { Running } from "./process.ts";

/**
 * Ends all programs of a private desktop: the programs it started, programs with its runtime folder
 * in their environment (such as those that its bus started), programs that have one of its files
 * open, and all their child processes. Then removes its folder.
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
