import { join } from "node:path";
import { type Bundle, factsOf, LazyFiles, LIMITS, MANIFEST, readFiles } from "../../bundle/mod.ts";
import { type EditedFile, readEditedText, writeEditedText } from "../../files/edited_text.ts";
import { ABANDONED, clearLeftovers } from "../../files/leftovers.ts";
import { FileError } from "../../files/errors.ts";
import { editJson } from "../../json/edit.ts";
import { CatalogueError } from "../error.ts";

/**
 * Returns a bundle with another version in its manifest; its folder is not changed. Throws a {@link
 * CatalogueError}.
 */
export function withVersion(bundle: Bundle, version: string): Bundle {
  if (version === bundle.manifest.version) return bundle;
  const bytes = bundle.files.get(MANIFEST)!;
  const text = textWithVersion(
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes),
    bundle.manifest.version,
    version,
  );
  const manifest = text === null ? null : new TextEncoder().encode(text);
  const raised = manifest && readFiles(
    filesWith(bundle.files, manifest),
    undefined,
    new Map([...bundle.facts, [MANIFEST, factsOf(manifest)]]),
  ).bundle;
  if (raised) return raised;
  throw new CatalogueError(
    "refused",
    `its ${MANIFEST} cannot be given version ${version}`,
    "Give it that version yourself.",
  );
}

/**
 * Writes another version into the manifest in a bundle's folder after publishing. Other changes of its author
 * stay, and so does a version that the author has changed meanwhile. Throws a {@link FileError}.
 */
export async function writeVersion(folder: string, bundle: Bundle, version: string): Promise<void> {
  const file = join(folder, MANIFEST), hint = `Give it version ${version} yourself.`;
  const edited: EditedFile = { file, most: LIMITS.file, hint };
  const before = readEditedText(edited);
  const text = textWithVersion(before, bundle.manifest.version, version) ??
    textWithVersion(before, version, version);
  if (text === null) throw new FileError(`${file} was not written: it was changed meanwhile`, hint);
  if (text === before) return;
  await clearLeftovers(file, ABANDONED);
  await writeEditedText(edited, before, text);
}

/**
 * Returns the text of a manifest with another version and everything else unchanged; null when it no longer
 * has the earlier version.
 */
function textWithVersion(text: string, was: string | undefined, value: string): string | null {
  const edited = editJson(text, [{ path: ["version"], value, ...(was !== undefined && { was }) }]);
  return edited.ok ? edited.text : null;
}

function filesWith(files: Bundle["files"], manifest: Uint8Array): LazyFiles {
  const all = new LazyFiles((path) => path === MANIFEST ? manifest : files.get(path)!);
  for (const path of files.keys()) all.add(path);
  return all;
}
