import type { LogLine } from "../state/state.ts";

/** Ended runs whose lines stay in memory; older ones are in their log files. */
const KEPT = 30;

/** The lines of one run, as a window follows them. */
export interface RunLog {
  lines(): readonly LogLine[];
  /** Calls `listener` with each batch of new lines; returns the function that ends it. */
  subscribe(listener: (lines: readonly LogLine[]) => void): () => void;
}

interface Held extends RunLog {
  add(line: LogLine): void;
}

/** The logs of the runs since Kedge started. How long one may get is bounded where lines are made. */
export interface RunLogs {
  add(run: string, line: LogLine): void;
  of(run: string): RunLog | null;
}

/** Makes an empty set of run logs; `onGrowth` hears the new length, at most once per turn of the loop. */
export function createRunLogs(onGrowth: (run: string, length: number) => void): RunLogs {
  const logs = new Map<string, Held>();

  function hold(run: string): Held {
    const lines: LogLine[] = [];
    const listeners = new Set<(lines: readonly LogLine[]) => void>();
    let fresh = 0;
    function flush(): void {
      const batch = lines.slice(lines.length - fresh);
      fresh = 0;
      for (const listener of listeners) listener(batch);
      onGrowth(run, lines.length);
    }
    return {
      lines: () => fresh ? lines.slice(0, lines.length - fresh) : lines,
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      add(line) {
        lines.push(line);
        // One batch per turn: a script that prints in a loop must not cost a state change per line.
        if (fresh++ === 0) setTimeout(flush, 16);
      },
    };
  }

  return {
    add(run, line) {
      let log = logs.get(run);
      if (!log) {
        log = hold(run);
        logs.set(run, log);
        for (const old of [...logs.keys()].slice(0, Math.max(0, logs.size - KEPT))) logs.delete(old);
      }
      log.add(line);
    },
    of: (run) => logs.get(run) ?? null,
  };
}
