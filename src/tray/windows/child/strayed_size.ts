import * as Callback from "./callbacks.ts";
import type { Area } from "./centre.ts";
import type { openGtk } from "./gtk.ts";
import type { X11Window } from "./x11.ts";

type Size = Pick<Area, "width" | "height">;

/** Number of checks of a window's size, and the pause between them in ms. A busy window manager may be this late. */
const LOOKS = 60, LOOK_MS = 50;

/**
 * Returns the size to set again, in GTK's pixels; null when none is needed. A late window manager may give
 * the window a size it had `before`. Any other size that differs from `given` comes from the user.
 */
export function strayed(now: Size, given: Size, before: readonly Size[]): Size | null {
  const is = (a: Size, b: Size) => a.width === b.width && a.height === b.height;
  return !is(now, given) && before.some((size) => is(now, size)) ? given : null;
}

/**
 * Creates the watch that restores a window's size when the window manager changes it late. `sizable` returns
 * the window, or null while it cannot be resized.
 */
export function createSizeWatch(
  { g_timeout_add }: Pick<ReturnType<typeof openGtk>["glib"], "g_timeout_add">,
  sizable: () => Pick<X11Window, "size" | "resize"> | null,
) {
  let given: Size = { width: 0, height: 0 }, before: readonly Size[] = [];
  let looks = LOOKS;
  const look = new Deno.UnsafeCallback(Callback.TIMEOUT, () => {
    const window = sizable();
    const size = window && strayed(window.size(), given, before);
    if (size) window.resize(size);
    looks = window ? looks + 1 : LOOKS;
    return looks < LOOKS ? 1 : 0;
  });
  return {
    /** GTK's callback, which must live as long as the process. */
    look,
    /** Stores and returns the size that the window should have. */
    give: <S extends Size>(size: S): S => (given = size, size),
    /**
     * Stores the sizes that the window manager may still answer with: the one on the screen, null when it is
     * unknown, and the one given last, which may not be on the screen yet. Call it before the next `give`.
     */
    leave: (size: Size | null) => void (before = size ? [size, given] : []),
    /** Checks for a while whether a late answer of the window manager has replaced the new size by a former one. */
    watch() {
      if (before.length === 0) return;
      const watched = looks < LOOKS;
      looks = 0;
      if (!watched) g_timeout_add(LOOK_MS, look.pointer, null);
    },
  };
}
