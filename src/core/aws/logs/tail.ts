import { present } from "../../present.ts";
import type { CloudLine, LinesPage } from "./events.ts";

/** Reads a page of lines from a time on, ms since 1970. `next` leads to the next page. */
type ReadPage = (
  asked: { readonly from: number; readonly page?: string | undefined },
  signal: AbortSignal,
) => Promise<LinesPage>;

/** A log to follow. */
export interface TailSource {
  readonly read: ReadPage;
  /** Name of the log group, added to its lines when several logs are followed. */
  readonly group?: string;
}

/** A line of one of several followed logs. */
export interface TailLine extends CloudLine {
  readonly group?: string;
}

/** A time span whose lines were left out, because AWS cannot return them all. Times are ms since 1970. */
export interface LeftOut {
  readonly group?: string;
  readonly from: number;
  readonly to: number;
}

/** Callbacks for new lines. */
interface TailTakes {
  /** Called with new lines in order of time: for each page of a single log, and once for all of several logs. */
  lines(lines: readonly TailLine[]): void | Promise<void>;
  leftOut(what: LeftOut): void;
}

/** Time span that is read again, ms, because lines arrive late and clocks differ. Known lines are skipped. */
const OVERLAP = 10_000;
/** Maximum IDs kept per log to recognise known lines. */
const MAX_SEEN = 100_000;
/** Maximum pages of one log per read, about 1 MB each. A log with more pages is continued at its newest lines. */
const MAX_PAGES = 20;
/** Age of the newest line that a gap may include, ms. AWS returns lines a moment after they were written. */
const RECENT = 2000;

/** How far one log has been read. */
interface FollowedLog {
  readonly source: TailSource;
  /** IDs of the last lines with their times, the oldest first, to recognise them when the end is read again. */
  readonly seen: Map<string, number>;
  /** Lines before this time are no longer recognised by ID. ms since 1970. */
  known: number;
  newest: number | null;
}

/**
 * Makes a follower of logs, which reads the lines that are new since its last read. Looks for the first lines
 * as far `back` as the first time span, in ms, and then the next longer ones until there are lines. When a
 * log has more than `mostPages` new pages, reads on at its newest lines and reports the gap.
 */
export function createTail(
  { sources, back, now, mostPages = MAX_PAGES }: {
    readonly sources: readonly TailSource[];
    readonly back: readonly number[];
    readonly now: () => number;
    readonly mostPages?: number;
  },
) {
  const logs = sources.map((source): FollowedLog => ({ source, seen: new Map(), known: 0, newest: null }));

  function fresh(log: FollowedLog, page: readonly CloudLine[]): TailLine[] {
    const { seen, source: { group } } = log;
    const lines = page.filter(({ id }) => !seen.has(id));
    for (const { id, at } of lines) {
      seen.set(id, at);
      // A clock that is ahead must not hide lines of other writers.
      log.newest = Math.max(log.newest ?? 0, Math.min(at, now()));
    }
    for (const [id, at] of seen) {
      if (seen.size <= MAX_SEEN) break;
      seen.delete(id);
      log.known = Math.max(log.known, at + 1);
    }
    return group === undefined ? lines : lines.map((line) => ({ ...line, group }));
  }

  async function read(
    log: FollowedLog,
    from: number,
    takes: TailTakes,
    signal: AbortSignal,
  ): Promise<void> {
    let page: string | undefined;
    let reached = from;
    for (let pages = 0;; pages++) {
      if (pages >= mostPages) return leaveOut(log, reached, takes);
      const answer = await log.source.read({ from, page }, signal);
      if (signal.aborted) return;
      reached = Math.max(reached, answer.lines.at(-1)?.at ?? 0);
      const lines = fresh(log, answer.lines);
      if (lines.length > 0) await takes.lines(lines);
      page = answer.next;
      if (page === undefined) return;
    }
  }

  /** Skips the lines that cannot be read, so that the next read begins after them. */
  function leaveOut(log: FollowedLog, reached: number, takes: TailTakes): void {
    const to = now() - RECENT;
    log.known = Math.max(log.known, reached, to);
    log.newest = Math.max(log.newest ?? 0, log.known);
    if (to <= reached) return;
    takes.leftOut({ ...present({ group: log.source.group }), from: reached, to });
  }

  async function lookAt(log: FollowedLog, takes: TailTakes, signal: AbortSignal): Promise<void> {
    const { newest, known } = log;
    if (newest !== null) return await read(log, Math.max(newest - OVERLAP, known), takes, signal);
    for (const ms of back) {
      await read(log, now() - ms, takes, signal);
      if (log.newest !== null || signal.aborted) return;
    }
  }

  return {
    /** Reads new lines. Throws the error of a failed request after passing on the lines that were read before it. */
    async look(takes: TailTakes, signal: AbortSignal) {
      const [only] = logs;
      if (logs.length === 1) return await lookAt(only!, takes, signal);
      const all: TailLine[] = [];
      let failed: { readonly error: unknown } | null = null;
      // Logs are read one after the other, because AWS limits the calls of an account and region together.
      for (const log of logs) {
        const mine = {
          ...takes,
          lines: (lines: readonly TailLine[]) => {
            for (const line of lines) all.push(line);
          },
        };
        await lookAt(log, mine, signal).catch((error) => failed ??= { error });
        if (signal.aborted) return;
      }
      if (all.length > 0) await takes.lines(all.sort((a, b) => a.at - b.at));
      // The error is thrown last, so that a log that cannot be read does not hide the others.
      if (failed !== null) throw (failed as { readonly error: unknown }).error;
    },
  };
}

/** Says in words which lines were left out. `clock` formats a time. */
export function leftOutWords({ group, from, to }: LeftOut, clock: (at: number) => string): string {
  const of = group === undefined ? "" : ` of ${group}`;
  return `Lines${of} from ${clock(from)} to ${clock(to)} are left out: more come than AWS gives.`;
}
