import { join } from "node:path";
import { writeFileAtomic } from "../../files/atomic.ts";
import { readRegularText } from "../../files/read.ts";
import { LIMITS, MANIFEST } from "../../bundle/mod.ts";
import { editJson } from "../../json/edit.ts";
import { CatalogueFault } from "../fault.ts";

/** Gives the manifest in a folder another version; everything else in the file stays as it is. */
export async function raiseVersion(folder: string, version: string): Promise<void> {
  const file = join(folder, MANIFEST);
  const text = await readRegularText(file, LIMITS.file);
  const edited = text === null ? null : editJson(text, [{ path: ["version"], value: version }]);
  if (!edited?.ok) {
    throw new CatalogueFault("refused", `${file} cannot be changed`, `Give it version ${version} yourself.`);
  }
  await writeFileAtomic(file, edited.text, (await Deno.stat(file)).mode ?? 0o644);
}
