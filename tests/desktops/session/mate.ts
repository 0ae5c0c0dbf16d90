import { join } from "node:path";
import { DBUS } from "../../../src/core/dbus/mod.ts";
import type { Running } from "../../desktop/harness/process.ts";
import { pressPopup } from "./popups.ts";
import { type Beginning, die, named, type Shell, tellBus } from "./session.ts";
import { windowManager, windowsOfX } from "./x_windows.ts";

/** The file by which the bus starts MATE's notification daemon, which ends when it is idle. */
const NOTIFICATIONS = "/usr/share/dbus-1/services/org.freedesktop.mate.Notifications.service";

async function bringNotifications({ env, bus }: Beginning): Promise<void> {
  const folder = join(env.XDG_RUNTIME_DIR!, "dbus-1/services");
  await Deno.mkdir(folder, { recursive: true });
  await Deno.copyFile(NOTIFICATIONS, join(folder, "org.freedesktop.Notifications.service"));
  await bus.call({ ...DBUS, member: "ReloadConfig" });
}

/** Returns MATE on X11. */
export function mate(): Shell {
  let panel: Running;
  const startPanel = async (at: Beginning) => {
    panel = at.start(["mate-panel", "--replace"]);
    await named(at, "org.kde.StatusNotifierWatcher");
  };
  return {
    name: "MATE X11",
    env: { XDG_CURRENT_DESKTOP: "MATE", XDG_SESSION_DESKTOP: "mate", XDG_SESSION_TYPE: "x11" },
    // Next to it is a clock, whose letters have coloured edges.
    panel: { x: 900, y: 0, width: 240, height: 25 },
    windows: ({ env }) => windowsOfX(env),
    press: pressPopup("mate-notification-daemon"),
    async begin(at) {
      at.env.DISPLAY = at.screen.DISPLAY!;
      await tellBus(at);
      await bringNotifications(at);
      at.start(["/usr/libexec/mate-settings-daemon"]);
      at.start(["marco", "--sm-disable"]);
      await windowManager(at);
      await startPanel(at);
    },
    async again(at) {
      await die(panel);
      await startPanel(at);
    },
  };
}
