import { waitFor } from "../../desktop/harness/wait.ts";
import { run } from "../../desktop/harness/process.ts";
import { named, type Shell, tellBus } from "./session.ts";
import { windowsOfX } from "./x_windows.ts";

/** Xfce on X11. */
export const xfce = (): Shell => ({
  name: "Xfce X11",
  env: { XDG_CURRENT_DESKTOP: "XFCE", XDG_SESSION_DESKTOP: "xfce", XDG_SESSION_TYPE: "x11" },
  windows: ({ env }) => windowsOfX(env),
  async begin(at) {
    at.env.DISPLAY = at.screen.DISPLAY!;
    await tellBus(at);
    at.start(["xfsettingsd", "--no-daemon"]);
    at.start(["xfwm4", "--compositor=off"]);
    await waitFor(
      "the window manager",
      async () =>
        /window id/.test(await run(["/usr/bin/xprop", "-root", "_NET_SUPPORTING_WM_CHECK"], at.env)),
    );
    at.start(["xfce4-panel", "--disable-wm-check"]);
    at.start(["/usr/lib/x86_64-linux-gnu/xfce4/notifyd/xfce4-notifyd"]);
    await named(at, "org.kde.StatusNotifierWatcher");
  },
});
