import { LIMITS } from "../limits.ts";
import { checkTogether } from "../names.ts";
import { type Problems, quoted } from "../problems.ts";
import { readData } from "./data.ts";
import { type Directory, fitsBundle, readDirectory } from "./directory.ts";
import { checkEntry, type Entry } from "./entry.ts";
import { viewOf } from "./records.ts";

/** Inflated bytes that are kept while it is not yet known whether the archive is accepted. */
const KEPT = 8 * 1024 * 1024;
/** Once this much of a refused archive was inflated, the rest is not looked into. */
const ENOUGH = 16 * 1024 * 1024;

/**
 * Reads a zip archive strictly: every rule of CONTRACT §4 has its own code, all problems come in one
 * pass, and where zip readers disagree about an archive it is refused. Memory stays near the packed
 * size until the archive is accepted. Gives the files by their path, after an error some without their
 * bytes, or null when there is no directory to read.
 */
export function readArchive(
  bytes: Uint8Array,
  problems: Problems,
): Map<string, Uint8Array | undefined> | null {
  const before = problems.errors;
  if (!fitsBundle(bytes.length, problems)) return null;
  const view = viewOf(bytes);
  const directory = readDirectory(bytes, view, problems);
  if (!directory) return null;

  const entries = directory.headers.map((header) => checkEntry(bytes, view, directory, header, problems));
  const overlapping = checkPlaces(entries, directory, problems);
  checkTogether(entries.map(({ path, folder }) => ({ path, folder })), problems);
  const wanted = withoutSystemFiles(entries, problems);
  checkCount(wanted.length, problems);

  const read = new Map<Entry, Uint8Array>();
  let inflated = 0;
  for (const entry of entries) {
    if (inflated > ENOUGH && problems.errors > before) break;
    if (overlapping.has(entry) || !entry.data) continue;
    const data = readData(entry, problems);
    inflated += entry.header.size;
    if (data && inflated <= KEPT) read.set(entry, data);
  }
  const accepted = problems.errors === before;
  const bytesOf = (entry: Entry) => read.get(entry) ?? (accepted ? readData(entry, problems)! : undefined);
  const files = new Map<string, Uint8Array | undefined>();
  for (const entry of wanted) if (!files.has(entry.path)) files.set(entry.path, bytesOf(entry));
  return files;
}

/** Refuses more files than a bundle may have. */
export function checkCount(count: number, problems: Problems): void {
  if (count <= LIMITS.files) return;
  problems.error("too-many-files", `the bundle has ${count} files, more than ${LIMITS.files}`, {
    hint: "Leave out what the actions do not need.",
  });
}

/** Entries must follow each other without a gap, from the first byte to the directory. */
function checkPlaces(entries: readonly Entry[], directory: Directory, problems: Problems): Set<Entry> {
  const overlapping = new Set<Entry>();
  const placed = entries.filter((entry) => entry.span).sort((a, b) => a.span!.from - b.span!.from);
  const known = placed.length === entries.length;
  let at = directory.base;
  for (const entry of placed) {
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

function gap(from: number, to: number, base: number, problems: Problems): void {
  const [code, place] = from === base
    ? ["bytes-before", "before the first entry"]
    : ["bytes-between", "between entries"];
  problems.error(code!, `${to - from} bytes ${place} belong to nothing`, { hint: "Make the bundle again." });
}

/** What systems leave in folders: never part of a bundle. Gives null for everything else. */
export function systemFile(path: string): "__MACOSX/" | ".DS_Store" | "Thumbs.db" | null {
  const lower = path.toLowerCase();
  if (lower.startsWith("__macosx/") || lower === "__macosx") return "__MACOSX/";
  const name = lower.slice(lower.lastIndexOf("/") + 1);
  return name === ".ds_store" ? ".DS_Store" : name === "thumbs.db" ? "Thumbs.db" : null;
}

/** The files that count, with one warning for each kind of file that is left out. */
function withoutSystemFiles(entries: readonly Entry[], problems: Problems): Entry[] {
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
