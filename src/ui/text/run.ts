import type { RunState, RunStatus } from "../../core/state/state.ts";

export { runWords } from "../../core/state/run_words.ts";

/** Returns the tone of a run's status, `quiet` for a run that the user stopped; null while it runs. */
export function runTone(status: RunStatus): "ok" | "danger" | "quiet" | null {
  if (status === "ok") return "ok";
  if (status === "failed" || status === "refused" || status === "timeout") return "danger";
  return status === "stopped" ? "quiet" : null;
}

/** Returns the run's own time in milliseconds; during preparation and compilation, the time since it was started. */
export function runTime({ ms, clock, startedAt }: RunState, now: number): number {
  if (ms !== undefined) return ms;
  if (!clock) return now - startedAt;
  return clock.ms + (clock.since === undefined ? 0 : now - clock.since);
}
