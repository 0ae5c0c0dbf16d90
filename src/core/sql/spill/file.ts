import { Buffer } from "node:buffer";
import { join } from "node:path";
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { makeFolder } from "../../files/atomic.ts";
import { oneAtATime } from "../one_at_a_time.ts";

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Prefix of a result's file, by which files left by a crash are found. */
const PREFIX = "result-";

/** Position of a block in the file. */
interface SpillRange {
  readonly offset: number;
  readonly size: number;
  /** Size of the uncompressed block in bytes. */
  readonly unpacked: number;
}

/** A private file of blocks, which are written one after another and read in any order. */
export type SpillFile = Awaited<ReturnType<typeof openSpillFile>>;

/**
 * Opens a file in a folder, which is made when it is missing. The file's name is removed at once where the
 * system allows that, so that no other program can open it and its space is freed when it is closed, however
 * this process ends.
 */
export async function openSpillFile(folder: string) {
  const path = join(folder, `${PREFIX}${crypto.randomUUID()}`);
  await makeFolder(folder);
  const file = await Deno.open(path, { read: true, write: true, createNew: true, mode: 0o600 });
  const gone = await Deno.remove(path).then(() => true, () => false);
  const ranges: SpillRange[] = [];
  let size = 0;
  let closed = false;
  /** Runs tasks, because the file has one position. */
  const inTurn = oneAtATime();
  const alone = <T>(work: () => Promise<T>): Promise<T> =>
    inTurn(() => {
      if (closed) throw new Error("the result was closed");
      return work();
    });
  return {
    /** Size on the disk in bytes. */
    get size() {
      return size;
    },
    /** Adds a block and returns its number. Throws the system's error. */
    async add(block: Uint8Array): Promise<number> {
      const packed = await deflate(block, { level: 1 });
      return await alone(async () => {
        await file.seek(size, Deno.SeekMode.Start);
        for (let at = 0; at < packed.length;) at += await file.write(packed.subarray(at));
        ranges.push({ offset: size, size: packed.length, unpacked: block.length });
        size += packed.length;
        return ranges.length - 1;
      });
    },
    /** Reads the block with a number. */
    async read(number: number): Promise<Buffer> {
      const range = ranges[number];
      if (!range) throw new RangeError("there is no such block");
      const packed = await alone(async () => {
        const bytes = Buffer.allocUnsafe(range.size);
        await file.seek(range.offset, Deno.SeekMode.Start);
        for (let at = 0; at < bytes.length;) {
          const count = await file.read(bytes.subarray(at));
          if (count === null) throw new Error("the file of the result is shorter than it was");
          at += count;
        }
        return bytes;
      });
      return await inflate(packed, { maxOutputLength: Math.max(1, range.unpacked) });
    },
    close() {
      if (closed) return;
      closed = true;
      file.close();
      if (!gone) Deno.remove(path).catch(() => {});
    },
  };
}

/** Removes the files of results that an earlier process has left in a folder. */
export async function sweepSpills(folder: string): Promise<void> {
  const names = await Array.fromAsync(Deno.readDir(folder)).catch(() => []);
  for (const { name, isFile } of names) {
    if (isFile && name.startsWith(PREFIX)) await Deno.remove(join(folder, name)).catch(() => {});
  }
}
