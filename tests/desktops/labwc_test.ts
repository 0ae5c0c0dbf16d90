/** Tests Kedge on labwc, with waybar's tray and mako's notifications. */
import { labwc } from "./session/labwc.ts";
import { walkOn } from "./session/walk.ts";

walkOn(labwc, { keys: true });
