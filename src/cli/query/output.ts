import { basename, dirname, join } from "node:path";
import type { Write } from "../../core/sql/export/chunks.ts";

/** Where results go. */
export interface Output {
  readonly write: Write;
  /** All is written: a file gets its name. */
  done(): Promise<void>;
  /** Something failed: what was written of a file goes. */
  drop(): Promise<void>;
}

/** Nobody reads on, as behind `| head`: not worth a word. */
export class ReaderGone extends Error {
  override readonly name = "Unread";
}

/** Standard output. */
export function standardOutput(): Output {
  return {
    async write(bytes) {
      try {
        for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
      } catch (error) {
        throw error instanceof Deno.errors.BrokenPipe ? new ReaderGone() : error;
      }
    },
    done: () => Promise.resolve(),
    drop: () => Promise.resolve(),
  };
}

/**
 * A file, which has its name only when it is whole; one that is no ordinary file, such as a pipe, is written to as it
 * is. Throws the system's error.
 */
export async function fileOutput(path: string): Promise<Output> {
  const known = await Deno.stat(path).catch(() => null);
  if (known?.isDirectory) throw new Error("it is a folder");
  const direct = known !== null && !known.isFile;
  const target = known?.isFile ? await Deno.realPath(path) : path;
  const temporary = direct
    ? target
    : join(dirname(target), `.${basename(target)}.${crypto.randomUUID().slice(0, 8)}.tmp`);
  const file = await Deno.open(
    temporary,
    direct ? { write: true } : { write: true, createNew: true, mode: 0o600 },
  );
  return {
    async write(bytes) {
      for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
    },
    async done() {
      if (!direct) await file.sync();
      file.close();
      if (!direct) await Deno.rename(temporary, target);
    },
    async drop() {
      file.close();
      if (!direct) await Deno.remove(temporary).catch(() => {});
    },
  };
}
