import { cString } from "./c_string.ts";
import { openedOnce, SIGNAL } from "./opened_once.ts";

const gtkLibrary = openedOnce("libgtk-4.so.1", {
  gdk_display_get_default: { parameters: [], result: "pointer" },
  gdk_display_get_setting: { parameters: ["pointer", "buffer", "buffer"], result: "i32" },
  gtk_settings_get_default: { parameters: [], result: "pointer" },
});

const gobjectLibrary = openedOnce("libgobject-2.0.so.0", {
  g_signal_connect_data: SIGNAL,
  g_value_init: { parameters: ["buffer", "u64"], result: "pointer" },
  g_value_get_int: { parameters: ["buffer"], result: "i32" },
  g_value_set_int: { parameters: ["buffer", "i32"], result: "void" },
  g_object_set_property: { parameters: ["pointer", "buffer", "buffer"], result: "void" },
});

const CHANGED = { parameters: ["pointer", "pointer", "pointer"], result: "void" } as const;

/** G_TYPE_INT */
const INT = 24n;
/** GTK's setting for the resolution of text, in 1024ths of a dot per inch, and its value for text of the usual size. */
const NAME = "gtk-xft-dpi", USUAL = 96 * 1024;
/** Minimum and maximum scale of text; other values are mistakes in the desktop's settings. */
const LEAST = 0.5, MAX_COUNT = 3;

/** Callbacks that GTK holds; this list keeps them from the garbage collector as long as the process lives. */
const references: unknown[] = [];

/**
 * Reports the scale of text that the desktop wants, now and after each change; 1 is the usual size. WebKit
 * would enlarge only the letters and not the space around them, so WebKit is told that text has the usual
 * size.
 */
export function followTextScale(onScale: (scale: number) => void): void {
  const gtk = gtkLibrary(), gobject = gobjectLibrary();
  const display = gtk.gdk_display_get_default();
  const number = (value: number) => {
    const box = new Uint8Array(24);
    gobject.g_value_init(box, INT);
    gobject.g_value_set_int(box, value);
    return box;
  };
  gobject.g_object_set_property(gtk.gtk_settings_get_default(), cString(NAME), number(USUAL));
  let reported = 1;
  const look = () => {
    const value = number(0);
    // This reads the desktop's setting, not the value that this process set.
    const dpi = gtk.gdk_display_get_setting(display, cString(NAME), value)
      ? gobject.g_value_get_int(value)
      : 0;
    const scale = textScale(dpi);
    if (scale === reported) return;
    reported = scale;
    onScale(scale);
  };
  const changed = new Deno.UnsafeCallback(CHANGED, (_, setting) => {
    if (setting && new Deno.UnsafePointerView(setting).getCString() === NAME) look();
  });
  references.push(changed);
  gobject.g_signal_connect_data(display, cString("setting-changed"), changed.pointer, null, null, 0);
  look();
}

/**
 * Returns the scale of text for a resolution in 1024ths of a dot per inch; 1 for zero and negative values,
 * which mean an unknown resolution.
 */
export function textScale(dpi: number): number {
  if (dpi <= 0) return 1;
  return Math.min(MAX_COUNT, Math.max(LEAST, Math.round(dpi / USUAL * 100) / 100));
}
