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

/** Once this much of a refused archive was inflated, the rest is not looked into. */
const ENOUGH = 16 * 1024 * 1024;

/** What an archive holds. */
interface ArchiveContent {
  /** The files by their path; after an error without bytes where they cannot be read. */
  readonly files: ReadonlyMap<string, Uint8Array | undefined>;
  /** Of an archive that broke no rule: what is known of each file. */
  readonly facts: ReadonlyMap<string, FileFacts> | null;
}

/**
 * Reads a zip archive strictly: every rule has its own code, all problems come in one
 * pass, and where zip readers disagree about an archive it is refused. Memory stays near the packed
 * size: each file is inflated once to be checked, and again when it is asked for. Null when there is no directory
 * to read.
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

/** The files of an archive that was accepted before: nothing is inflated until it is asked for. */
export function openArchive(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> | null {
  const problems = new ProblemCollector();
  const entries = readEntries(bytes, problems);
  if (!entries || problems.errors > 0) return null;
  const byPath = new Map(entries.all.filter(({ folder }) => !folder).map((entry) => [entry.path, entry]));
  const files = new LazyFiles((path) => {
    const data = readData(byPath.get(path)!, problems);
    if (!data) throw new Error(`${quoted(path)} cannot be unpacked`);
    return data;
  });
  for (const path of byPath.keys()) files.add(path);
  return files;
}

/** The entries with their headers checked, or null when there is no directory to read. */
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

/** Refuses more files than a bundle may have; `Infinity` are more than were counted. */
export function checkCount(count: number, problems: ProblemCollector): void {
  if (count <= LIMITS.files) return;
  const counted = Number.isFinite(count) ? `${count} files, ` : "";
  const most = `more than ${LIMITS.files}${counted === "" ? " files" : ""}`;
  problems.error("too-many-files", `the bundle has ${counted}${most}`, {
    hint: "Leave out what the actions do not need.",
  });
}

/** Entries must follow each other without a gap, from the first byte to the directory. */
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

/** The files that count, with one warning for each kind of file that is left out. */
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
 * The entry's bytes, or null after a diagnostic. Inflating stops at the declared size (which is within
 * the limit for one file), whatever the data would go on to.
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

/** Inflates to at most `most` bytes and tells how much of the data that took. */
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
