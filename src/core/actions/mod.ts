/** Running actions: account context, compiling, the process, its dialogs and its log. */
export { checkAnswer } from "./answers.ts";
export { buildErrorText } from "./build_errors.ts";
export { compileAction, type CompileOptions, type CompileResult } from "./compile.ts";
export type { AccountAnswer, AccountQuestion, Report, RunFace, RunOutcome } from "./face.ts";
export { findGo, type Go, type NoGo, noGoMessage } from "./go.ts";
export { type PastRun, readHistory, readPastLog } from "./run_history.ts";
export { machineServices } from "./services.ts";
export { type ActionRun, type RunRequest, type RunServices, startAction } from "./run.ts";
import type { RunFace } from "./face.ts";
import { type ActionRun, type RunRequest, startAction } from "./run.ts";
import { machineServices } from "./services.ts";

/** Starts an installed action with the machine's services. Does not throw. */
export function startRun(request: RunRequest, face: RunFace): ActionRun {
  return startAction(request, face, machineServices());
}
