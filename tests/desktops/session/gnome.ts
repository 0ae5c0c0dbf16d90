import { join } from "node:path";
import { waitFor } from "../../desktop/harness/wait.ts";
import { type Beginning, named, type Shell, type ShellWindow, tellBus } from "./session.ts";

/** Asked of the shell itself, which answers questions of tests when it is started as unsafe. */
const WINDOWS = `JSON.stringify(global.get_window_actors().map(({ meta_window: window }) => window)
  .filter((window) => !window.is_skip_taskbar() || window.has_focus())
  .map((window) => ({ title: window.get_title() ?? "", program: window.get_gtk_application_id() ?? window.get_wm_class() ?? "",
    focused: window.has_focus() })))`;

/** Runs a script in the shell. */
async function evaluate({ bus }: Beginning, script: string): Promise<string> {
  const [ok, result] = await bus.call({
    destination: "org.gnome.Shell",
    path: "/org/gnome/Shell",
    interface: "org.gnome.Shell",
    member: "Eval",
    signature: "s",
    body: [script],
  }, 20_000);
  if (ok !== true) throw new Error(`the shell says: ${result}`);
  return result as string;
}

/** GNOME on Wayland, with the extension that shows tray icons. */
export const gnomeWayland = (): Shell => ({
  name: "GNOME Wayland",
  env: {
    XDG_CURRENT_DESKTOP: "GNOME",
    XDG_SESSION_DESKTOP: "gnome",
    XDG_SESSION_TYPE: "wayland",
    GDK_BACKEND: "wayland",
    // There is no graphics card.
    LIBGL_ALWAYS_SOFTWARE: "1",
  },
  windows: async (at) => JSON.parse(JSON.parse(await evaluate(at, WINDOWS))) as ShellWindow[],
  async begin(at) {
    const { env, screen, width, height } = at;
    const socket = "wayland-gnome";
    await tellBus(at);
    const settings = [
      "org.gnome.shell",
      "enabled-extensions",
      "['ubuntu-appindicators@ubuntu.com','appindicatorsupport@rgcjonas.gmail.com']",
    ];
    await at.start(["gsettings", "set", ...settings]).ended;
    await at.start(["gsettings", "set", "org.gnome.shell", "welcome-dialog-last-shown-version", "999"]).ended;
    const shell = at.start(
      ["gnome-shell", "--nested", "--wayland", "--unsafe-mode", "--wayland-display", socket],
      { DISPLAY: screen.DISPLAY!, MUTTER_DEBUG_DUMMY_MODE_SPECS: `${width}x${height}`, GDK_BACKEND: "" },
    );
    try {
      await waitFor("the shell", () => Deno.stat(join(env.XDG_RUNTIME_DIR!, socket)));
      env.WAYLAND_DISPLAY = socket;
      await tellBus(at);
      await named(at, "org.gnome.Shell");
      await waitFor("the shell's desktop", async () => {
        await evaluate(at, "Main.overview.hide()");
        return await evaluate(at, "Main.overview.visible") === "false";
      });
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${shell.output()}`);
    }
  },
});
