import type { Diagnostic } from "../diagnostic.ts";
import { readArchive } from "./archive/read.ts";
import { contentHash } from "./hash.ts";
import { readManifest } from "./manifest/read.ts";
import { MANIFEST } from "./manifest/place.ts";
import type { Manifest } from "./manifest/schema.ts";
import { Problems, quoted } from "./problems.ts";

/** A bundle that broke no rule. */
export interface Bundle {
  readonly manifest: Manifest;
  /** Every file by its path inside the bundle. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The content hash of the files, lower-case hex. */
  readonly hash: string;
}

/** What reading gave: the bundle, or null and at least one error. */
export interface BundleResult {
  readonly bundle: Bundle | null;
  readonly diagnostics: readonly Diagnostic[];
  /** The content hash, where all files could be read. */
  readonly hash?: string;
  /** What could be read, also of a refused bundle: to show a problem's line, for nothing else. */
  readonly files: ReadonlyMap<string, Uint8Array | undefined>;
}

/** Reads a bundle from the bytes of its archive. Never throws on any bytes, never writes anything. */
export function readBundle(bytes: Uint8Array): BundleResult {
  const problems = new Problems();
  // A Buffer would hand out Buffers.
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const files = readArchive(plain, problems);
  return files
    ? readFiles(files, problems)
    : { bundle: null, diagnostics: problems.list(), files: new Map() };
}

/**
 * Checks a bundle's files, of an archive or of a folder, against every rule about their content.
 * A file without bytes could not be read, which `problems` already tells.
 */
export function readFiles(
  files: ReadonlyMap<string, Uint8Array | undefined>,
  problems = new Problems(),
): BundleResult {
  const unreadable = problems.errors > 0;
  const bytes = files.get(MANIFEST);
  if (!files.has(MANIFEST)) reportMissingManifest(files, problems);
  const manifest = bytes ? readManifest(bytes, files, problems) : null;
  if (unreadable || !complete(files)) return { bundle: null, diagnostics: problems.list(), files };
  const hash = contentHash(files);
  const bundle = manifest && problems.errors === 0 ? { manifest, files, hash } : null;
  return { bundle, diagnostics: problems.list(), hash, files };
}

function complete(
  files: ReadonlyMap<string, Uint8Array | undefined>,
): files is ReadonlyMap<string, Uint8Array> {
  return [...files.values()].every((bytes) => bytes !== undefined);
}

function reportMissingManifest(files: ReadonlyMap<string, unknown>, problems: Problems): void {
  const elsewhere = [...files.keys()].find((path) => path.toLowerCase().endsWith(MANIFEST));
  problems.error("manifest-missing", `the bundle has no ${MANIFEST} at its root`, {
    hint: elsewhere === undefined
      ? "Every bundle has one; kedge --new starts an extension with it."
      : elsewhere.includes("/")
      ? `It has ${quoted(elsewhere)}: zip the content of the folder, not the folder.`
      : `It has ${quoted(elsewhere)}: the name is in lower case.`,
  });
}
