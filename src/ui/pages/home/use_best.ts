import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { allHere, usePicking } from "../../system/mod.ts";

/** The row that Enter in the filter takes: the first that fits, or the one that the arrows lead to. */
interface Best {
  /** Begins at the first row again. */
  reset(): void;
  /** Follows a key that leads through lists; false for another key. */
  move(event: KeyboardEvent): boolean;
  /** Presses the row; false when there is none. */
  press(): boolean;
}

/** The rows inside an element, in the order in which they are seen. */
function rowsIn(root: HTMLElement | null): HTMLElement[] {
  return [...root?.querySelectorAll<HTMLElement>("[data-row]") ?? []];
}

/**
 * Marks one row of those that are drawn inside `root` while `on`, so that Enter acts on it while the filter keeps the focus. A
 * row that keys have led to stays marked wherever it moves; until the rows are those of what was typed (`current`), only its
 * place counts.
 */
export function useBest(
  root: RefObject<HTMLElement>,
  on: boolean,
  current: boolean,
  question: string,
): Best {
  const [rows, setRows] = useState<readonly HTMLElement[]>([]);
  const picking = usePicking({ ...allHere(rows), current }, { keyOf: (row) => row, question, typed: false });
  const newest = useRef(picking);
  newest.current = picking;
  // Which rows there are is known when they are drawn.
  useLayoutEffect(() => {
    const drawn = on ? rowsIn(root.current) : [];
    if (drawn.length !== rows.length || drawn.some((row, at) => row !== rows[at])) setRows(drawn);
    const best = on ? rows[picking.at] : undefined;
    for (const row of rowsIn(root.current)) row.classList.toggle("best", row === best);
  });
  return {
    reset: picking.begin,
    move(event) {
      const led = picking.step(event);
      if (led) requestAnimationFrame(() => rows[newest.current.at]?.scrollIntoView({ block: "nearest" }));
      return led;
    },
    press() {
      const row = rowsIn(root.current)[newest.current.at];
      const main = row?.querySelector<HTMLElement>("button.row-main");
      main?.click();
      return main !== undefined && main !== null;
    },
  };
}
