import { LIMITS } from "../limits.ts";
import { checkTogether } from "../names.ts";
import { quoted } from "../../text/hidden.ts";
import { factsOf, type FileFacts, LazyFiles } from "../files.ts";
import { systemFile } from "../left_out.ts";
import { ProblemCollector } from "../problems.ts";
import { type Directory, fitsBundle, readDirectory } from "./directory.ts";
import { type ArchiveEntry, checkEntry } from "./entry.ts";
import { viewOf } from "./records.ts";
import { crc32, inflateRawSync } from "node:zlib";

/** Bytes of a refused archive that are inflated; the rest is not checked. */
const ENOUGH = 16 * 1024 * 1024;

/** The content of an archive. */
interface ArchiveContent {
  /** The files by path. When the archive has errors, files that cannot be read have no bytes. */
  readonly files: ReadonlyMap<string, Uint8Array | undefined>;
  /** Facts about each file; null when the archive has errors. */
  readonly facts: ReadonlyMap<string, FileFacts> | null;
}

/**
 * Reads a zip archive strictly: every rule has its own code, all problems are reported at once, and an
 * archive that zip readers interpret differently is refused. Memory stays near the packed size: each file is
 * inflated once for the checks, and again on access. Returns null when the directory cannot be read.
 */
export function readArchive(bytes: Uint8Array, problems: ProblemCollector): ArchiveContent | null {
  const before = problems.errors;
  const entries = readEntries(bytes, problems);
  if (!entries) return null;
  const wanted = withoutSystemFiles(entries.all, problems);
  checkCount(wanted.length, problems);

  const byPath = new Map<string, ArchiveEntry>();
  for (const entry of wanted) if (!byPath.has(entry.path)) byPath.set(entry.path, entry);
  const files = new LazyFiles<Uint8Array | undefined>((path) =>
    readData(byPath.get(path)!, new ProblemCollector()) ?? undefined
  );
  for (const path of byPath.keys()) files.add(path);
  const facts = new Map<string, FileFacts>();
  let inflated = 0;
  for (const entry of entries.all) {
    if (inflated > ENOUGH && problems.errors > before) break;
    if (entries.overlapping.has(entry) || !entry.data) continue;
    const data = readData(entry, problems);
    inflated += entry.header.size;
    if (!data || byPath.get(entry.path) !== entry) continue;
    if (problems.errors === before) facts.set(entry.path, factsOf(data));
    files.add(entry.path, data);
  }
  return { files, facts: problems.errors === before ? facts : null };
}

/**
 * Returns the files of an archive that was accepted before, without those of operating systems. Files are
 * inflated only on access. Returns null when the archive is damaged.
 */
