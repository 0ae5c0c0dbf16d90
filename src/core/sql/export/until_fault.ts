import type { ResultWriter } from "./writer.ts";

/**
 * Returns a writer that takes no more rows once the given one throws, so that a statement that only reads is
 * ended there: a driver whose sink throws reads all rows first. The error is thrown at the end of the result,
 * and when the writer is closed.
 */
export function untilFault(writer: ResultWriter): ResultWriter {
  let fault: { readonly error: unknown } | null = null;
  const note = (error: unknown) => {
    fault ??= { error };
    return false;
  };
  const settle = async (write: () => Promise<void>) => {
    if (fault !== null) throw fault.error;
    await write();
  };
  return {
    ...writer,
    columns(columns) {
      if (fault !== null) return;
      try {
        writer.columns(columns);
      } catch (error) {
        note(error);
      }
    },
    row(bytes, bounds) {
      if (fault !== null) return false;
      try {
        const going = writer.row(bytes, bounds);
        return typeof going === "boolean" ? going : going.catch(note);
      } catch (error) {
        return note(error);
      }
    },
    end: (end) => settle(() => writer.end(end)),
    close: () => settle(() => writer.close()),
  };
}
