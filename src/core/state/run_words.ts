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

/** The first line of the error of a run that has no program. */
export const DOES_NOT_COMPILE = "the action does not compile";

/** Whether a run has no program, as its sources do not compile. */
export function didNotCompile({ status, error }: Pick<RunState, "status" | "error">): boolean {
  return status === "refused" && error?.split("\n", 1)[0] === DOES_NOT_COMPILE;
}

/** How a run stands, in words. */
export function runWords({ status, error }: Pick<RunState, "status" | "error">): string {
  if (didNotCompile({ status, error })) return "Does not compile";
  // The reason is shown elsewhere when it was not the user.
  return status === "stopped" && error === undefined ? "Stopped by you" : WORDS[status];
}
