import { cString } from "./c_string.ts";
import { openedOnce } from "./opened_once.ts";

const gdkLibrary = openedOnce("libgtk-4.so.1", {
  gtk_widget_add_tick_callback: {
    parameters: ["pointer", "function", "pointer", "pointer"],
    result: "u32",
  },
  gtk_window_present: { parameters: ["pointer"], result: "void" },
  gdk_display_get_default: { parameters: [], result: "pointer" },
  gdk_wayland_display_set_startup_notification_id: { parameters: ["pointer", "buffer"], result: "void" },
});

const TICK = { parameters: ["pointer", "pointer", "pointer"], result: "i32" } as const;

/** Number of the frame that begins when the first one has been drawn. */
const SECOND = 2;

/**
 * Asks Wayland's compositor for the focus with a token of xdg-activation, once the window has been drawn,
 * because compositors ignore a request for a window that they do not show yet.
 */
export function activate(window: Deno.PointerValue, token: string): void {
  const gtk = gdkLibrary();
  let frame = 0;
  const tick = new Deno.UnsafeCallback(TICK, () => {
    if (++frame < SECOND) return 1;
    gtk.gdk_wayland_display_set_startup_notification_id(gtk.gdk_display_get_default(), cString(token));
    gtk.gtk_window_present(window);
    references.delete(tick);
    return 0;
  });
  references.add(tick);
  gtk.gtk_widget_add_tick_callback(window, tick.pointer, null, null);
}

/** Callbacks that GTK still holds; this set keeps them from the garbage collector. */
const references = new Set<unknown>();
