/**
 * What desktops know Kedge by: the name of its menu entry, of its windows, of who sends its notifications and asks for
 * shortcuts, and of its bundle on macOS. A reverse domain name, because GNOME gives a shortcut to no other.
 */
export const APP_ID = "dev.kedge.Kedge";

/** The file name of the menu entry on Linux desktops. */
export const MENU_ENTRY = `${APP_ID}.desktop`;
