import { Buffer } from "node:buffer";
import { crc32, deflateRawSync } from "node:zlib";

/** Header fields that a hostile archive may falsify. */
export interface Fields {
  needed: number;
  flags: number;
  method: number;
  time: number;
  crc: number;
  packed: number;
  size: number;
  name: Uint8Array | string;
  extra: Uint8Array;
}

/** One entry. A field that is not given gets the correct value. */
export interface Entry extends Partial<Fields> {
  name: Uint8Array | string;
  /** Uncompressed content. */
  data?: Uint8Array | string;
  /** The compressed bytes themselves, instead of compressing `data`. */
  raw?: Uint8Array;
  /** Fields that only the local header has. */
  local?: Partial<Fields>;
  /** A data descriptor after the data, with other values if given. */
  descriptor?: Partial<Pick<Fields, "crc" | "packed" | "size">> & { signed?: boolean };
  madeBy?: number;
  disk?: number;
  attributes?: number;
  /** Position of the local header according to the directory. */
  offset?: number;
  /** Unused bytes before the local header. */
  gap?: Uint8Array;
  /** False for an entry that is only in the directory, without a local header or data. */
  written?: boolean;
}

/** Parts of an archive besides its entries. */
export interface Archive {
  prefix?: Uint8Array;
  /** Bytes between the last entry and the directory. */
  beforeDirectory?: Uint8Array;
  afterDirectory?: Uint8Array;
  comment?: Uint8Array;
  suffix?: Uint8Array;
  /** False values of the end record. */
  end?: Partial<{
    disk: number;
    directoryDisk: number;
    entriesHere: number;
    entries: number;
    directorySize: number;
    directoryOffset: number;
    commentLength: number;
  }>;
}

/** Writes a zip archive byte by byte, correct or hostile as requested. */
export function zip(entries: readonly Entry[], archive: Archive = {}): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let length = 0;
  const add = (...more: Uint8Array[]) => {
    for (const part of more) {
      parts.push(part);
      length += part.length;
    }
  };
  add(archive.prefix ?? new Uint8Array());
  const base = length;
  for (const entry of entries) {
    if (entry.gap) add(entry.gap);
    const fields = honest(entry);
    const offset = entry.offset ?? length - base;
    if (entry.written !== false) {
      const deferred = entry.descriptor ? { crc: 0, packed: 0, size: 0 } : {};
      add(header(0x04034b50, [], { ...fields, ...deferred, ...entry.local }, []), packedOf(entry));
      if (entry.descriptor) add(descriptor({ ...fields, ...entry.descriptor }));
    }
    const tail = [u16(entry.disk ?? 0), u16(0), u32(entry.attributes ?? 0), u32(offset)];
    directory.push(header(0x02014b50, [u16(entry.madeBy ?? 0x0014)], fields, [u16(0), ...tail]));
  }
  add(archive.beforeDirectory ?? new Uint8Array());
  const at = length - base;
  const central = Buffer.concat(directory);
  const comment = archive.comment ?? new Uint8Array();
  const end = {
    disk: 0,
    directoryDisk: 0,
    entriesHere: archive.end?.entries ?? entries.length,
    entries: entries.length,
    directorySize: central.length,
    directoryOffset: at,
    commentLength: comment.length,
    ...archive.end,
  };
  add(
    central,
    archive.afterDirectory ?? new Uint8Array(),
    u32(0x06054b50),
    ...[end.disk, end.directoryDisk, end.entriesHere, end.entries].map(u16),
    ...[end.directorySize, end.directoryOffset].map(u32),
    u16(end.commentLength),
    comment,
    archive.suffix ?? new Uint8Array(),
  );
  return new Uint8Array(Buffer.concat(parts));
}

function honest(entry: Entry): Fields {
  const data = bytes(entry.data ?? "");
  const name = bytes(entry.name);
  const flags = (name.some((byte) => byte > 0x7f) ? 0x800 : 0) | (entry.descriptor ? 8 : 0);
  const own: Fields = {
    needed: 20,
    flags,
    method: 8,
    time: 0x00210000,
    crc: crc32(data),
    packed: packedOf(entry).length,
    size: data.length,
    name,
    extra: new Uint8Array(),
  };
  const stated = Object.entries(entry).filter(([key]) => key in own);
  return { ...own, ...Object.fromEntries(stated) };
}

function packedOf(entry: Entry): Uint8Array {
  if (entry.raw) return entry.raw;
  const data = bytes(entry.data ?? "");
  return entry.method === undefined || entry.method === 8 ? deflateRawSync(data) : data;
}

function header(signature: number, before: Uint8Array[], fields: Fields, after: Uint8Array[]): Uint8Array {
  const name = bytes(fields.name);
  // The directory's header has additional fields between the lengths and the name.
  return Buffer.concat([
    u32(signature),
    ...before,
    u16(fields.needed),
    u16(fields.flags),
    u16(fields.method),
    u32(fields.time),
    u32(fields.crc),
    u32(fields.packed),
    u32(fields.size),
    u16(name.length),
    u16(fields.extra.length),
    ...after,
    name,
    fields.extra,
  ]);
}

function descriptor({ crc, packed, size, signed }: Fields & { signed?: boolean }): Uint8Array {
  return Buffer.concat([
    signed === false ? Buffer.alloc(0) : u32(0x08074b50),
    u32(crc),
    u32(packed),
    u32(size),
  ]);
}

/** Returns 16 bits, little-endian. */
export function u16(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16LE(value);
  return buffer;
}

/** Returns 32 bits, little-endian. */
export function u32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value >>> 0);
  return buffer;
}

/** Returns an extra field. */
export function extra(id: number, data: Uint8Array): Uint8Array {
  return Buffer.concat([u16(id), u16(data.length), data]);
}

/** Returns a text as UTF-8, and bytes unchanged. */
export function bytes(data: Uint8Array | string): Uint8Array {
  return typeof data === "string" ? Buffer.from(data) : data;
}
