/** Tests Kedge on Xfce, with its real panel, window manager and shortcuts. */
import { walkOn } from "./session/walk.ts";
import { xfce } from "./session/xfce.ts";

walkOn(xfce, { keys: true, oneButton: true });
