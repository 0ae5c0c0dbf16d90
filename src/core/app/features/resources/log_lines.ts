import { createTail, leftOutWords, type TailLine, type TailSource } from "../../../aws/logs/tail.ts";
import type { RowSource } from "../../../resources/rows.ts";
import { restFor, settledOrAborted } from "../../../resources/polled.ts";
import type { ListFault } from "../../../resources/gathered.ts";
import type { LogLine } from "../../../state/state.ts";
import { formatSeconds } from "../../../text/locale.ts";

/** A line of CloudWatch Logs, and where it stands there, as far as that is known. */
export interface FollowedLine extends LogLine {
  /** The log group, where several are followed. */
  readonly group?: string;
  /** Its stream. */
  readonly of?: string;
}

/** So far back the first lines are looked for, ms: first a little, then more, until there are some. */
const BACK = [15 * 60_000, 24 * 3_600_000];
/** How long to wait for new lines, ms: AWS lets an account ask five times a second. */
const EVERY = 2500;
/** The most lines that are kept, and how many of them go at a time. */
const MOST = 50_000, CUT = 10_000;
/** The most characters of lines that are kept. */
const MOST_TEXT = 64 << 20;
/** Replaces a line that has already been dropped, for a reader that was too slow. */
const GONE: FollowedLine = { stream: "stdout", text: "(not kept)", time: 0 };

/**
 * Lines of logs: the last ones, then those that follow, while somebody watches. `time` is ms since 1970. Why no more come,
 * that they come again, and what was left out stands among them as an error, in brackets.
 */
export function followLines(
  { sources, faultOf, now, onError, every = EVERY, mostPages }: {
    readonly sources: readonly TailSource[];
    readonly faultOf: (error: unknown) => ListFault | null;
    readonly now: () => number;
    readonly onError: (error: unknown) => void;
    readonly every?: number;
    /** The most pages of one log between two looks. */
    readonly mostPages?: number;
  },
): RowSource<FollowedLine> {
  /** The last lines, and the place of the first of them among all that there were. */
  const lines: FollowedLine[] = [];
  let begin = 0;
  /** Characters of these. */
  let size = 0;
  const tail = createTail({ sources, back: BACK, now, ...(mostPages === undefined ? {} : { mostPages }) });
  let fault: ListFault | null = null;
  /** It stands among the lines. */
  let reported = false;
  let first = Promise.withResolvers<void>();
  const listeners = new Set<(from: number) => void>();
  let stop: AbortController | null = null;
  const tell = (from: number) => {
    for (const listener of [...listeners]) listener(from);
  };
  const add = (line: FollowedLine) => {
    lines.push(line);
    size += line.text.length;
  };
  const say = (words: string) => add({ stream: "stderr", text: `(${words})`, time: now() });

  function take(page: readonly TailLine[]): void {
    const from = begin + lines.length;
    for (const { at, text, group, stream: of } of page) {
      const source = { ...(group === undefined ? {} : { group }), ...(of === undefined ? {} : { of }) };
      // An event may hold several lines.
      for (const line of text.replace(/\r?\n$/, "").split(/\r?\n/)) {
        add({ stream: "stdout", text: line, time: at, ...source });
      }
    }
    let cut = lines.length > MOST ? lines.length - MOST + CUT : 0;
    let left = size;
    for (const { text } of lines.slice(0, cut)) left -= text.length;
    while (left > MOST_TEXT && cut < lines.length - 1) left -= lines[cut++]!.text.length;
    if (cut > 0) {
      lines.splice(0, cut);
      begin += cut;
      size = left;
    }
    tell(from);
  }

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const before = fault;
      try {
        await tail.look({
          lines: take,
          leftOut: (what) => {
            const from = begin + lines.length;
            say(leftOutWords(what, formatSeconds));
            tell(from);
          },
        }, signal);
        fault = null;
      } catch (error) {
        if (signal.aborted) return;
        fault = faultOf(error);
        if (!fault) throw error;
      }
      if (signal.aborted) return;
      first.resolve();
      if (before?.message !== fault?.message) {
        const from = begin + lines.length;
        if (fault ? lines.length > 0 : reported) {
          say(fault ? [fault.message, fault.hint].filter(Boolean).join(" ") : "AWS answers again.");
          reported = fault !== null;
        }
        tell(from);
      }
      await restFor(fault ? 3 * every : every, signal);
    }
  }

  return {
    async read(from, count, signal) {
      if (lines.length === 0) await settledOrAborted(first.promise, signal);
      if (fault && lines.length === 0) {
        const { message, trouble, hint } = fault;
        return { ok: false, error: message, trouble, ...(hint ? { hint } : {}) };
      }
      const gone = Math.min(Math.max(begin - from, 0), count);
      const rows = lines.slice(Math.max(0, from - begin), Math.max(0, from + count - begin));
      return { ok: true, rows: [...Array(gone).fill(GONE), ...rows], total: begin + lines.length };
    },
    subscribe(listener) {
      listeners.add(listener);
      if (!stop) {
        const mine = stop = new AbortController();
        if (lines.length === 0) first = Promise.withResolvers();
        run(mine.signal).catch((error) => {
          onError(error);
          first.resolve();
        });
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.abort();
        stop = null;
      };
    },
  };
}
