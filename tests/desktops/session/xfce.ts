import { waitFor } from "../../desktop/harness/wait.ts";
import { run, type Running } from "../../desktop/harness/process.ts";
import { type Beginning, die, named, type Shell, tellBus } from "./session.ts";
import { unmanagedOfX, windowsOfX } from "./x_windows.ts";

/** Waits until something on this X server manages windows. */
export async function windowManager({ env }: Beginning): Promise<void> {
  await waitFor(
    "the window manager",
    async () => /window id/.test(await run(["/usr/bin/xprop", "-root", "_NET_SUPPORTING_WM_CHECK"], env)),
  );
}

/** Xfce on X11. */
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
    async press({ env, click }, _what, look) {
      const [popup] = await waitFor("the notification", async () => {
        const seen = (await unmanagedOfX(env, "xfce4-notifyd")).filter(({ width }) => width > 100);
        return seen.length > 0 && seen;
      });
      const { x, y, width, height } = popup!;
      await look();
      // A click beside the button only takes the notification away here.
      await click(x + width - 60, y + height - 31);
    },
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
