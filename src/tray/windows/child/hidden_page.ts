import type { openGtk } from "./gtk.ts";

type Gtk = ReturnType<typeof openGtk>["gtk"];

/** GTK_ORIENTATION_HORIZONTAL and …VERTICAL. */
const HORIZONTAL = 0, VERTICAL = 1;

/**
 * Keeps the focus in the page. Behind the last stop of the page Tab would lead into a text field that WebKit hides in
 * its view to look up keys, and nothing would lead back.
 */
export function keepFocus(gtk: Gtk, browser: Deno.PointerValue) {
  let child = gtk.gtk_widget_get_first_child(browser);
  for (; child !== null; child = gtk.gtk_widget_get_next_sibling(child)) {
    gtk.gtk_widget_set_can_focus(child, 0);
  }
}

/** Gives a hidden page its size, so that it can lay itself out before it is shown. GTK wants to measure first. */
export function layOut(gtk: Gtk, browser: Deno.PointerValue, width: number, height: number) {
  const least = new Uint8Array(4), natural = new Uint8Array(4);
  gtk.gtk_widget_measure(browser, HORIZONTAL, -1, least, natural, null, null);
  gtk.gtk_widget_measure(browser, VERTICAL, width, least, natural, null, null);
  gtk.gtk_widget_allocate(browser, width, height, -1, null);
}
