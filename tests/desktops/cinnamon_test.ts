/** Tests Kedge on Cinnamon, with its real panel, window manager and shortcuts. */
import { cinnamon } from "./session/cinnamon.ts";
import { walkOn } from "./session/walk.ts";

walkOn(cinnamon, { keys: true });
