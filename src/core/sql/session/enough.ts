import type { RowSink } from "../driver/mod.ts";

/**
 * Returns a sink that drops all rows after the given sink has had enough. Calls `enough` to end a statement
 * that only reads; a statement that writes runs to its end.
 */
export function untilEnough(sink: RowSink, write: boolean, enough: () => void): RowSink {
  let full = false;
  const judge = (going: boolean) => {
    full = !going;
    if (full && !write) enough();
    // `false` tells a driver that fetches rows in parts to fetch no more of them.
    return going || write;
  };
  return {
    columns(columns) {
      if (!full || write) sink.columns(columns);
      if (write) full = false;
    },
    row(bytes, bounds) {
      if (full) return true;
      const going = sink.row(bytes, bounds);
      return typeof going === "boolean" ? judge(going) : going.then(judge);
    },
  };
}
