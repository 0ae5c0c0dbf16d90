/** What a run may take of its own time, in ms. */
export const RUN_LIMIT = 60_000;

/** Timers of the machine, or of a test. Times are in ms. */
export interface Timers {
  now(): number;
  after(ms: number, call: () => void): unknown;
  cancel(timer: unknown): void;
}

const machine: Timers = {
  now: () => performance.now(),
  after: (ms, call) => setTimeout(call, ms),
  cancel: (timer) => clearTimeout(timer as number),
};

/** The clock of one run. */
export interface RunClock {
  /** A dialog waits for the user. */
  pause(): void;
  /** It is closed; as many as were opened must be. */
  resume(): void;
  /** Gives the run its whole limit again. */
  reset(): void;
  /** The run's own time so far. */
  ms(): number;
  stop(): void;
}

/** Starts a clock that calls `onTimeout` once when the run has used up its limit. */
export function startClock(limit: number, onTimeout: () => void, timers = machine): RunClock {
  let paused = 0;
  /** Own time before `since`, in all and since the last reset. */
  let own = 0;
  let used = 0;
  let since = timers.now();
  let stopped = false;
  let timer: unknown;

  function settle() {
    const now = timers.now();
    if (paused === 0 && !stopped) {
      own += now - since;
      used += now - since;
    }
    since = now;
  }
  function arm() {
    timers.cancel(timer);
    if (paused > 0 || stopped) return;
    timer = timers.after(Math.max(0, limit - used), () => {
      settle();
      if (used < limit) return arm();
      settle();
      stopped = true;
      onTimeout();
    });
  }
  arm();
  return {
    pause() {
      settle();
      paused++;
      arm();
    },
    resume() {
      settle();
      paused--;
      arm();
    },
    reset() {
      settle();
      used = 0;
      // The running timer notices by itself that it came too early: resets may come by the thousand.
    },
    ms() {
      settle();
      return Math.round(own);
    },
    stop() {
      settle();
      stopped = true;
      timers.cancel(timer);
    },
  };
}
