import type { RunState, RunStatus } from "../../core/state/state.ts";

/** How a run stands, in words. */
export const runWords: Readonly<Record<RunStatus, string>> = {
  preparing: "Preparing",
  compiling: "Compiling",
  running: "Running",
  waiting: "Waiting for you",
  stopping: "Stopping",
  ok: "Done",
  failed: "Failed",
  timeout: "Timed out",
  stopped: "Stopped",
  refused: "Refused",
};

/** How good or bad a status is; null while it runs. */
export function runTone(status: RunStatus): "ok" | "danger" | "caution" | null {
  if (status === "ok") return "ok";
  if (status === "failed" || status === "refused" || status === "timeout") return "danger";
  return status === "stopped" ? "caution" : null;
}

/** How long a run has been going, or took, in ms. */
export function runTime(run: RunState, now: number): number {
  return run.ms ?? (run.endedAt ?? now) - run.startedAt;
}
