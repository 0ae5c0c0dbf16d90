/** Tests Kedge on sway, with its own bar and mako's notifications. */
import { sway } from "./session/sway.ts";
import { walkOn } from "./session/walk.ts";

walkOn(sway, { keys: true });
