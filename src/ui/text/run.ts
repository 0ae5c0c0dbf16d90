import type { RunState, RunStatus } from "../../core/state/state.ts";

export { runWords } from "../../core/state/run_words.ts";

/** How good or bad a status is, and `quiet` for what the user wanted so; null while it runs. */
export function runTone(status: RunStatus): "ok" | "danger" | "quiet" | null {
  if (status === "ok") return "ok";
  if (status === "failed" || status === "refused" || status === "timeout") return "danger";
  return status === "stopped" ? "quiet" : null;
}

/** What a run has taken of its own time, in ms; while it is prepared or compiled, the time since the click. */
export function runTime({ ms, clock, startedAt }: RunState, now: number): number {
  if (ms !== undefined) return ms;
  if (!clock) return now - startedAt;
  return clock.ms + (clock.since === undefined ? 0 : now - clock.since);
}
