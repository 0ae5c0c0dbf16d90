import type { Area } from "./centre.ts";

type Size = Pick<Area, "width" | "height">;

/** How often the size of a window that was shown is looked at, and the time between, in ms: so late a busy window manager may be. */
export const LOOKS = 60, LOOK_MS = 50;

/**
 * The size to give a window once more, in GTK's pixels; null for none. A window that is shown anew may have the size that it
 * had `before`, as another one, when the window manager is late. Any other size that is not its `own` is its user's doing.
 */
export function strayed(now: Size, given: Size, before: Size | null): Size | null {
  const is = (a: Size, b: Size) => a.width === b.width && a.height === b.height;
  return before && is(now, before) && !is(given, before) ? given : null;
}
