import type { LogLine } from "../../../core/state/state.ts";
import { readableLine } from "../../text/json_line.ts";

/** How the lines of a log are wanted. */
interface ReadingWanted {
  /** Only lines with this text, as they came or as they are shown, case ignored, and what Kedge says among them; empty: all. */
  readonly text: string;
  /** Lines of JSON as people read them. */
  readonly readable: boolean;
}

/** Lines of a log as they are shown, each read once as it comes. */
interface Reading {
  readonly lines: readonly LogLine[];
  /** How many of those that were shown are forgotten, before the first of these. */
  readonly dropped: number;
  /** Takes the rows that are new; `from` is the place of the first of them in the log, which forgets its beginning. */
  take(rows: readonly LogLine[], from: number): void;
}

/** Makes a reading that has read nothing yet; what is wanted otherwise is read by another one. */
export function createReading({ text, readable }: ReadingWanted): Reading {
  const lines: LogLine[] = [];
  /** Their places in the log. */
  const indexes: number[] = [];
  const wanted = text.toLowerCase();
  const has = (line: string) => line.toLowerCase().includes(wanted);
  /** The first place that was not read. */
  let next = 0;
  let dropped = 0;
  return {
    lines,
    get dropped() {
      return dropped;
    },
    take(rows, from) {
      // Rows that begin anew are those of another log.
      if (from + rows.length < next) next = 0;
      let fewer = 0;
      while (fewer < indexes.length && (indexes[fewer]! < from || indexes[fewer]! >= next)) fewer++;
      lines.splice(0, fewer);
      indexes.splice(0, fewer);
      dropped += fewer;
      for (let index = Math.max(next, from); index < from + rows.length; index++) {
        const line = rows[index - from]!;
        const shown = readable && line.text.startsWith("{") ? readableLine(line.text) : line.text;
        // The reason why no more lines come is shown whatever is looked for. The lines that fit are those that are
        // shown.
        const fits = line.stream === "stderr" || has(line.text) || (shown !== line.text && has(shown));
        if (!fits) continue;
        lines.push(shown === line.text ? line : { ...line, text: shown });
        indexes.push(index);
      }
      next = from + rows.length;
    },
  };
}
