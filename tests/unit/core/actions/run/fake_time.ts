import type { Timers } from "../../../../../src/core/actions/run/clock.ts";

/** Returns timers whose time moves only when the test moves it. */
export function fakeTime() {
  let now = 0;
  const due = new Map<number, { at: number; call: () => void }>();
  let last = 0;
  const timers: Timers = {
    now: () => now,
    after: (ms, call) => (due.set(++last, { at: now + ms, call }), last),
    cancel: (timer) => due.delete(timer as number),
  };
  return {
    timers,
    pass(ms: number) {
      const end = now + ms;
      for (;;) {
        const next = [...due].filter(([, { at }]) => at <= end).sort((a, b) => a[1].at - b[1].at)[0];
        if (!next) break;
        due.delete(next[0]);
        now = Math.max(now, next[1].at);
        next[1].call();
      }
      now = end;
    },
    /** Moves the time without calling a timer, as when the process was blocked. */
    block: (ms: number) => void (now += ms),
    pending: () => due.size,
  };
}
