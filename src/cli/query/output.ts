import type { Output } from "../../core/sql/export/file.ts";

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
