/** Tests Kedge on GNOME with X11, with its real shell and the extension for tray icons. */
import { gnomeX11 } from "./session/gnome.ts";
import { walkOn } from "./session/walk.ts";

walkOn(gnomeX11, { keys: true });
