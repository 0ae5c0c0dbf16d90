import { type Bundle, readFiles } from "../../../src/core/bundle/mod.ts";
import type { TrustedVersion } from "../../../src/core/extensions/mod.ts";
import { type Entry, zip } from "./zip_writer.ts";

/** The smallest action. */
export const ACTION = 'package action\n\nimport "kedge"\n\nfunc Run(k *kedge.Ctx) error { return nil }\n';

/** A manifest that breaks no rule, with changes. */
export function manifest(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: "ext",
    name: "Ext",
    actions: [{ id: "run", label: "Run", entry: "actions/run.go" }],
    ...changes,
  };
}

/** The entries of a bundle that breaks no rule. */
export function entries(changes: Record<string, unknown> = {}): Entry[] {
  return [
    { name: "manifest.json", data: JSON.stringify(manifest(changes)) },
    { name: "actions/run.go", data: ACTION },
  ];
}

/** A bundle that breaks no rule, with more entries. */
export function bundleBytes(...more: Entry[]): Uint8Array {
  return zip([...entries(), ...more]);
}

/** The files of a bundle that breaks no rule, with more or other files. */
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

/** A bundle that breaks no rule, with changes of the manifest and more files. */
export function bundle(
  changes: Record<string, unknown> = {},
  more: Record<string, string | Uint8Array> = {},
): Bundle {
  const result = readFiles(bundleFiles(changes, more));
  if (!result.bundle) throw new Error(JSON.stringify(result.diagnostics));
  return result.bundle;
}

/** A bundle as the version that was trusted before. */
export function trusted({ hash, files, facts }: Bundle): TrustedVersion {
  return { hash, files, hashes: new Map([...facts].map(([path, { hash }]) => [path, hash])) };
}
