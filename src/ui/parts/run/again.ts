import { isActive } from "../../../core/state/selectors.ts";
import type { RunState } from "../../../core/state/state.ts";
import type { Sender } from "../../page.ts";
import { useKeys, withCommand } from "../../system/mod.ts";

/** Ctrl+Enter runs the action of a run again, with Shift with the answers of that run; Esc closes the window. */
export function useRunKeys(run: RunState | null, busy: boolean, sender: Sender, close: () => void): void {
  useKeys((event) => {
    const same = withCommand(event, true);
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && (same || withCommand(event))) {
      if (!run || busy || sender.busy || isActive(run)) return true;
      void sender.send(
        same && run.answered
          ? { name: "runAgain", run: run.id }
          : { name: "runAction", extension: run.extension, action: run.action },
      );
    } else return false;
    return true;
  });
}