export function openArchive(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> | null {
  const problems = new ProblemCollector();
  const entries = readEntries(bytes, problems);
  if (!entries || problems.errors > 0) return null;
  const wanted = entries.all.filter(({ path, folder }) => !folder && !systemFile(path));
  const byPath = new Map(wanted.map((entry) => [entry.path, entry]));
  const files = new LazyFiles((path) => {
    const data = readData(byPath.get(path)!, problems);
    if (!data) throw new Error(`${quoted(path)} cannot be unpacked`);
    return data;
  });
  for (const path of byPath.keys()) files.add(path);
  return files;
}

/** Reads the entries and checks their headers; null when the directory cannot be read. */
function readEntries(
  bytes: Uint8Array,
  problems: ProblemCollector,
): { all: readonly ArchiveEntry[]; overlapping: ReadonlySet<ArchiveEntry> } | null {
  if (!fitsBundle(bytes.length, problems)) return null;
  const view = viewOf(bytes);
  const directory = readDirectory(bytes, view, problems);
  if (!directory) return null;
  const all = directory.headers.map((header) => checkEntry(bytes, view, directory, header, problems));
  const overlapping = checkRanges(all, directory, problems);
  checkTogether(all.map(({ path, folder }) => ({ path, folder })), problems);
  return { all, overlapping };
}

/** Reports an error when a bundle has too many files; `Infinity` means that they were not all counted. */
export function checkCount(count: number, problems: ProblemCollector): void {
  if (count <= LIMITS.files) return;
  const counted = Number.isFinite(count) ? `${count} files, ` : "";
  const most = `more than ${LIMITS.files}${counted === "" ? " files" : ""}`;
  problems.error("too-many-files", `the bundle has ${counted}${most}`, {
    hint: "Leave out what the actions do not need.",
  });
}

/**
 * Checks that the entries follow each other without a gap, from the first byte to the directory. Returns
 * those that overlap.
 */
function checkRanges(
  entries: readonly ArchiveEntry[],
  directory: Directory,
  problems: ProblemCollector,
): Set<ArchiveEntry> {
  const overlapping = new Set<ArchiveEntry>();
  const inOrder = entries.filter((entry) => entry.span).sort((a, b) => a.span!.from - b.span!.from);
  const known = inOrder.length === entries.length;
  let at = directory.base;
  for (const entry of inOrder) {
    const { from, to } = entry.span!;
    if (from < at) {
      overlapping.add(entry);
      problems.error("overlap", `${quoted(entry.path)} shares bytes with another entry`, {
        file: entry.path,
      });
    } else if (from > at && known) gap(at, from, directory.base, problems);
    at = Math.max(at, to);
  }
  if (at < directory.start && known) gap(at, directory.start, directory.base, problems);
  return overlapping;
}

function gap(from: number, to: number, base: number, problems: ProblemCollector): void {
  const [code, where] = from === base
    ? ["bytes-before", "before the first entry"]
    : ["bytes-between", "between entries"];
  problems.error(code!, `${to - from} bytes ${where} belong to nothing`, { hint: "Make the bundle again." });
}

/** Returns the files of the bundle, and warns once for each kind of system file that is left out. */
function withoutSystemFiles(entries: readonly ArchiveEntry[], problems: ProblemCollector): ArchiveEntry[] {
  const ignored = new Map<string, string[]>();
  const wanted = entries.filter(({ path, folder }) => {
    const kind = systemFile(path);
    if (kind && !folder) {
      const paths = ignored.get(kind) ?? [];
      paths.push(path);
      ignored.set(kind, paths);
    }
    return !folder && !kind;
  });
  for (const [kind, paths] of ignored) {
    problems.warning(
      "ignored-file",
      paths.length === 1
        ? `${quoted(paths[0]!)} is left out`
        : `${paths.length} files of ${kind} are left out`,
      { file: paths[0]!, hint: "kedge --pack leaves such files out." },
    );
  }
  return wanted;
}

/**
 * Returns the entry's bytes; null after reporting a problem. Inflating stops at the declared size, which is
 * within the limit for one file, whatever the data contains.
 */
function readData(entry: ArchiveEntry, problems: ProblemCollector): Uint8Array | null {
  const { header, path, data } = entry;
  if (!data) return null;
  const name = quoted(path);
  const refuse = (code: string, message: string) => {
    problems.error(code, message, { file: path, hint: "Make the bundle again." });
    return null;
  };

  let bytes: Uint8Array;
  if (header.method === 0) {
    if (data.length !== header.size) {
      return refuse("size-mismatch", `${name} has ${data.length} bytes and declares ${header.size}`);
    }
    bytes = data;
  } else {
    const inflated = inflate(data, header.size);
    if (typeof inflated === "string") {
      return inflated === "more"
        ? refuse("size-mismatch", `${name} inflates to more than the ${header.size} bytes it declares`)
        : refuse("data-broken", `the packed data of ${name} is broken`);
    }
    if (inflated.bytes.length !== header.size) {
      return refuse(
        "size-mismatch",
        `${name} inflates to ${inflated.bytes.length} bytes and declares ${header.size}`,
      );
    }
    if (inflated.read !== data.length) {
      return refuse(
        "size-mismatch",
        `${name} has ${data.length - inflated.read} bytes after its packed data`,
      );
    }
    bytes = inflated.bytes;
  }
  if (crc32(bytes) !== header.crc) {
    return refuse("checksum-mismatch", `the checksum of ${name} does not match`);
  }
  return bytes;
}

/** Inflates to `most` bytes at most and returns how many bytes of the data were used. */
function inflate(data: Uint8Array, most: number): { bytes: Uint8Array; read: number } | "more" | "broken" {
  try {
    // `info` is documented (nodejs.org/api/zlib.html#class-options) but the types know only the plain result.
    const result = inflateRawSync(data, {
      maxOutputLength: Math.max(1, most),
      // All at once, and room to see that there is more: pieces would be put together in a second copy.
      chunkSize: Math.max(64, most + 1),
      info: true,
    }) as unknown as { buffer: Uint8Array; engine: { bytesWritten: number } };
    const { buffer, byteOffset, length } = result.buffer;
    return { bytes: new Uint8Array(buffer, byteOffset, length), read: result.engine.bytesWritten };
  } catch (error) {
    return (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE" ? "more" : "broken";
  }
}
