/** Maximum of a run's own time, ms. */
export const RUN_LIMIT = 60_000;

/** Minimum time that is given back, ms; less than that is the work of writing. */
const LEAST_FORGIVEN = 1;

/** Timers of the machine or of a test. Times are in ms. */
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
export type RunClock = ReturnType<typeof startClock>;

/**
 * Starts a clock that calls `onTimeout` once when the run has used up its limit. `onChange` is called with
 * the run's own time whenever the clock starts to run or pauses.
 */
export function startClock(
  limit: number,
  onTimeout: () => void,
  onChange: (ms: number, runs: boolean) => void = () => {},
  timers = machine,
) {
  let paused = 0;
  /** Own time before `since`, ms: `worked` in all, `used` since the last reset. */
  let worked = 0;
  let used = 0;
  let since = timers.now();
  let stopped = false;
  let timer: unknown;

  function settle() {
    const now = timers.now();
    if (paused === 0 && !stopped) {
      worked += now - since;
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
  function changed() {
    arm();
    if (!stopped) onChange(Math.round(worked), paused === 0);
  }
  changed();
  return {
    /** Pauses the clock because a dialog waits for the user. */
    pause() {
      settle();
      if (paused++ === 0) changed();
    },
    /** Continues the clock after the dialog closed. Each pause() needs one resume(). */
    resume() {
      settle();
      if (--paused === 0) changed();
    },
    /** Restores the full limit. */
    reset() {
      settle();
      used = 0;
      // The running timer checks the time itself when it fires; resets may come by the thousand, so it is not
      // restarted.
    },
    /**
     * Gives back time in which this process was blocked by output that could not be written. The running timer
     * finds that time left when it fires.
     */
    forgive(ms: number) {
      if (ms < LEAST_FORGIVEN || paused > 0 || stopped) return;
      settle();
      used = Math.max(0, used - ms);
      worked = Math.max(0, worked - ms);
    },
    /** The run's own time so far, in whole ms; dialogs, blocked output and the time after {@link stop} do not count. */
    ms() {
      settle();
      return Math.round(worked);
    },
    stop() {
      settle();
      stopped = true;
      timers.cancel(timer);
    },
  };
}
