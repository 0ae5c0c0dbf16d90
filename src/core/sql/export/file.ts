import { basename, dirname, join } from "node:path";
import { renamePatiently } from "../../files/atomic.ts";
import type { Write } from "./chunks.ts";

/** Where results go. */
export interface Output {
  readonly write: Write;
  /** All is written: a file gets its name. */
  done(): Promise<void>;
  /** Something failed: what was written of a file goes. */
  drop(): Promise<void>;
}

/**
 * A file, which has its name only when it is whole: until then it has one that nobody can have taken before, in a folder that
 * others may write to. One that is no ordinary file, such as a pipe, is written to as it is, or refused with `onlyFiles`,
 * because it may wait for a reader for ever. Throws the system's error.
 */
export async function fileOutput(path: string, { onlyFiles = false } = {}): Promise<Output> {
  const known = await Deno.stat(path).catch(() => null);
  if (known?.isDirectory) throw new Error("it is a folder");
  const direct = known !== null && !known.isFile;
  if (direct && onlyFiles) throw new Error("it is no ordinary file");
  const target = known?.isFile ? await Deno.realPath(path) : path;
  const temporary = direct
    ? target
    : join(dirname(target), `.${basename(target)}.${crypto.randomUUID().slice(0, 8)}.tmp`);
  const file = await Deno.open(
    temporary,
    direct ? { write: true } : { write: true, createNew: true, mode: 0o600 },
  );
  let closed = false;
  const close = () => {
    if (!closed) file.close();
    closed = true;
  };
  const drop = async () => {
    close();
    if (!direct) await Deno.remove(temporary).catch(() => {});
  };
  return {
    drop,
    async write(bytes) {
      for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
    },
    async done() {
      if (direct) return close();
      try {
        // A disk may be full only now.
        await file.sync();
        close();
        await renamePatiently(temporary, target);
      } catch (error) {
        await drop();
        throw error;
      }
    },
  };
}
