import { ESCAPE_EVENT } from "../../core/frame_escape.ts";

/** Events of the user's presses. Events that the page dispatches itself are not trusted and do not count. */
const PRESSES = ["keydown", "pointerdown", "pointerup", "click", "drop"] as const;

/** When the user last pressed something in this page, in milliseconds of `performance.now()`. */
let pressed = -Infinity;

/** Records when the user presses something in the page. */
export function watchPresses(): void {
  const note = (event: Event) => {
    if (event.isTrusted || event.type === ESCAPE_EVENT) pressed = performance.now();
  };
  for (const name of [...PRESSES, ESCAPE_EVENT]) addEventListener(name, note, true);
}

/**
 * Returns how many milliseconds ago the user pressed something, as a field of a
 * command; an empty object before the first press.
 */
export function sincePress(): { readonly pressed?: number } {
  const since = performance.now() - pressed;
  return Number.isFinite(since) ? { pressed: Math.round(since) } : {};
}
