import { centred } from "./centre.ts";

const GDK = {
  gtk_native_get_surface: { parameters: ["pointer"], result: "pointer" },
  gdk_surface_get_display: { parameters: ["pointer"], result: "pointer" },
  gdk_surface_get_scale_factor: { parameters: ["pointer"], result: "i32" },
  gdk_display_get_monitor_at_surface: { parameters: ["pointer", "pointer"], result: "pointer" },
  gdk_monitor_get_geometry: { parameters: ["pointer", "buffer"], result: "void" },
  gtk_widget_realize: { parameters: ["pointer"], result: "void" },
  gdk_x11_surface_set_skip_taskbar_hint: { parameters: ["pointer", "i32"], result: "void" },
  gdk_x11_surface_set_skip_pager_hint: { parameters: ["pointer", "i32"], result: "void" },
  gdk_x11_surface_get_xid: { parameters: ["pointer"], result: "u64" },
  gdk_x11_display_get_xdisplay: { parameters: ["pointer"], result: "pointer" },
} as const satisfies Deno.ForeignLibraryInterface;

/** Keeps a window out of the task bar, or puts it there. Wayland has no such wish. */
export function skipTaskbar(window: Deno.PointerValue, skip: boolean): void {
  const gtk = Deno.dlopen("libgtk-4.so.1", GDK).symbols;
  gtk.gtk_widget_realize(window);
  const surface = gtk.gtk_native_get_surface(window);
  const display = surface && gtk.gdk_surface_get_display(surface);
  if (!surface || !display || !isX11(display)) return;
  gtk.gdk_x11_surface_set_skip_taskbar_hint(surface, skip ? 1 : 0);
  gtk.gdk_x11_surface_set_skip_pager_hint(surface, skip ? 1 : 0);
}

/**
 * Moves a shown window of that size to the middle of its screen, a little high as launchers stand. GTK 4 has
 * no positions; on Wayland the compositor alone decides, so there this does nothing.
 */
export function placeInCentre(
  window: Deno.PointerValue,
  size: { readonly width: number; readonly height: number },
): void {
  const gtk = Deno.dlopen("libgtk-4.so.1", GDK).symbols;
  const surface = gtk.gtk_native_get_surface(window);
  const display = surface && gtk.gdk_surface_get_display(surface);
  if (!surface || !display || !isX11(display)) return;
  const monitor = gtk.gdk_display_get_monitor_at_surface(display, surface);
  if (!monitor) return;
  const geometry = new Int32Array(4);
  gtk.gdk_monitor_get_geometry(monitor, new Uint8Array(geometry.buffer));
  const [left = 0, top = 0, width = 0, height = 0] = geometry;
  const scale = gtk.gdk_surface_get_scale_factor(surface);
  const { x, y } = centred({ x: left, y: top, width, height }, size);
  const x11 = Deno.dlopen("libX11.so.6", {
    XMoveWindow: { parameters: ["pointer", "u64", "i32", "i32"], result: "i32" },
  }).symbols;
  x11.XMoveWindow(
    gtk.gdk_x11_display_get_xdisplay(display),
    gtk.gdk_x11_surface_get_xid(surface),
    x * scale,
    y * scale,
  );
}

function isX11(display: Deno.PointerObject): boolean {
  const gobject = Deno.dlopen("libgobject-2.0.so.0", {
    g_type_name_from_instance: { parameters: ["pointer"], result: "pointer" },
  }).symbols;
  const name = gobject.g_type_name_from_instance(display);
  return name !== null && new Deno.UnsafePointerView(name).getCString() === "GdkX11Display";
}
