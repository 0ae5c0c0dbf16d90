/** Tests Kedge on Plasma with X11, with its real panel, window manager and shortcuts. */
import { kdeX11 } from "./session/kde.ts";
import { walkOn } from "./session/walk.ts";

walkOn(kdeX11, { keys: true });
