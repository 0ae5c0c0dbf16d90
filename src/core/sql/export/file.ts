import { basename, dirname, join } from "node:path";
import { renamePatiently } from "../../files/atomic.ts";
import type { Write } from "./chunks.ts";

/** The destination of results. */
export interface Output {
  readonly write: Write;
  /** Gives a file its name after everything was written. */
  done(): Promise<void>;
  /** Removes an incomplete file after a failure. */
  drop(): Promise<void>;
}

/**
 * Opens a file for output. The file gets its name only when it is complete; until then it has a random one,
 * which nobody can have created before in a folder that others may write to. Something that is not an
 * ordinary file, such as a pipe, is written directly, or refused with `onlyFiles`, because it may wait
 * forever for a reader. Throws the system's error.
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
        // A full disk may show only now.
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
