import type { RowSink } from "../driver/mod.ts";

/** Rows after the sink has had enough are read and dropped; reading, the statement is broken off. */
export function untilEnough(sink: RowSink, write: boolean, enough: () => void): RowSink {
  let full = false;
  const judge = (going: boolean) => {
    full = !going;
    if (full && !write) enough();
    // A driver that asks for rows in parts asks for no more of them.
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
