import type { RefObject } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { movedIndex } from "../../system/mod.ts";

/** The row that Enter in the filter takes: the first that fits, or the one that the arrows lead to. */
interface Best {
  /** Begins at the first row again. */
  reset(): void;
  /** Follows an arrow key; false for another key. */
  move(key: string): boolean;
  /** Presses the row; false when there is none. */
  press(): boolean;
}

/** The rows inside an element, in the order in which they are seen. */
function rowsIn(root: HTMLElement | null): HTMLElement[] {
  return [...root?.querySelectorAll<HTMLElement>("[data-row]") ?? []];
}

/**
 * Marks one row of those that are drawn inside `root` while `on`, so that Enter acts on it while the filter keeps the focus. A
 * row that arrows have led to stays marked wherever it moves; until the rows are those of what was typed (`current`), only its
 * place counts.
 */
export function useBest(root: RefObject<HTMLElement>, on: boolean, current: boolean): Best {
  const [at, setAt] = useState(0);
  const led = useRef(false);
  const meant = useRef<HTMLElement | null>(null);
  const placeIn = (rows: readonly HTMLElement[]) =>
    meant.current === null ? Math.min(at, rows.length - 1) : rows.indexOf(meant.current);
  // Which rows there are is known when they are drawn.
  useLayoutEffect(() => {
    const rows = rowsIn(root.current);
    if (on && current && led.current) meant.current ??= rows[placeIn(rows)] ?? null;
    const active = on ? placeIn(rows) : -1;
    rows.forEach((row, index) => row.classList.toggle("best", index === active));
  });
  return {
    reset() {
      led.current = false;
      meant.current = null;
      setAt(0);
    },
    move(key) {
      const rows = rowsIn(root.current);
      const next = movedIndex(key, placeIn(rows), rows.length);
      if (next === null) return false;
      led.current = true;
      meant.current = current ? rows[next] ?? null : null;
      setAt(next);
      rows[next]?.scrollIntoView({ block: "nearest" });
      return true;
    },
    press() {
      const rows = rowsIn(root.current);
      const main = rows[placeIn(rows)]?.querySelector<HTMLElement>("button.row-main");
      main?.click();
      return main !== undefined && main !== null;
    },
  };
}
