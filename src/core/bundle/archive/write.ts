import { Buffer } from "node:buffer";
import { crc32, deflateRawSync } from "node:zlib";
import { sortedPaths } from "../hash.ts";
import { FLAG, SIGNATURE } from "./records.ts";

/** 1980-01-01 00:00, the earliest time of a zip entry. Every entry of every bundle has it. */
const TIME = 0x00210000;
/** Attributes of a regular file that everyone can read, as Unix writes them. */
const ATTRIBUTES = 0o100644 * 0x10000;
const MADE_BY_UNIX = 0x0314, NEEDED = 20;
/** Length of the end record in bytes. */
const END = 22;

/**
 * Packs files into a zip archive whose bytes depend only on the files: sorted paths, one time, one set of
 * attributes, no folders, no extra fields. Each file is deflated, or stored when deflating does not make it
 * smaller. Returns null as soon as the archive exceeds `most` bytes.
 */
export function packBundle(files: ReadonlyMap<string, Uint8Array>): Uint8Array;
export function packBundle(files: ReadonlyMap<string, Uint8Array>, most: number): Uint8Array | null;
export function packBundle(files: ReadonlyMap<string, Uint8Array>, most = Infinity): Uint8Array | null {
  const parts: Uint8Array[] = [], directory: Uint8Array[] = [];
  let at = 0;
  for (const path of sortedPaths(files.keys())) {
    const bytes = files.get(path)!;
    const deflated = deflateRawSync(bytes, { level: 9 });
    const [method, data] = deflated.length < bytes.length ? [8, deflated] : [0, bytes];
    const name = Buffer.from(path);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(NEEDED, 0);
    common.writeUInt16LE(name.every((byte) => byte < 0x80) ? 0 : FLAG.utf8, 2);
    common.writeUInt16LE(method!, 4);
    common.writeUInt32LE(TIME, 6);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);

    const local = Buffer.concat([signature(SIGNATURE.local), common, name]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(ATTRIBUTES, 6);
    tail.writeUInt32LE(at, 10);
    directory.push(signature(SIGNATURE.central), madeBy(), common, tail, name);
    parts.push(local, data);
    at += local.length + data.length;
    if (at > most) return null;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.size, 4);
  end.writeUInt16LE(files.size, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(at, 12);
  if (at + central.length + END > most) return null;
  return new Uint8Array(Buffer.concat([...parts, central, signature(SIGNATURE.end), end]));
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function madeBy(): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(MADE_BY_UNIX);
  return bytes;
}
