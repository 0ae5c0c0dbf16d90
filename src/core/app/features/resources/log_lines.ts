import { createTail, leftOutWords, type TailLine, type TailSource } from "../../../aws/logs/tail.ts";
import type { RowSource } from "../../../resources/rows.ts";
import { restFor, settledOrAborted } from "../../../resources/polled.ts";
import type { ListFault } from "../../../resources/list_fault.ts";
import type { LogLine } from "../../../state/state.ts";
import { formatSeconds } from "../../../text/locale.ts";
import { refusal } from "../../../result.ts";
import { present } from "../../../present.ts";

/** A line of CloudWatch Logs, with its log group and stream as far as they are known. */
export interface FollowedLine extends LogLine {
  /** Name of the log group when several are followed. */
  readonly group?: string;
  /** Name of the log stream. */
  readonly of?: string;
}

/** How far back to look for the first lines, ms: the longer time when the shorter one has no lines. */
const BACK = [15 * 60_000, 24 * 3_600_000];
/** Time between two requests for new lines, ms. AWS allows an account five per second. */
const EVERY = 2500;
/** Maximum number of lines kept, and how many of the oldest are dropped at once. */
const MAX_COUNT = 50_000, CUT = 10_000;
/** Maximum characters of all lines kept. */
const MAX_TEXT = 64 << 20;
/** Replaces a dropped line for a reader that was too slow. */
const GONE: FollowedLine = { stream: "stdout", text: "(not kept)", time: 0 };

/** Returns the lines of an event, which may hold several. */
export function linesOf(
  text: string,
  time: number,
  source: Pick<FollowedLine, "group" | "of">,
): FollowedLine[] {
  return text.replace(/\r?\n$/, "").split(/\r?\n/)
    .map((line) => ({ stream: "stdout", text: line, time, ...source }));
}

/**
 * Follows lines of logs while somebody watches: the last lines first, then new ones. `time` is in ms since
 * 1970. Faults, their end and omissions are shown between the lines as errors in brackets.
 */
export function followLines(
  { sources, faultOf, now, onError, every = EVERY, mostPages }: {
    readonly sources: readonly TailSource[];
    readonly faultOf: (error: unknown) => ListFault | null;
    readonly now: () => number;
    readonly onError: (error: unknown) => void;
    readonly every?: number;
    /** Maximum pages read of one log per request for new lines. */
    readonly mostPages?: number;
  },
): RowSource<FollowedLine> {
  /** The last lines, and the index of the first of them among all lines so far. */
  const lines: FollowedLine[] = [];
  let begin = 0;
  /** Characters of the kept lines. */
  let size = 0;
  const tail = createTail({ sources, back: BACK, now, ...present({ mostPages }) });
  let fault: ListFault | null = null;
  /** Whether the fault is shown between the lines. */
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
      linesOf(text, at, present({ group, of })).forEach(add);
    }
    let cut = lines.length > MAX_COUNT ? lines.length - MAX_COUNT + CUT : 0;
    let left = size;
    for (const { text } of lines.slice(0, cut)) left -= text.length;
    while (left > MAX_TEXT && cut < lines.length - 1) left -= lines[cut++]!.text.length;
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
      // A reader is given the fault itself only as long as there are no lines.
      const isHidden = fault !== null && !reported && lines.length > 0;
      if (isHidden || before?.message !== fault?.message) {
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
        return { ...refusal(fault.message, fault.hint), code: fault.code };
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
