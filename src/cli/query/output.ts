import type { Output } from "../../core/sql/export/file.ts";
import type { ResultWriter } from "../../core/sql/export/writer.ts";
import { printBytes } from "../print.ts";

/** The reader of standard output has gone, as with `| head`. This is not reported. */
export class ReaderGoneError extends Error {
  override readonly name = "Unread";
}

/** Returns the output that writes to standard output. */
export function standardOutput(): Output {
  return {
    async write(bytes) {
      if (!await printBytes(bytes)) throw new ReaderGoneError();
    },
    done: () => Promise.resolve(),
    drop: () => Promise.resolve(),
  };
}

/** A writer of results that undoes no statement. */
interface KeptWriter extends ResultWriter {
  /** The number of statements that have run to their end. */
  readonly ended: number;
}

/**
 * Returns a writer for statements that write. An error inside a statement would roll it back, so nothing is
 * written after an error, which is thrown at the statement's end. When only the reader has gone, nothing is
 * thrown at all, so that a script runs to its end.
 */
export function keptWriter(writer: ResultWriter): KeptWriter {
  let ended = 0;
  let failed: { readonly error: unknown } | null = null;
  const note = (error: unknown) => {
    failed = { error };
    return true;
  };
  const settle = async (write: () => Promise<void>) => {
    if (failed === null) await write().catch(note);
    if (failed !== null && !(failed.error instanceof ReaderGoneError)) throw failed.error;
  };
  return {
    get ended() {
      return ended;
    },
    columns(columns) {
      if (failed === null) writer.columns(columns);
    },
    row(bytes, bounds) {
      if (failed !== null) return true;
      const going = writer.row(bytes, bounds);
      return typeof going === "boolean" ? going : going.catch(note);
    },
    end(end) {
      ended++;
      return settle(() => writer.end(end));
    },
    close: () => settle(() => writer.close()),
  };
}
