import { mkdtemp, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Temporary folders that this process works in, by path. */
const used = new Set<string>();

/** Makes a folder of that kind in the temporary folder; see {@link removeTemporary}. */
export async function makeTemporary(kind: "run" | "bundle"): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `kedge-${kind}-`));
  used.add(folder);
  return folder;
}

/** Removes one with everything that is in it; never throws. */
export async function removeTemporary(folder: string): Promise<void> {
  used.delete(folder);
  // Most runs leave nothing there.
  if (await rmdir(folder).then(() => true, () => false)) return;
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}

/** Whether a name is that of such a folder which this process does not work in: a dialog may wait for weeks, and clocks jump. */
export function mayBeForgotten(parent: string, name: string): boolean {
  return /^kedge-(run|bundle)-/.test(name) && !used.has(join(parent, name));
}
