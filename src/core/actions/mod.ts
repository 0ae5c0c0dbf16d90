/** Runs actions: account context, compilation, process, dialogs and log. */
export { checkAnswer } from "./frames/answers.ts";
export { buildErrorText, buildProblems } from "./build/errors.ts";
export { actionOf } from "./installed.ts";
export { machineServices } from "./machine_services.ts";
export type { RunServices } from "./run/services.ts";
export { compileAction } from "./build/compile.ts";
export { isQuickToCompile } from "./build/plan.ts";
export type { RunOutcome, RunSurface } from "./run/surface.ts";
export { findGo } from "./build/go.ts";
export { pastLog, type PastRun, readHistory, wasCut } from "./log/history.ts";
export { trimLogs } from "./log/trim.ts";
export { keepRole, lastRole } from "./context/roles.ts";
export { type ActionRun, startRun } from "./run/run.ts";
