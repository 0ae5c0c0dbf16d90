import type { CleanReport } from "./clean.ts";

export type { CleanReport } from "./clean.ts";

/**
 * Maximum time for cleaning one report, ms. An ordinary report of 16 MB takes three seconds; one designed to
 * take hours is given up.
 */
const LIMIT = 30_000;
/** Time after which the worker ends when there is no other report, ms. */
const IDLE = 30_000;

/** The request to the worker. Its answer is the cleaned report, or null when the report could not be read. */
export interface CleanRequest {
  readonly html: string;
  readonly linkPrefix: string;
}

/**
 * Makes reports of actions safe to show. Its worker starts with the first report and ends when there has been
 * none for a while.
 */
export function createReportCleaner(limit = LIMIT) {
  let worker: Worker | null = null;
  let answer: ((report: CleanReport | null) => void) | null = null;
  let idle: ReturnType<typeof setTimeout> | undefined;
  /** Reports are cleaned one after the other, so that each has its full time. */
  let queue: Promise<unknown> = Promise.resolve();

  function stop(): void {
    clearTimeout(idle);
    worker?.terminate();
    worker = null;
    answer?.(null);
  }

  function start(): Worker {
    const started = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "reports" });
    started.onmessage = ({ data }: MessageEvent<CleanReport | null>) => answer?.(data);
    started.onerror = (event) => {
      event.preventDefault();
      if (worker === started) stop();
    };
    return started;
  }

  async function ask(request: CleanRequest): Promise<CleanReport | null> {
    clearTimeout(idle);
    const { promise, resolve } = Promise.withResolvers<CleanReport | null>();
    answer = resolve;
    worker ??= start();
    worker.postMessage(request);
    const timer = setTimeout(stop, limit);
    const report = await promise;
    answer = null;
    clearTimeout(timer);
    idle = setTimeout(stop, IDLE);
    Deno.unrefTimer(idle);
    return report;
  }

  return {
    /**
     * Returns the report without anything that could reach out of its window; its links lead to `linkPrefix`
     * and their index. Returns null when that took too long.
     */
    clean(html: string, linkPrefix: string): Promise<CleanReport | null> {
      const turn = queue.then(() => ask({ html, linkPrefix }));
      queue = turn.catch(() => {});
      return turn;
    },
    /** Ends the worker. Running requests return null. */
    close: stop,
  };
}
