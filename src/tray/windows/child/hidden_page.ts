import type { openGtk } from "./gtk.ts";

type Gtk = ReturnType<typeof openGtk>["gtk"];

/** GTK_ORIENTATION_HORIZONTAL and …VERTICAL. */
const HORIZONTAL = 0, VERTICAL = 1;

/**
 * Keeps the focus in the page. Otherwise Tab after the last element would move into a hidden text field that
 * WebKit has in its view for key lookups, and the focus could not come back.
 */
export function keepFocus(gtk: Gtk, browser: Deno.PointerValue) {
  let child = gtk.gtk_widget_get_first_child(browser);
  for (; child !== null; child = gtk.gtk_widget_get_next_sibling(child)) {
    gtk.gtk_widget_set_can_focus(child, 0);
  }
}

/** Gives a hidden page its size, so that it can lay itself out before it is shown. GTK requires a measurement first. */
export function layOut(gtk: Gtk, browser: Deno.PointerValue, width: number, height: number) {
  const least = new Uint8Array(4), natural = new Uint8Array(4);
  gtk.gtk_widget_measure(browser, HORIZONTAL, -1, least, natural, null, null);
  gtk.gtk_widget_measure(browser, VERTICAL, width, least, natural, null, null);
  gtk.gtk_widget_allocate(browser, width, height, -1, null);
}
