import type { Output } from "../../core/sql/export/file.ts";
import { printBytes } from "../print.ts";

/** The reader of standard output has gone, as with `| head`. This is not reported. */
export class ReaderGone extends Error {
  override readonly name = "Unread";
}

/** Returns the output that writes to standard output. */
export function standardOutput(): Output {
  return {
    async write(bytes) {
      if (!await printBytes(bytes)) throw new ReaderGone();
    },
    done: () => Promise.resolve(),
    drop: () => Promise.resolve(),
  };
}
