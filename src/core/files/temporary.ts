import { mkdtemp, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Paths of temporary folders that this process uses. */
const used = new Set<string>();

/** Creates a temporary folder of that kind; see {@link removeTemporary}. */
export async function makeTemporary(kind: "run" | "bundle"): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `kedge-${kind}-`));
  used.add(folder);
  return folder;
}

/** Removes a temporary folder with its content; never throws. */
export async function removeTemporary(folder: string): Promise<void> {
  used.delete(folder);
  // Most runs leave the folder empty.
  if (await rmdir(folder).then(() => true, () => false)) return;
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}

/**
 * Returns whether a name is that of a temporary folder which this process does not use. Age alone does not
 * tell, because a dialog may wait for weeks and clocks may jump.
 */
export function mayBeForgotten(parent: string, name: string): boolean {
  return /^kedge-(run|bundle)-/.test(name) && !used.has(join(parent, name));
}
