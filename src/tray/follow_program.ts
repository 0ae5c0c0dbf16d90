import { type ProgramState, runningProgramState, TRANSLOCATED } from "../core/platform/running_program.ts";
import type { Problem } from "../core/state/state.ts";
import type { Store } from "../core/state/store.ts";

/** Code of the problem that the program file of this Kedge was replaced or removed, or will be gone. */
export const PROGRAM_PROBLEM = "program-changed";

/**
 * The problem that the user sees for each state of the program file. The running Kedge stays the old version
 * until it ends.
 */
const PROBLEMS: Readonly<Record<Exclude<ProgramState, "same">, Problem>> = {
  replaced: {
    code: PROGRAM_PROBLEM,
    message: "Kedge was updated. The earlier version runs until you quit it.",
    hint: "Choose Quit Kedge in its menu, then start Kedge again.",
  },
  removed: {
    code: PROGRAM_PROBLEM,
    message: "Kedge was removed from this computer, and runs until you quit it.",
    hint: "Choose Quit Kedge in its menu, or install Kedge again.",
  },
  translocated: { code: PROGRAM_PROBLEM, ...TRANSLOCATED },
};

/**
 * Checks the state of the program file each time the user opens a window. Calls
 * `onProblem` when that changes.
 */
export function followProgram(
  store: Pick<Store, "subscribe">,
  onProblem: (problem: Problem | null) => void,
  file: () => ProgramState = runningProgramState,
): () => void {
  let reported: ReturnType<typeof file> = "same";
  return store.subscribe((state, before) => {
    if (state.windows.length <= before.windows.length) return;
    const now = file();
    if (now === reported) return;
    reported = now;
    onProblem(now === "same" ? null : PROBLEMS[now]);
  });
}
