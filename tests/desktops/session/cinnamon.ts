import type { Running } from "../../desktop/harness/process.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { evaluate, type Scripted, type SeenNotification } from "./gnome.ts";
import { type Beginning, die, named, type Shell, tellBus } from "./session.ts";
import { windowsOfX } from "./x_windows.ts";

const CINNAMON: Scripted = { name: "org.Cinnamon", path: "/org/Cinnamon" };
const NOTIFICATION =
  `(() => { const it = imports.ui.main.messageTray._notification; global.kedgeSeen = it ?? global.kedgeSeen; return it && {
  program: it.source.title, icon: "", buttons: it._actionArea ? it._actionArea.get_children().map((one) => one.label ?? "") : [] }; })()`;

/** Returns Cinnamon on X11. */
export function cinnamon(): Shell {
  let running: Running;
  const begin = async (at: Beginning) => {
    running = at.start(["cinnamon", "--replace"]);
    try {
      await named(at, "org.Cinnamon");
      await waitFor(
        "the panel",
        async () => await evaluate(at, "imports.ui.main.panelManager.panels.length", CINNAMON),
      );
      await named(at, "org.kde.StatusNotifierWatcher");
      await named(at, "org.freedesktop.Notifications");
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${running.output()}`);
    }
  };
  return {
    name: "Cinnamon X11",
    env: {
      XDG_CURRENT_DESKTOP: "X-Cinnamon",
      XDG_SESSION_DESKTOP: "cinnamon",
      XDG_SESSION_TYPE: "x11",
      LIBGL_ALWAYS_SOFTWARE: "1",
    },
    panel: { x: 900, y: 755, width: 380, height: 45 },
    windows: ({ env }) => windowsOfX(env),
    async press(at, what, look) {
      const seen = await waitFor(
        "the notification",
        async () => JSON.parse(await evaluate(at, NOTIFICATION, CINNAMON)) as SeenNotification | null,
      );
      if (seen.program !== "Kedge" || seen.buttons.length === 0) {
        throw new Error(`the notification is of ${seen.program}, with the buttons ${seen.buttons}`);
      }
      await look();
      const now = "global.kedgeSeen";
      await evaluate(
        at,
        what === "body"
          ? `${now}.emit("clicked")`
          : `${now}._actionArea.get_children()[0].emit("clicked", 1)`,
        CINNAMON,
      );
    },
    async begin(at) {
      at.env.DISPLAY = at.screen.DISPLAY!;
      await tellBus(at);
      await begin(at);
    },
    async again(at) {
      await die(running);
      await begin(at);
    },
  };
}
