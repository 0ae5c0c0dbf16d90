import { untilThrown } from "../driver/turn.ts";
import type { ResultWriter } from "./writer.ts";

/**
 * Returns a writer that takes no more rows once the given one throws, so that a statement that only reads is
 * ended there: a driver whose sink throws reads all rows first. The error is thrown at the end of the result,
 * and when the writer is closed.
 */
export function untilFault(writer: ResultWriter): ResultWriter {
  const { sink, rethrow } = untilThrown(writer);
  const settle = async (write: () => Promise<void>) => {
    rethrow();
    await write();
  };
  return {
    ...writer,
    ...sink,
    end: (end) => settle(() => writer.end(end)),
    close: () => settle(() => writer.close()),
  };
}
