import { cString } from "./c_string.ts";
import { openedOnce, SIGNAL } from "./opened_once.ts";

const gtkLibrary = openedOnce("libgtk-4.so.1", {
  gtk_event_controller_key_new: { parameters: [], result: "pointer" },
  gtk_event_controller_set_propagation_phase: { parameters: ["pointer", "i32"], result: "void" },
  gtk_widget_add_controller: { parameters: ["pointer", "pointer"], result: "void" },
});

const gobjectLibrary = openedOnce("libgobject-2.0.so.0", { g_signal_connect_data: SIGNAL });

const PRESSED = { parameters: ["pointer", "u32", "u32", "u32", "pointer"], result: "i32" } as const;

/** GTK_PHASE_CAPTURE and GDK_KEY_Escape. */
const CAPTURE = 1, ESCAPE = 0xff1b;
/** Masks of Shift, Ctrl, Alt, Super, Hyper and Meta, without those of locks and mouse buttons. */
const MODIFIERS = 1 | 4 | 8 | 1 << 26 | 1 << 27 | 1 << 28;

/** Callbacks that GTK holds; this list keeps them from the garbage collector as long as the process lives. */
const references: unknown[] = [];

/** Calls `onEscape` for each Esc in a window, before the window's page receives the key too. */
export function hearEscape(window: Deno.PointerValue, onEscape: () => void): void {
  const gtk = gtkLibrary();
  const pressed = new Deno.UnsafeCallback(PRESSED, (_, key, _code, state) => {
    if (key === ESCAPE && (state & MODIFIERS) === 0) onEscape();
    return 0;
  });
  references.push(pressed);
  const keys = gtk.gtk_event_controller_key_new();
  gtk.gtk_event_controller_set_propagation_phase(keys, CAPTURE);
  gobjectLibrary().g_signal_connect_data(keys, cString("key-pressed"), pressed.pointer, null, null, 0);
  gtk.gtk_widget_add_controller(window, keys);
}
