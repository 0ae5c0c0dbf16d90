/** Tests Kedge on MATE, with its real panel, window manager and shortcuts. */
import { mate } from "./session/mate.ts";
import { walkOn } from "./session/walk.ts";

walkOn(mate, { keys: true });
