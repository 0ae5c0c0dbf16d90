import type { RowSink } from "../driver/mod.ts";
import type { SpillFolder } from "../spill/mod.ts";
import type { ResultEntry } from "./entry.ts";

/** Returns a sink that puts the rows of a statement into its entry, and those of its further results into new ones. */
export function createSinks(
  entry: ResultEntry,
  folder: SpillFolder,
  next: () => ResultEntry,
  writes: boolean,
  /** Called when rows wait until they are wanted. */
  paused: () => void,
  /** Called when rows begin to come. */
  begun: () => void = () => {},
) {
  let last = entry;
  let readAll = writes;
  let again = false;
  const sink: RowSink = {
    columns(columns) {
      // A further result of a statement that was ended would never end itself.
      if (last.released) return;
      if (last.result !== null && !again) {
        last.patch({ status: "done" });
        last = next();
      }
      again = false;
      // A write does not wait for a user who scrolls: others wait for what it has locked.
      if (readAll) last.want(Infinity);
      begun();
      last.begin(folder, columns);
    },
    row(bytes, bounds) {
      const taken = last.take(bytes, bounds);
      // The statement counts as run now, because a user who stops reading never gets to its end.
      if (last.state.status === "more") paused();
      return taken;
    },
  };
  return {
    sink,
    last: () => last,
    /** Returns the sink for a statement that runs again as a write, or within a transaction. */
    anew(): RowSink {
      [readAll, again] = [true, true];
      return sink;
    },
  };
}
