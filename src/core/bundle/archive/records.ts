/** The records of a zip file (APPNOTE.TXT 6.3.10). Offsets count from the file's start. */

/** Signatures, little endian. */
export const SIGNATURE = {
  local: 0x04034b50,
  central: 0x02014b50,
  end: 0x06054b50,
  descriptor: 0x08074b50,
  zip64Locator: 0x07064b50,
} as const;

/** Bits of an entry's flags. */
export const FLAG = {
  encrypted: 1 << 0,
  descriptor: 1 << 3,
  enhancedDeflate: 1 << 4,
  patched: 1 << 5,
  strongEncryption: 1 << 6,
  utf8: 1 << 11,
  masked: 1 << 13,
} as const;

/** The end of central directory record (APPNOTE 4.3.16). */
interface EndRecord {
  readonly at: number;
  readonly disk: number;
  readonly directoryDisk: number;
  readonly entriesHere: number;
  readonly entries: number;
  readonly directorySize: number;
  readonly directoryOffset: number;
  readonly commentLength: number;
}

/** The common fields of a central directory header (APPNOTE 4.3.12) and a local one (4.3.7). */
export interface EntryHeader {
  readonly needed: number;
  readonly flags: number;
  readonly method: number;
  /** MS-DOS time and date, as one number. */
  readonly time: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly name: Uint8Array;
  readonly extra: Uint8Array;
  /** Offset of the record's end. */
  readonly end: number;
}

/** A central directory header. */
export interface CentralHeader extends EntryHeader {
  readonly madeBy: number;
  readonly disk: number;
  readonly attributes: number;
  /** Offset of the local header, as the directory states it. */
  readonly offset: number;
}

const END_LENGTH = 22, CENTRAL_LENGTH = 46, LOCAL_LENGTH = 30;

/** A view over the whole archive. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Returns the offset of the last end record's signature, which is at most one comment before the end; -1 when
 * there is none.
 */
export function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_LENGTH - 0xffff);
  for (let at = view.byteLength - 4; at >= first; at--) {
    if (view.getUint32(at, true) === SIGNATURE.end) return at;
  }
  return -1;
}

/** Reads the end record at `at`; null when the file ends inside it. */
export function readEnd(view: DataView, at: number): EndRecord | null {
  if (at + END_LENGTH > view.byteLength) return null;
  return {
    at,
    disk: view.getUint16(at + 4, true),
    directoryDisk: view.getUint16(at + 6, true),
    entriesHere: view.getUint16(at + 8, true),
    entries: view.getUint16(at + 10, true),
    directorySize: view.getUint32(at + 12, true),
    directoryOffset: view.getUint32(at + 16, true),
    commentLength: view.getUint16(at + 20, true),
  };
}

/** Returns the offset after the end record and its comment. */
export function endOf(record: EndRecord): number {
  return record.at + END_LENGTH + record.commentLength;
}

/** Reads the central header at `at`; null when there is none or it crosses `limit`. */
export function readCentral(
  bytes: Uint8Array,
  view: DataView,
  at: number,
  limit: number,
): CentralHeader | null {
  if (at + CENTRAL_LENGTH > limit || view.getUint32(at, true) !== SIGNATURE.central) return null;
  const nameEnd = at + CENTRAL_LENGTH + view.getUint16(at + 28, true);
  const extraEnd = nameEnd + view.getUint16(at + 30, true);
  const end = extraEnd + view.getUint16(at + 32, true);
  if (end > limit) return null;
  return {
    ...readCommon(view, at + 6),
    madeBy: view.getUint16(at + 4, true),
    disk: view.getUint16(at + 34, true),
    attributes: view.getUint32(at + 38, true),
    offset: view.getUint32(at + 42, true),
    name: bytes.subarray(at + CENTRAL_LENGTH, nameEnd),
    extra: bytes.subarray(nameEnd, extraEnd),
    end,
  };
}

/** Reads the local header at `at`; null when there is none or it crosses `limit`. */
export function readLocal(bytes: Uint8Array, view: DataView, at: number, limit: number): EntryHeader | null {
  if (at < 0 || at + LOCAL_LENGTH > limit || view.getUint32(at, true) !== SIGNATURE.local) return null;
  const nameEnd = at + LOCAL_LENGTH + view.getUint16(at + 26, true);
  const end = nameEnd + view.getUint16(at + 28, true);
  if (end > limit) return null;
  return {
    ...readCommon(view, at + 4),
    name: bytes.subarray(at + LOCAL_LENGTH, nameEnd),
    extra: bytes.subarray(nameEnd, end),
    end,
  };
}

/** Reads the fields that both headers have in the same order. */
function readCommon(view: DataView, at: number): Omit<EntryHeader, "name" | "extra" | "end"> {
  return {
    needed: view.getUint16(at, true),
    flags: view.getUint16(at + 2, true),
    method: view.getUint16(at + 4, true),
    time: view.getUint32(at + 6, true),
    crc: view.getUint32(at + 10, true),
    packed: view.getUint32(at + 14, true),
    size: view.getUint32(at + 18, true),
  };
}

/** Returns the length of the data descriptor at `at` when it has the header's values; 0 otherwise. */
export function descriptorLength(view: DataView, at: number, limit: number, header: EntryHeader): number {
  const states = (from: number) =>
    from + 12 <= limit && view.getUint32(from, true) === header.crc &&
    view.getUint32(from + 4, true) === header.packed && view.getUint32(from + 8, true) === header.size;
  if (at + 4 <= limit && view.getUint32(at, true) === SIGNATURE.descriptor && states(at + 4)) return 16;
  return states(at) ? 12 : 0;
}

/** Returns the extra fields of a header by id; null when they are malformed. */
export function extraFields(extra: Uint8Array): { id: number; data: Uint8Array }[] | null {
  const view = viewOf(extra);
  const fields = [];
  let at = 0;
  while (at < extra.length) {
    if (at + 4 > extra.length) return null;
    const end = at + 4 + view.getUint16(at + 2, true);
    if (end > extra.length) return null;
    fields.push({ id: view.getUint16(at, true), data: extra.subarray(at + 4, end) });
    at = end;
  }
  return fields;
}
