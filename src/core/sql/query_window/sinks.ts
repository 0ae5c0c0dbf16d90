import type { RowSink } from "../driver/mod.ts";
import type { SpillFolder } from "../spill/mod.ts";
import type { ResultEntry } from "./entry.ts";

/** Rows of a statement go to its entry, those of further results of the same statement to new ones. */
export function createSinks(
  entry: ResultEntry,
  folder: SpillFolder,
  next: () => ResultEntry,
  writes: boolean,
  /** Rows wait to be wanted. */
  paused: () => void,
) {
  let last = entry;
  let readAll = writes;
  let again = false;
  const sink: RowSink = {
    columns(columns) {
      if (last.result !== null && !again) {
        last.patch({ status: "done" });
        last = next();
      }
      again = false;
      // A write does not wait for a user who scrolls: others wait for what it has locked.
      if (readAll) last.want(Infinity);
      last.begin(folder, columns);
    },
    row(bytes, bounds) {
      const taken = last.take(bytes, bounds);
      // A user who stops reading never sees the end of the results, and has run the statement.
      if (last.state.status === "more") paused();
      return taken;
    },
  };
  return {
    sink,
    last: () => last,
    /** For the same statement once more, which writes now. */
    anew(): RowSink {
      [readAll, again] = [true, true];
      return sink;
    },
  };
}
