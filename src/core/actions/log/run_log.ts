import type { LogLine } from "../../state/state.ts";
import { formatNumber } from "../../text/locale.ts";
import { createSecrets } from "./secrets.ts";

/** Maximum UTF-16 units of text in the log of one run. */
const LOG_LIMIT = 5_000_000;
/** UTF-16 units kept of the end of a longer log, because errors come last. */
const TAIL_LIMIT = 64_000;

/** The log of one run, limited in size. */
export type RunLog = ReturnType<typeof createRunLog>;

/** Options of a run's log. */
interface RunLogOptions {
  readonly limit?: number;
  /** Gets every line, also over the limit. `more` means that the next line of its stream continues it. */
  readonly all?: (line: LogLine, more: boolean) => void;
}

/**
 * Creates a run's log. `onLine` gets each line with the time in ms from `clock`. Lines over the limit are
 * dropped; a line then states how much is missing, and the last 64 kB follow.
 */
export function createRunLog(
  onLine: (line: LogLine) => void,
  clock: () => number,
  { limit = LOG_LIMIT, all }: RunLogOptions = {},
) {
  const secrets = createSecrets();
  let size = 0;
  let tail: LogLine[] = [];
  let tailSize = 0;
  let left = 0;
  let cut = false;

  return {
    /** What the log and everything else of the run must not show. */
    secrets,
    /** Whether the limit is reached and nobody takes all lines; from then on only the end is kept. */
    get full() {
      return !all && size > limit;
    },
    /** Counts bytes that were dropped before they became lines. */
    skip: (bytes: number) => void (left += bytes),
    add(stream: LogLine["stream"], text: string, more = false) {
      const line = { stream, text: secrets.hide(text), time: clock() };
      all?.(line, more);
      // Every line costs memory beside its text.
      size += line.text.length + 16;
      if (size <= limit) return onLine(line);
      if (!cut) {
        cut = true;
        onLine({ stream: "log", text: `… the log is cut here: over ${limit / 1e6} MB`, time: line.time });
      }
      tail.push(line);
      tailSize += line.text.length + 16;
      if (tailSize > 2 * TAIL_LIMIT) {
        // Trims in larger steps, because during a flood this runs for each line.
        let from = 0;
        for (; tailSize > TAIL_LIMIT; from++) {
          tailSize -= tail[from]!.text.length + 16;
          left += tail[from]!.text.length;
        }
        tail = tail.slice(from);
      }
    },
    /** Emits the kept end of a log that was cut. No lines may be added afterwards. */
    close() {
      if (left > 0) {
        const time = tail[0]?.time ?? 0;
        onLine({
          stream: "log",
          text: `… ${formatNumber(left / 1e6, 1)} MB left out, the end follows`,
          time,
        });
      }
      for (const line of tail) onLine(line);
      tail = [];
    },
  };
}
