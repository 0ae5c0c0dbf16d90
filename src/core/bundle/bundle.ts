import type { Diagnostic } from "../diagnostic.ts";
import { readArchive } from "./archive/read.ts";
import { factsOf, type FileFacts } from "./files.ts";
import { hashOfHashes } from "./hash.ts";
import { readManifest } from "./manifest/read.ts";
import { MANIFEST } from "./manifest/problems.ts";
import type { Manifest } from "./manifest/schema.ts";
import { quoted } from "../text/hidden.ts";
import { ProblemCollector } from "./problems.ts";

/** A bundle that passed every check. */
export interface Bundle {
  readonly manifest: Manifest;
  /** Every file by its path inside the bundle. A large file is read on access. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Facts about each file that need no reading. */
  readonly facts: ReadonlyMap<string, FileFacts>;
  /** The archive from which the bundle was read. */
  readonly archive?: Uint8Array;
  /** The content hash of the files, lower-case hex. */
  readonly hash: string;
}

/** The result of reading a bundle: the bundle, or null and at least one error. */
export interface BundleResult {
  readonly bundle: Bundle | null;
  readonly diagnostics: readonly Diagnostic[];
  /** The content hash, when all files could be read. */
  readonly hash?: string;
  /** The files that could be read, including those of a refused bundle; use them only to show a problem's line. */
  readonly files: ReadonlyMap<string, Uint8Array | undefined>;
}

/** Reads a bundle from the bytes of its archive. Never throws on any bytes, never writes anything. */
export function readBundle(bytes: Uint8Array): BundleResult {
  const problems = new ProblemCollector();
  // Make the bytes of a Buffer a plain array, because parts of a Buffer are Buffers too.
  const plain = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const content = readArchive(plain, problems);
  if (!content) return { bundle: null, diagnostics: problems.list(), files: new Map() };
  const result = readFiles(content.files, problems, content.facts);
  return result.bundle ? { ...result, bundle: { ...result.bundle, archive: plain } } : result;
}

/**
 * Checks the files of an archive or a folder against every rule about their content. A file without bytes
 * could not be read, which `problems` already contains. `facts` save reading the other files again.
 */
export function readFiles(
  files: ReadonlyMap<string, Uint8Array | undefined>,
  problems = new ProblemCollector(),
  facts: ReadonlyMap<string, FileFacts> | null = null,
): BundleResult {
  const unreadable = problems.errors > 0;
  if (!files.has(MANIFEST)) reportMissingManifest(files, problems);
  const bytes = files.get(MANIFEST);
  const manifest = bytes ? readManifest(bytes, files, problems) : null;
  const known = unreadable ? null : facts ?? allFacts(files);
  if (!known) return { bundle: null, diagnostics: problems.list(), files };
  const hash = hashOfHashes(new Map([...known].map(([path, { hash }]) => [path, hash])));
  const complete = files as ReadonlyMap<string, Uint8Array>;
  const bundle = manifest && problems.errors === 0 ? { manifest, files: complete, facts: known, hash } : null;
  return { bundle, diagnostics: problems.list(), hash, files };
}

/** Returns the facts about all files; null when a file has no bytes. */
function allFacts(files: ReadonlyMap<string, Uint8Array | undefined>): Map<string, FileFacts> | null {
  const facts = new Map<string, FileFacts>();
  for (const [path, bytes] of files) {
    if (!bytes) return null;
    facts.set(path, factsOf(bytes));
  }
  return facts;
}

function reportMissingManifest(files: ReadonlyMap<string, unknown>, problems: ProblemCollector): void {
  const elsewhere = [...files.keys()].find((path) => path.toLowerCase().endsWith(MANIFEST));
  problems.error("manifest-missing", `the bundle has no ${MANIFEST} at its root`, {
    hint: elsewhere === undefined
      ? "Every bundle has one; kedge --new starts an extension with it."
      : elsewhere.includes("/")
      ? `It has ${quoted(elsewhere)}: zip the content of the folder, not the folder.`
      : `It has ${quoted(elsewhere)}: the name is in lower case.`,
  });
}
