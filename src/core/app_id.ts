/**
 * The name by which desktops know Kedge: of its menu entry, its windows, the sender of its notifications and
 * shortcut requests, and its bundle on macOS. A reverse domain name, because GNOME grants shortcuts only to
 * such names.
 */
export const APP_ID = "dev.kedge.Kedge";

/** File name of the menu entry on Linux desktops. */
export const MENU_ENTRY = `${APP_ID}.desktop`;
