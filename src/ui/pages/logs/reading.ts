import type { LogLine } from "../../../core/state/state.ts";
import { readableLine } from "../../text/json_line.ts";

/** Which lines of a log are shown, and how. */
interface ReadingWanted {
  /**
   * Shows only lines that contain this text, originally or as shown, ignoring
   * case, and messages of Kedge; empty shows all.
   */
  readonly text: string;
  /** Whether lines of JSON are shown in readable order. */
  readonly readable: boolean;
}

/** The lines of a log as they are shown, each read once when it arrives. */
interface Reading {
  readonly lines: readonly LogLine[];
  /** The same lines as they were logged. */
  readonly originals: readonly LogLine[];
  /** Number of shown lines that were discarded before the first of `lines`. */
  readonly dropped: number;
  /** Reads the new rows. `from` is the index of the first row in the log, which discards its beginning. */
  take(rows: readonly LogLine[], from: number): void;
}

/** Creates an empty reading. Another filter needs a new reading. */
export function createReading({ text, readable }: ReadingWanted): Reading {
  const lines: LogLine[] = [], originals: LogLine[] = [];
  /** The index of each line in the log. */
  const indexes: number[] = [];
  const wanted = text.toLowerCase();
  const has = (line: string) => line.toLowerCase().includes(wanted);
  /** The first index that has not been read. */
  let next = 0;
  let dropped = 0;
  return {
    lines,
    originals,
    get dropped() {
      return dropped;
    },
    take(rows, from) {
      // Rows that end before what was read belong to a new log, so read it from its start.
      if (from + rows.length < next) next = 0;
      let fewer = 0;
      while (fewer < indexes.length && (indexes[fewer]! < from || indexes[fewer]! >= next)) fewer++;
      lines.splice(0, fewer);
      originals.splice(0, fewer);
      indexes.splice(0, fewer);
      dropped += fewer;
      for (let index = Math.max(next, from); index < from + rows.length; index++) {
        const line = rows[index - from]!;
        const shown = readable && line.text.startsWith("{") ? readableLine(line.text) : line.text;
        // Kedge's message why no more lines arrive is shown with any filter.
        const fits = line.stream === "stderr" || has(line.text) || (shown !== line.text && has(shown));
        if (!fits) continue;
        lines.push(shown === line.text ? line : { ...line, text: shown });
        originals.push(line);
        indexes.push(index);
      }
      next = from + rows.length;
    },
  };
}
