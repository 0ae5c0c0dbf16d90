import type { RunState, RunStatus } from "./state.ts";

const WORDS: Readonly<Record<RunStatus, string>> = {
  preparing: "Preparing",
  compiling: "Compiling",
  running: "Running",
  waiting: "Waiting for you",
  stopping: "Stopping",
  ok: "Done",
  failed: "Failed",
  timeout: "Timed out",
  stopped: "Stopped",
  refused: "Did not start",
};

/** First line of the error of a run whose sources do not compile. */
export const DOES_NOT_COMPILE = "the action does not compile";

/** Whether a run did not start because its sources do not compile. */
export function didNotCompile({ status, error }: Pick<RunState, "status" | "error">): boolean {
  return status === "refused" && error?.split("\n", 1)[0] === DOES_NOT_COMPILE;
}

/** Returns the state of a run as text. */
export function runWords({ status, error }: Pick<RunState, "status" | "error">): string {
  if (didNotCompile({ status, error })) return "Does not compile";
  // Runs that something else stopped show the reason elsewhere.
  return status === "stopped" && error === undefined ? "Stopped by you" : WORDS[status];
}
