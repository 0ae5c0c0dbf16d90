import { type Bundle, readFiles } from "../../../src/core/bundle/mod.ts";
import type { TrustedVersion } from "../../../src/core/extensions/mod.ts";
import { type Entry, zip } from "./zip_writer.ts";

/** The smallest action. */
export const ACTION = 'package action\n\nimport "kedge"\n\nfunc Run(k *kedge.Ctx) error { return nil }\n';

/** Returns a valid manifest with changes. */
export function manifest(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: "ext",
    name: "Ext",
    actions: [{ id: "run", label: "Run", entry: "actions/run.go" }],
    ...changes,
  };
}

/** Returns the entries of a valid bundle. */
export function entries(changes: Record<string, unknown> = {}): Entry[] {
  return [
    { name: "manifest.json", data: JSON.stringify(manifest(changes)) },
    { name: "actions/run.go", data: ACTION },
  ];
}

/** Returns a valid bundle with further entries. */
export function bundleBytes(...more: Entry[]): Uint8Array {
  return zip([...entries(), ...more]);
}

/** Returns the files of a valid bundle, with further or other files. */
export function bundleFiles(
  changes: Record<string, unknown> = {},
  more: Record<string, string | Uint8Array> = {},
): Map<string, Uint8Array> {
  const files = { "manifest.json": JSON.stringify(manifest(changes)), "actions/run.go": ACTION, ...more };
  return new Map(
    Object.entries(files).map(([path, data]) => [
      path,
      typeof data === "string" ? new TextEncoder().encode(data) : data,
    ]),
  );
}

/** Returns a valid bundle with changes of the manifest and further files. */
export function bundle(
  changes: Record<string, unknown> = {},
  more: Record<string, string | Uint8Array> = {},
): Bundle {
  const result = readFiles(bundleFiles(changes, more));
  if (!result.bundle) throw new Error(JSON.stringify(result.diagnostics));
  return result.bundle;
}

/** Returns a bundle as the version that was trusted before. */
export function trusted({ hash, files, facts }: Bundle): TrustedVersion {
  return { hash, files, hashes: new Map([...facts].map(([path, { hash }]) => [path, hash])) };
}
