import type { CloudLine, LinesPage } from "./events.ts";

/** A page of lines from a time on, ms since 1970; `next` leads to more. */
type ReadPage = (
  asked: { readonly from: number; readonly page?: string | undefined },
  signal: AbortSignal,
) => Promise<LinesPage>;

/** One log that is followed. */
export interface TailSource {
  readonly read: ReadPage;
  /** The mark that tells its lines from those of other groups. */
  readonly group?: string;
}

/** A line of one of several logs. */
export interface TailLine extends CloudLine {
  readonly group?: string;
}

/** Lines between two times were left out, because more came than can be read. */
export interface LeftOut {
  readonly group?: string;
  readonly from: number;
  readonly to: number;
}

/** What is done with what a look finds. */
interface TailTakes {
  /** Lines that are new, by their time; called for each page of one log, and once for all of several. */
  lines(lines: readonly TailLine[]): void | Promise<void>;
  leftOut(what: LeftOut): void;
}

/** Reads logs on from where it has come to. */
interface Tail {
  /** Reads what is new. Throws what a read throws; what came before that was taken. */
  look(takes: TailTakes, signal: AbortSignal): Promise<void>;
}

/** Lines come late, and clocks differ: the last ones are asked for again, and known ones left out. ms. */
const OVERLAP = 10_000;
/** So many ids are kept of each log for that. */
const MOST_SEEN = 100_000;
/** The most pages of one log that a look reads, a megabyte each: behind them it goes on with the newest lines. */
const MOST_PAGES = 20;
/** What is left out ends so long ago, ms: AWS gives lines some moments after they were written. */
const RECENT = 2000;

/** How far one log was read. */
interface FollowedLog {
  readonly source: TailSource;
  /** What was read last, by its id with its time, the oldest first: the end is read again. */
  readonly seen: Map<string, number>;
  /** Lines before this time are no longer known by their ids. */
  known: number;
  newest: number | null;
}

/**
 * Follows logs. The first lines are looked for so far `back`, ms: first a little, then more, until there are some. Of
 * a log that writes more than `mostPages` pages between two looks the newest lines are read, and a gap is reported.
 */
export function createTail(
  { sources, back, now, mostPages = MOST_PAGES }: {
    readonly sources: readonly TailSource[];
    readonly back: readonly number[];
    readonly now: () => number;
    readonly mostPages?: number;
  },
): Tail {
  const logs = sources.map((source): FollowedLog => ({ source, seen: new Map(), known: 0, newest: null }));

  function fresh(log: FollowedLog, page: readonly CloudLine[]): TailLine[] {
    const { seen, source: { group } } = log;
    const lines = page.filter(({ id }) => !seen.has(id));
    for (const { id, at } of lines) {
      seen.set(id, at);
      // A clock that is ahead must not hide the lines of the others.
      log.newest = Math.max(log.newest ?? 0, Math.min(at, now()));
    }
    for (const [id, at] of seen) {
      if (seen.size <= MOST_SEEN) break;
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

  /** More is there than is read: the next look goes on behind it, without reading the end again. */
  function leaveOut(log: FollowedLog, reached: number, takes: TailTakes): void {
    const to = now() - RECENT;
    log.known = Math.max(log.known, reached, to);
    log.newest = Math.max(log.newest ?? 0, log.known);
    if (to <= reached) return;
    const { group } = log.source;
    takes.leftOut({ ...(group === undefined ? {} : { group }), from: reached, to });
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
    async look(takes, signal) {
      const [only] = logs;
      if (logs.length === 1) return await lookAt(only!, takes, signal);
      const all: TailLine[] = [];
      let fault: { readonly error: unknown } | null = null;
      // One after the other: AWS counts the calls of an account and region together.
      for (const log of logs) {
        const mine = {
          ...takes,
          lines: (lines: readonly TailLine[]) => {
            for (const line of lines) all.push(line);
          },
        };
        await lookAt(log, mine, signal).catch((error) => fault ??= { error });
        if (signal.aborted) return;
      }
      if (all.length > 0) await takes.lines(all.sort((a, b) => a.at - b.at));
      // One log that cannot be read does not hide the others.
      if (fault !== null) throw (fault as { readonly error: unknown }).error;
    },
  };
}

/** What was left out, in words; `clock` tells a time. */
export function leftOutWords({ group, from, to }: LeftOut, clock: (at: number) => string): string {
  const of = group === undefined ? "" : ` of ${group}`;
  return `Lines${of} from ${clock(from)} to ${clock(to)} are left out: more come than AWS gives.`;
}
