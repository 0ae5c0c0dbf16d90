import { Buffer } from "node:buffer";
import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";
import type { Write } from "./chunks.ts";

const deflate = promisify(deflateRaw);

/** A file of the archive, as the archive's directory lists it. */
interface Packed {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
  readonly unpacked: number;
  readonly crc: number;
}

/** A zip archive whose files are written as they arrive, with the size after each file. */
export type Zip = ReturnType<typeof createZip>;

const LOCAL = 0x04034b50, DESCRIPTOR = 0x08074b50, ENTRY = 0x02014b50, DIRECTORY = 0x06054b50;
/** Flags: sizes follow the file (8), names are UTF-8 (0x800). */
const FLAGS = 0x808;
const DEFLATED = 8;
/** 1980-01-01, as the time of files without one. */
const DATE = 0x21;
/** Maximum size in bytes of an archive, and of each file in it, that its fields can tell. */
const MAX_COUNT = 0xffff_fffe;

/** Returns an archive, to which files are added one after another. */
export function createZip(write: Write, most = MAX_COUNT) {
  const files: Packed[] = [];
  let at = 0;
  let name = "", offset = 0, size = 0, unpacked = 0, crc = 0;
  const check = (bytes: number) => {
    if (bytes > most) throw new Error("The workbook is larger than 4 GB; choose CSV or JSON lines.");
  };
  const put = async (bytes: Uint8Array) => {
    at += bytes.length;
    check(at);
    await write(bytes);
  };
  return {
    /** Size of the current file in bytes, as it is unpacked. */
    get unpacked() {
      return unpacked;
    },
    async begin(next: string) {
      [name, offset, size, unpacked, crc] = [next, at, 0, 0, 0];
      const bytes = Buffer.from(name);
      const head = [long(LOCAL), short(20, FLAGS, DEFLATED, 0, DATE), long(0, 0, 0), short(bytes.length, 0)];
      await put(Buffer.concat([...head, bytes]));
    },
    async add(text: string) {
      const bytes = Buffer.from(text);
      crc = crc32(bytes, crc);
      unpacked += bytes.length;
      check(unpacked);
      // Compressed parts that end on a byte boundary form one stream.
      const packed = await deflate(bytes, { level: 4, finishFlush: constants.Z_SYNC_FLUSH });
      size += packed.length;
      await put(packed);
    },
    async end() {
      // An empty last block ends the stream.
      await put(Buffer.from([3, 0]));
      size += 2;
      await put(long(DESCRIPTOR, crc, size, unpacked));
      files.push({ name, offset, size, unpacked, crc });
    },
    async close() {
      const start = at;
      for (const file of files) {
        const bytes = Buffer.from(file.name);
        const entry = [
          long(ENTRY),
          short(20, 20, FLAGS, DEFLATED, 0, DATE),
          long(file.crc, file.size, file.unpacked),
          short(bytes.length, 0, 0, 0, 0),
          long(0, file.offset),
        ];
        await put(Buffer.concat([...entry, bytes]));
      }
      const length = at - start;
      const counts = short(0, 0, files.length, files.length);
      await put(Buffer.concat([long(DIRECTORY), counts, long(length, start), short(0)]));
    },
  };
}

/** Returns numbers of 2 bytes, lowest byte first. */
function short(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt16LE(value, 2 * i);
  return bytes;
}

/** Returns numbers of 4 bytes, lowest byte first. */
function long(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value, 4 * i);
  return bytes;
}
