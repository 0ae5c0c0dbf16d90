import type { openGtk } from "./gtk.ts";

/** GTK_ORIENTATION_VERTICAL. */
const VERTICAL = 1;

/**
 * Returns the height of a window without its page, in GTK's pixels: the height of the title bar that GTK
 * draws where the compositor, such as GNOME's, draws none. GTK counts it as part of the window's height. The
 * window must have its surface.
 */
export function titleBarHeight(
  gtk: Pick<
    ReturnType<typeof openGtk>["gtk"],
    "gtk_widget_get_first_child" | "gtk_widget_get_next_sibling" | "gtk_widget_measure"
  >,
  window: Deno.PointerValue,
  page: Deno.PointerValue,
): number {
  let height = 0;
  let child = gtk.gtk_widget_get_first_child(window);
  for (; child !== null; child = gtk.gtk_widget_get_next_sibling(child)) {
    if (page !== null && Deno.UnsafePointer.equals(child, page)) continue;
    const least = new Int32Array(1), natural = new Int32Array(1);
    const bytes = ({ buffer }: Int32Array<ArrayBuffer>) => new Uint8Array(buffer);
    gtk.gtk_widget_measure(child, VERTICAL, -1, bytes(least), bytes(natural), null, null);
    height += natural[0]!;
  }
  return height;
}
