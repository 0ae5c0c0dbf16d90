import { ESCAPE_EVENT } from "../../core/frame_escape.ts";

/** Presses by the user's hand; events that a page makes itself are none of these. */
const PRESSES = ["keydown", "pointerdown", "pointerup", "click", "drop"] as const;

/** When the user last pressed something in this page, in ms of `performance.now()`. */
let pressed = -Infinity;

/** Follows what the user presses in the page. */
export function watchPresses(): void {
  const note = (event: Event) => {
    if (event.isTrusted || event.type === ESCAPE_EVENT) pressed = performance.now();
  };
  for (const name of [...PRESSES, ESCAPE_EVENT]) addEventListener(name, note, true);
}

/** How long ago the user pressed something, in ms, as a command tells it; nothing where they have not yet. */
export function sincePress(): { readonly pressed?: number } {
  const since = performance.now() - pressed;
  return Number.isFinite(since) ? { pressed: Math.round(since) } : {};
}
