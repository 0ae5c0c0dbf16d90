import * as Callback from "./callbacks.ts";
import type { Area } from "./centre.ts";
import type { openGtk } from "./gtk.ts";
import type { X11Window } from "./x11.ts";

type Size = Pick<Area, "width" | "height">;

/** How often the size of a window that was given one is looked at, and the time between, in ms: so late a busy window manager may be. */
const LOOKS = 60, LOOK_MS = 50;

/**
 * The size to give a window once more, in GTK's pixels; null for none. A window may have the size again that it had `before`,
 * when the window manager is late. Any other size that differs from `given` is the user's doing.
 */
export function strayed(now: Size, given: Size, before: Size | null): Size | null {
  const is = (a: Size, b: Size) => a.width === b.width && a.height === b.height;
  return before && is(now, before) && !is(given, before) ? given : null;
}

/** What sees to it that a window keeps a size. */
interface SizeWatch {
  /** GTK's callback, which must live as long as the process. */
  readonly look: Deno.UnsafeCallback<typeof Callback.TIMEOUT>;
  /** The size that it should have, which is given back. */
  give<S extends Size>(size: S): S;
  /** The size that it has had up to now, on the screen or as another window. */
  leave(size: Size | null): void;
  /** Looks for a while whether the window manager's late answer to the size before has made GTK forget the new one. */
  watch(): void;
}

/** Keeps a window of GTK at its size; `sizable` tells whether it can be sized now. */
export function createSizeWatch(
  { g_timeout_add }: Pick<ReturnType<typeof openGtk>["glib"], "g_timeout_add">,
  sizable: () => Pick<X11Window, "size" | "resize"> | null,
): SizeWatch {
  let given: Size = { width: 0, height: 0 }, before: Size | null = null;
  let looks = LOOKS;
  const look = new Deno.UnsafeCallback(Callback.TIMEOUT, () => {
    const window = sizable();
    const size = window && strayed(window.size(), given, before);
    if (size) window.resize(size);
    looks = window ? looks + 1 : LOOKS;
    return looks < LOOKS ? 1 : 0;
  });
  return {
    look,
    give: (size) => (given = size, size),
    leave: (size) => void (before = size),
    watch() {
      if (!before) return;
      const watched = looks < LOOKS;
      looks = 0;
      if (!watched) g_timeout_add(LOOK_MS, look.pointer, null);
    },
  };
}
