import { findProgram, type SessionType } from "../../core/platform/mod.ts";
import type { Clipboard } from "./backend.ts";
import { waylandClipboard } from "./wayland.ts";
import { x11Clipboard } from "./x11.ts";

/**
 * Returns the clipboard of a Linux desktop. On Wayland a program without a window needs a special protocol to
 * set the clipboard, and `wl-copy` speaks that protocol. GNOME lacks the protocol, but copies the clipboard
 * of its own X server at once.
 */
export function linuxClipboard(
  session: () => SessionType,
  env: Readonly<Record<string, string>>,
  find: (name: string) => Promise<string | null> = findProgram,
): Clipboard {
  return {
    async hold(text) {
      const kind = session();
      const gnome = /gnome/i.test(env.XDG_CURRENT_DESKTOP ?? "");
      if (kind === "wayland" && !(gnome && env.DISPLAY)) {
        const program = await find("wl-copy");
        if (program) return await waylandClipboard(program).hold(text);
        if (!env.DISPLAY) {
          return {
            error: "The clipboard of this desktop cannot be reached.",
            hint: "Install the package wl-clipboard, which has wl-copy.",
          };
        }
      }
      if (env.DISPLAY) return await x11Clipboard(env.DISPLAY).hold(text);
      return {
        error: "There is no clipboard here: Kedge runs without a desktop.",
        hint: "Use --exports in the terminal instead.",
      };
    },
  };
}
