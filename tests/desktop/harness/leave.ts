import { endFamily, familyOf } from "../../support/family.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import type { Running } from "./process.ts";

/**
 * Ends all programs of a private desktop: those it started, those with its runtime folder in their
 * environment (such as programs that its bus started), those with a file of it open, and the families of
 * these. Then removes its folder, because nothing writes there any more.
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
