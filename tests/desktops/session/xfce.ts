import type { Running } from "../../desktop/harness/process.ts";
import { pressPopup } from "./popups.ts";
import { type Beginning, die, named, type Shell, tellBus } from "./session.ts";
import { windowManager, windowsOfX } from "./x_windows.ts";

/** Returns Xfce on X11. */
export function xfce(): Shell {
  let panel: Running;
  const startPanel = async (at: Beginning) => {
    panel = at.start(["xfce4-panel", "--disable-wm-check"]);
    await named(at, "org.kde.StatusNotifierWatcher");
  };
  return {
    name: "Xfce X11",
    env: { XDG_CURRENT_DESKTOP: "XFCE", XDG_SESSION_DESKTOP: "xfce", XDG_SESSION_TYPE: "x11" },
    panel: { x: 900, y: 0, width: 380, height: 30 },
    windows: ({ env }) => windowsOfX(env),
    // Here a click beside the button only closes the notification.
    press: (at, _what, look) => pressPopup("xfce4-notifyd")(at, "button", look),
    async begin(at) {
      at.env.DISPLAY = at.screen.DISPLAY!;
      await tellBus(at);
      at.start(["xfsettingsd", "--no-daemon"]);
      at.start(["xfwm4", "--compositor=off"]);
      await windowManager(at);
      at.start(["/usr/lib/x86_64-linux-gnu/xfce4/notifyd/xfce4-notifyd"]);
      await startPanel(at);
    },
    async again(at) {
      await die(panel);
      await startPanel(at);
    },
  };
}
