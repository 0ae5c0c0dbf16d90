import { cString } from "./c_string.ts";
import { openedOnce, SIGNAL } from "./opened_once.ts";

const gtkLibrary = openedOnce("libgtk-4.so.1", {
  gtk_drop_target_new: { parameters: ["u64", "i32"], result: "pointer" },
  gtk_drop_target_get_current_drop: { parameters: ["pointer"], result: "pointer" },
  gdk_drop_get_drag: { parameters: ["pointer"], result: "pointer" },
  gtk_event_controller_set_propagation_phase: { parameters: ["pointer", "i32"], result: "void" },
  gtk_widget_add_controller: { parameters: ["pointer", "pointer"], result: "void" },
  gdk_file_list_get_type: { parameters: [], result: "u64" },
});

const gobjectLibrary = openedOnce("libgobject-2.0.so.0", {
  g_signal_connect_data: SIGNAL,
  g_value_get_boxed: { parameters: ["pointer"], result: "pointer" },
});

const glibLibrary = openedOnce("libglib-2.0.so.0", {
  g_slist_length: { parameters: ["pointer"], result: "u32" },
  g_slist_nth_data: { parameters: ["pointer", "u32"], result: "pointer" },
  g_free: { parameters: ["pointer"], result: "void" },
});

const gioLibrary = openedOnce("libgio-2.0.so.0", {
  g_file_get_path: { parameters: ["pointer"], result: "pointer" },
});

const ENTER = { parameters: ["pointer", "f64", "f64", "pointer"], result: "i32" } as const;
const LEAVE = { parameters: ["pointer", "pointer"], result: "void" } as const;
const DROP = { parameters: ["pointer", "pointer", "f64", "f64", "pointer"], result: "i32" } as const;

/** GDK_ACTION_COPY and GTK_PHASE_CAPTURE. */
const COPY = 1, CAPTURE = 1;
/** Maximum number of files accepted from one drop, because each one opens a review. */
const MAX_COUNT = 4;

/** Handlers for files that are dragged over a window. */
interface DropListener {
  /** Files are dragged over the window (true), or have left it. */
  onDragOver(over: boolean): void;
  /** Files were dropped; files without a local path are left out. */
  onDrop(paths: string[]): void;
}

/**
 * Accepts files and folders dropped on a window before its page does, because WebKitGTK hides from pages that
 * a drag contains files.
 */
export function takeDrops(window: Deno.PointerValue, { onDragOver, onDrop }: DropListener): void {
  const gtk = gtkLibrary();
  const gobject = gobjectLibrary();
  const glib = glibLibrary();
  const gio = gioLibrary();
  const entered = new Deno.UnsafeCallback(ENTER, (target) => {
    // A drag that starts in this program (a link or a picture of the page) contains no files.
    const drop = gtk.gtk_drop_target_get_current_drop(target);
    if (drop === null || gtk.gdk_drop_get_drag(drop) === null) onDragOver(true);
    return COPY;
  });
  const left = new Deno.UnsafeCallback(LEAVE, () => onDragOver(false));
  const dropped = new Deno.UnsafeCallback(DROP, (_, value) => {
    onDragOver(false);
    const files = gobject.g_value_get_boxed(value);
    const paths: string[] = [];
    for (let at = 0; at < Math.min(MAX_COUNT, glib.g_slist_length(files)); at++) {
      const path = gio.g_file_get_path(glib.g_slist_nth_data(files, at));
      if (path === null) continue;
      paths.push(new Deno.UnsafePointerView(path).getCString());
      glib.g_free(path);
    }
    if (paths.length > 0) onDrop(paths);
    return 1;
  });
  references.push(entered, left, dropped);
  const target = gtk.gtk_drop_target_new(gtk.gdk_file_list_get_type(), COPY);
  gtk.gtk_event_controller_set_propagation_phase(target, CAPTURE);
  gobject.g_signal_connect_data(target, cString("enter"), entered.pointer, null, null, 0);
  gobject.g_signal_connect_data(target, cString("leave"), left.pointer, null, null, 0);
  gobject.g_signal_connect_data(target, cString("drop"), dropped.pointer, null, null, 0);
  gtk.gtk_widget_add_controller(window, target);
}

/** Callbacks that GTK holds; this list keeps them from the garbage collector as long as the process lives. */
const references: unknown[] = [];
