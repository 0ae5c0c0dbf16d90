import type { RefObject } from "preact";
import { CONTROLS } from "./roving.ts";

/** The rows of a list; those of the newest letter may still be loading. */
interface Coming {
  readonly current: boolean;
  latest(): Promise<unknown>;
}

/**
 * Moves the focus from a search field to the first row in `box`. With `found` it waits for the rows of the
 * newest letter, unless the user goes elsewhere meanwhile.
 */
export function focusFirstRow(box: RefObject<HTMLElement>, found?: Coming): void {
  const go = () => box.current?.querySelector<HTMLElement>(`[data-row] :is(${CONTROLS})`)?.focus();
  if (!found || found.current) return go();
  const from = document.activeElement;
  void found.latest().then(() => requestAnimationFrame(() => document.activeElement === from && go()));
}
