import type { CloudLine } from "../../../aws/containers/logs.ts";
import type { RowSource } from "../../../resources/rows.ts";
import { restFor, settledOrAborted } from "../../../resources/polled.ts";
import type { ListFault } from "../../../resources/gathered.ts";
import type { LogLine } from "../../../state/state.ts";

/** A page of lines from a time on; `next` leads to more. */
type ReadPage = (
  asked: { readonly from: number; readonly page?: string | undefined },
  signal: AbortSignal,
) => Promise<{ readonly lines: readonly CloudLine[]; readonly next: string | undefined }>;

/** So far back the first lines are looked for, ms: first a little, then more, until there are some. */
const BACK = [15 * 60_000, 24 * 3_600_000];
/** How long to wait for new lines, ms: AWS lets an account ask five times a second. */
const EVERY = 2500;
/** Lines come late: the last ones are asked for again, and known ones left out. ms. */
const OVERLAP = 10_000;
/** So many ids are kept for that. */
const MOST_SEEN = 100_000;
/** The most lines that are kept, and how many of them go at a time. */
const MOST = 50_000, CUT = 10_000;
/** Replaces a line that has already been dropped, for a reader that was too slow. */
const GONE: LogLine = { stream: "stdout", text: "(not kept)", time: 0 };

/**
 * The output of containers: the last lines, then those that follow, while somebody watches. `time` is ms since 1970. Why no
 * more come, and that they come again, stands among them as an error, in brackets.
 */
export function followLines(
  { read, faultOf, now, onError, every = EVERY }: {
    readonly read: ReadPage;
    readonly faultOf: (error: unknown) => ListFault | null;
    readonly now: () => number;
    readonly onError: (error: unknown) => void;
    readonly every?: number;
  },
): RowSource<LogLine> {
  /** The last lines, and the place of the first of them among all that there were. */
  const lines: LogLine[] = [];
  let begin = 0;
  /** What was read last, by its id with its time, the oldest first: the end is read again. */
  const seen = new Map<string, number>();
  /** Lines before this time are no longer known by their ids. */
  let known = 0;
  let newest: number | null = null;
  let fault: ListFault | null = null;
  /** It stands among the lines. */
  let said = false;
  let first = Promise.withResolvers<void>();
  const listeners = new Set<(from: number) => void>();
  let stop: AbortController | null = null;
  const tell = (from: number) => {
    for (const listener of [...listeners]) listener(from);
  };

  function take(page: readonly CloudLine[]): void {
    const fresh = page.filter(({ id }) => !seen.has(id));
    if (fresh.length === 0) return;
    const from = begin + lines.length;
    for (const { id, at, text } of fresh) {
      seen.set(id, at);
      newest = Math.max(newest ?? 0, at);
      // An event may hold several lines.
      for (const line of text.replace(/\r?\n$/, "").split(/\r?\n/)) {
        lines.push({ stream: "stdout", text: line, time: at });
      }
    }
    for (const [id, at] of seen) {
      if (seen.size <= MOST_SEEN) break;
      seen.delete(id);
      known = Math.max(known, at + 1);
    }
    if (lines.length > MOST) {
      const cut = lines.length - MOST + CUT;
      lines.splice(0, cut);
      begin += cut;
    }
    tell(from);
  }

  async function look(from: number, signal: AbortSignal): Promise<void> {
    let page: string | undefined;
    do {
      const answer = await read({ from, page }, signal);
      if (signal.aborted) return;
      take(answer.lines);
      page = answer.next;
    } while (page !== undefined);
  }

  async function round(signal: AbortSignal): Promise<void> {
    if (newest !== null) return await look(Math.max(newest - OVERLAP, known), signal);
    for (const back of BACK) {
      await look(now() - back, signal);
      if (newest !== null || signal.aborted) return;
    }
  }

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const before = fault;
      try {
        await round(signal);
        fault = null;
      } catch (error) {
        if (signal.aborted) return;
        fault = faultOf(error);
        if (!fault) throw error;
      }
      first.resolve();
      if (before?.message !== fault?.message) {
        const from = begin + lines.length;
        if (fault ? lines.length > 0 : said) {
          const words = fault ? [fault.message, fault.hint].filter(Boolean).join(" ") : "AWS answers again.";
          lines.push({ stream: "stderr", text: `(${words})`, time: now() });
          said = fault !== null;
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
        return { ok: false, error: fault.message, ...(fault.hint ? { hint: fault.hint } : {}) };
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
