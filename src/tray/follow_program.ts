import { runningProgramState } from "../core/platform/running_program.ts";
import type { Problem } from "../core/state/state.ts";
import type { Store } from "../core/state/store.ts";

/** The code of the problem that another version, or none, lies where this program was started from. */
export const PROGRAM_PROBLEM = "program-changed";

/** What the user is told about it. A Kedge that runs stays what it was until it ends. */
const PROBLEMS: Readonly<Record<"replaced" | "removed", Problem>> = {
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
};

/** Looks when the user opens something whether the program was updated or removed under this Kedge; `onProblem` hears of it. */
export function followProgram(
  store: Pick<Store, "subscribe">,
  onProblem: (problem: Problem | null) => void,
  file: () => "same" | "replaced" | "removed" = runningProgramState,
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
