/** Kedge on Cinnamon, with its real panel, window manager and keys. */
import { cinnamon } from "./session/cinnamon.ts";
import { walkOn } from "./session/walk.ts";

walkOn(cinnamon, { keys: true });
