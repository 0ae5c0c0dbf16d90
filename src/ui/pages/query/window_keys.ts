import type { RefObject } from "preact";
import type { TabState } from "../../../core/state/query_window.ts";
import {
  commandOf,
  focusedElement,
  isRepeat,
  isUnread,
  letterOf,
  type PageCommand,
  useKeys,
  withCommand,
} from "../../system/mod.ts";
import type { QueryView } from "./query_view.ts";
import { isBusy } from "./tools.tsx";

/** Handles the keys of the window, before its elements do. */
export function useWindowKeys(
  { view, tab, covered, notice, waits, commands, ...on }: {
    readonly view: RefObject<QueryView>;
    /** The tab in front; null before there is one. */
    readonly tab: TabState | null;
    /** Whether a sheet lies over the window. */
    readonly covered: boolean;
    /** The message below the text, which Esc takes away; null while there is none. */
    readonly notice: { readonly tone: "danger" | "info" } | null;
    /** Whether a write waits for Commit. */
    readonly waits: boolean;
    readonly commands: readonly PageCommand[];
    readonly onDismiss: () => void;
    readonly onDecide: (how: "commit" | "rollback") => void;
    readonly onAnswer: (how: "run" | "leave") => void;
  },
): void {
  useKeys((event) => {
    const acts = view.current;
    // A dialog over the window gets the keys.
    if (!acts || !tab || covered || document.querySelector('[aria-modal="true"]')) return false;
    const key = letterOf(event);
    const leaves = event.key === "Escape" && !acts.takesEscape() && !focusTakesEscape();
    if (leaves && notice) {
      on.onDismiss();
      // A message that disappears by itself does not use up the Esc.
      if (notice.tone === "danger") return true;
    }
    if (leaves && isBusy(tab)) acts.cancel(tab.id);
    // A held key opens or closes only one tab.
    else if (withCommand(event) && (key === "t" || key === "w") && isRepeat(event)) return true;
    else if (withCommand(event, true) && (key === "s" || key === "r") && (waits || tab.ask)) {
      // A held or repeated key would decide about the next write, which the user has not read.
      if (isRepeat(event) || isUnread(document.querySelector(".hold"))) return true;
      if (waits) on.onDecide(key === "s" ? "commit" : "rollback");
      else on.onAnswer(key === "s" ? "run" : "leave");
    } else {
      const command = commandOf(event, commands);
      command?.onPick();
      return command !== undefined;
    }
    return true;
  }, true);
}

/** Whether Esc closes or clears what has the focus: a menu, the editor of a cell, or a search with a text. */
function focusTakesEscape(): boolean {
  const at = focusedElement();
  return at?.closest(".menu, .cell-over") != null ||
    (at instanceof HTMLInputElement && at.type === "search" && at.value !== "");
}
