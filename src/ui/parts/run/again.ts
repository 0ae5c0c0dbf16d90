import { isActive } from "../../../core/state/selectors.ts";
import type { RunState } from "../../../core/state/state.ts";
import type { Sender } from "../../page.ts";
import { useCommands, useKeys, withCommand } from "../../system/mod.ts";

/**
 * Handles the keys of a run's window: Ctrl+Enter runs the action again, Ctrl+Shift+Enter with the same
 * answers; Esc closes the window.
 */
export function useRunKeys(run: RunState | null, busy: boolean, sender: Sender, close: () => void): void {
  const can = run !== null && !busy && !sender.busy && !isActive(run);
  const again = (same: boolean) => {
    if (!can) return;
    void sender.send(
      same && run.answered
        ? { name: "runAgain", run: run.id }
        : { name: "runAction", extension: run.extension, action: run.action },
    );
  };
  useCommands([
    { label: "Run again", icon: "again", shortcut: "Mod+Enter", disabled: !can, onPick: () => again(false) },
    {
      label: "Run again with the same answers",
      icon: "again",
      shortcut: "Mod+Shift+Enter",
      disabled: !can || !run.answered,
      onPick: () => again(true),
    },
  ]);
  useKeys((event) => {
    const same = withCommand(event, true);
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && (same || withCommand(event))) again(same);
    else return false;
    return true;
  });
}
