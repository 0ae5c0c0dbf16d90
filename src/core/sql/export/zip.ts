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
const MOST = 0xffff_fffe;

/** Returns an archive, to which files are added one after another. */
export function createZip(write: Write, most = MOST) {
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
      const head = fields([4, LOCAL], [2, 20], [2, FLAGS], [2, DEFLATED], [2, 0], [2, DATE], [4, 0], [4, 0], [
        4,
        0,
      ], [
        2,
        bytes.length,
      ], [2, 0]);
      await put(Buffer.concat([head, bytes]));
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
      await put(fields([4, DESCRIPTOR], [4, crc], [4, size], [4, unpacked]));
      files.push({ name, offset, size, unpacked, crc });
    },
    async close() {
      const start = at;
      for (const file of files) {
        const bytes = Buffer.from(file.name);
        const entry = fields(
          [4, ENTRY],
          [2, 20],
          [2, 20],
          [2, FLAGS],
          [2, DEFLATED],
          [2, 0],
          [2, DATE],
          [4, file.crc],
          [
            4,
            file.size,
          ],
          [4, file.unpacked],
          [2, bytes.length],
          [2, 0],
          [2, 0],
          [2, 0],
          [2, 0],
          [4, 0],
          [4, file.offset],
        );
        await put(Buffer.concat([entry, bytes]));
      }
      const length = at - start;
      await put(
        fields(
          [4, DIRECTORY],
          [2, 0],
          [2, 0],
          [2, files.length],
          [2, files.length],
          [4, length],
          [4, start],
          [
            2,
            0,
          ],
        ),
      );
    },
  };
}

/** Returns numbers of 2 and 4 bytes, lowest byte first. */
function fields(...all: [size: 2 | 4, value: number][]): Buffer {
  const bytes = Buffer.alloc(all.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of all) {
    at = size === 2 ? bytes.writeUInt16LE(value, at) : bytes.writeUInt32LE(value >>> 0, at);
  }
  return bytes;
}
