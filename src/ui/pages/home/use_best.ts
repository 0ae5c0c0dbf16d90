import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { allHere, usePicking } from "../../system/mod.ts";

/** Returns the rows inside an element in the order on screen. */
function rowsIn(root: HTMLElement | null): HTMLElement[] {
  return [...root?.querySelectorAll<HTMLElement>("[data-row]") ?? []];
}

/**
 * Marks one of the rows rendered inside `root` while `on`, so that Enter acts on it while the filter keeps
 * the focus: the first match, or the one that the arrow keys moved to. A row that keys moved to stays marked
 * wherever it moves. While the rows do not answer the typed text (`current` is false), only the index of the
 * mark counts.
 */
export function useBest(root: RefObject<HTMLElement>, on: boolean, current: boolean, question: string) {
  const [rows, setRows] = useState<readonly HTMLElement[]>([]);
  const picking = usePicking({ ...allHere(rows), current }, { keyOf: (row) => row, question, typed: false });
  const newest = useRef(picking);
  newest.current = picking;
  // The rows are only known after they are rendered.
  useLayoutEffect(() => {
    const drawn = on ? rowsIn(root.current) : [];
    if (drawn.length !== rows.length || drawn.some((row, at) => row !== rows[at])) setRows(drawn);
    const best = on ? rows[picking.at] : undefined;
    for (const row of rowsIn(root.current)) row.classList.toggle("best", row === best);
  });
  return {
    /** Marks the first row again. */
    reset: picking.begin,
    /** Moves the mark by a key; returns false for other keys. */
    move(event: KeyboardEvent): boolean {
      const led = picking.step(event);
      if (led) requestAnimationFrame(() => rows[newest.current.at]?.scrollIntoView({ block: "nearest" }));
      return led;
    },
    /** Presses the marked row, if there is one. */
    press(): void {
      const row = rowsIn(root.current)[newest.current.at];
      row?.querySelector<HTMLElement>("button.row-main")?.click();
    },
  };
}
