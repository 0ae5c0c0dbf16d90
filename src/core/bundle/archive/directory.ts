import { LIMITS } from "../limits.ts";
import type { ProblemCollector } from "../problems.ts";
import { type CentralHeader, endOf, findEnd, readCentral, readEnd, SIGNATURE } from "./records.ts";
import { byteSize } from "../../text/byte_size.ts";

/** The archive's table of contents. */
export interface Directory {
  readonly headers: readonly CentralHeader[];
  /** Offset of the directory, where the entries' data ends. */
  readonly start: number;
  /** Number of bytes before the archive; 0 in an accepted one. */
  readonly base: number;
}

const REMAKE = "Make the bundle again, for example with kedge --pack.";
const DAMAGED = "The file is damaged or was not wholly copied. Get it again.";

/** Reads the end record and the central directory; null when they cannot be read. */
export function readDirectory(
  bytes: Uint8Array,
  view: DataView,
  problems: ProblemCollector,
): Directory | null {
  const at = findEnd(view);
  if (at < 0) {
    const begun = bytes.length >= 4 && view.getUint32(0, true) === SIGNATURE.local;
    if (begun) problems.error("archive-truncated", "the archive's end is missing", { hint: DAMAGED });
    else problems.error("not-a-zip", "this is not a zip archive", { hint: "A bundle is a zip file." });
    return null;
  }
  const end = readEnd(view, at);
  if (!end || endOf(end) > bytes.length) {
    problems.error("archive-truncated", "the archive ends inside its end record", { hint: DAMAGED });
    return null;
  }
  if (endOf(end) < bytes.length) {
    const after = bytes.length - endOf(end);
    problems.error("bytes-after", `${after} bytes follow the end of the archive`, { hint: REMAKE });
  }
  if (hasRival(view, at, bytes.length)) {
    problems.error("second-end-record", "the archive has two end records that both fit", { hint: REMAKE });
  }
  if (isZip64(view, at, end)) {
    problems.error("zip64", "the archive uses Zip64, which no bundle needs", { hint: REMAKE });
    return null;
  }
  if (end.disk !== 0 || end.directoryDisk !== 0 || end.entriesHere !== end.entries) {
    problems.error("multi-disk", "the archive is split over several files", { hint: REMAKE });
    return null;
  }

  const start = at - end.directorySize;
  const base = start - end.directoryOffset;
  if (start < 0 || base < 0) {
    const message = "the archive's directory lies outside of the file";
    problems.error("archive-truncated", message, { hint: DAMAGED });
    return null;
  }
  if (base > 0) {
    const message = `${base} bytes stand before the archive or its directory`;
    problems.error("bytes-before", message, { hint: REMAKE });
  }
  return { headers: readHeaders(bytes, view, start, end, problems), start, base };
}

/** Maximum entries read. Folders do not count as files, but reading more entries would only take time. */
const MAX_ENTRIES = 10 * LIMITS.files;

function readHeaders(
  bytes: Uint8Array,
  view: DataView,
  start: number,
  end: { at: number; entries: number },
  problems: ProblemCollector,
): CentralHeader[] {
  const headers: CentralHeader[] = [];
  let at = start;
  while (at < end.at) {
    if (headers.length === MAX_ENTRIES) {
      problems.error("too-many-files", `the archive has more than ${MAX_ENTRIES} entries`, {
        hint: `A bundle has at most ${LIMITS.files} files.`,
      });
      return headers;
    }
    const header = readCentral(bytes, view, at, end.at);
    if (!header) {
      const message = `the archive's directory is broken after ${headers.length} entries`;
      problems.error("directory-broken", message, { hint: DAMAGED });
      return headers;
    }
    headers.push(header);
    at = header.end;
  }
  if (headers.length !== end.entries) {
    problems.error(
      "entry-count",
      `the archive says it has ${end.entries} entries and its directory has ${headers.length}`,
      { hint: REMAKE },
    );
  }
  return headers;
}

/**
 * Returns whether another end record has a comment that contains the one at `at`: readers choose differently
 * between them.
 */
function hasRival(view: DataView, at: number, length: number): boolean {
  for (let other = at - 1; other >= Math.max(0, length - 22 - 0xffff); other--) {
    if (view.getUint32(other, true) !== SIGNATURE.end) continue;
    const record = readEnd(view, other);
    if (record && endOf(record) > at && endOf(record) <= length) return true;
  }
  return false;
}

function isZip64(
  view: DataView,
  at: number,
  end: { entries: number; directorySize: number; directoryOffset: number },
): boolean {
  const locator = at >= 20 && view.getUint32(at - 20, true) === SIGNATURE.zip64Locator;
  return locator || end.entries === 0xffff || end.directorySize === 0xffffffff ||
    end.directoryOffset === 0xffffffff;
}

/**
 * Refuses an archive that is too large before anything of it is read. `size` is in bytes; null when packing
 * stopped at the limit.
 */
export function fitsBundle(size: number | null, problems: ProblemCollector): boolean {
  if (size !== null && size <= LIMITS.bundle) return true;
  const has = size === null ? "packed" : `${size} bytes,`;
  problems.error(
    "bundle-too-large",
    `the bundle has ${has} more than ${byteSize(LIMITS.bundle)} (${LIMITS.bundle} bytes)`,
    { hint: "Leave out what the actions do not need." },
  );
  return false;
}
