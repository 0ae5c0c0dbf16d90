import { useLayoutEffect, useRef } from "preact/hooks";
import type { Editing } from "./editing_interface.ts";

/** The editor of a cell in the shown result, for commands that may take the result out of view. */
export interface OpenCell {
  /**
   * Accepts the typed text. Returns false, with the focus in the editor, when the cell cannot have that value;
   * an editor that is scrolled out of view holds nothing up.
   */
  take(): boolean;
  /** Settles once Kedge has counted all edits made before this call. */
  counted(): Promise<unknown>;
}

/** Keeps the editor of a result's cells in `to` while the result is shown, and accepts its text when that ends. */
export function useOpenCell(to: { current: OpenCell | null }, editing: Editing): void {
  const newest = useRef(editing);
  newest.current = editing;
  useLayoutEffect(() => {
    const mine: OpenCell = {
      take() {
        if (newest.current.take()) return true;
        const field = document.querySelector<HTMLElement>(".cell-over input");
        field?.focus();
        return field === null;
      },
      counted: () => newest.current.counted(),
    };
    to.current = mine;
    return () => {
      // WebKit sends no blur to a field that is removed.
      newest.current.take();
      if (to.current === mine) to.current = null;
    };
  }, []);
}
