import { join } from "node:path";
import { run } from "../../desktop/harness/process.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { pressByMako } from "./mako.ts";
import { named, type Shell, type ShellWindow, tellBus } from "./session.ts";

/**
 * A configuration with the shortcuts that the guide recommends, because this compositor has no
 * portal for them.
 */
const CONFIG = `<?xml version="1.0"?>
<labwc_config>
  <keyboard>
    <default />
    <keybind key="C-S-k"><action name="Execute" command="/usr/bin/kedge --toggle" /></keybind>
  </keyboard>
</labwc_config>
`;

const BAR =
  `{ "layer": "top", "position": "bottom", "height": 30, "modules-right": ["tray"], "tray": { "spacing": 8 } }`;

/** Returns the compositor's windows in this state, as `app_id: title`. */
async function listed(env: Record<string, string>, ...states: string[]): Promise<string[]> {
  const lines = await run(["/usr/bin/wlrctl", "toplevel", "list", ...states], env);
  return lines.split("\n").filter(Boolean);
}

/** Returns labwc with waybar and mako, a typical desktop of wlroots. */
export const labwc = (): Shell => ({
  name: "labwc",
  env: { XDG_CURRENT_DESKTOP: "labwc:wlroots", XDG_SESSION_TYPE: "wayland" },
  panel: { x: 640, y: 735, width: 384, height: 33 },
  async windows({ env }) {
    const focused = await listed(env, "state:focused");
    return (await listed(env)).map((line): ShellWindow => {
      const [program, title] = /^(.*?): (.*)$/.exec(line)!.slice(1) as [string, string];
      return { title, program, focused: focused.includes(line), grip: [512, 8] };
    });
  },
  press: pressByMako,
  async begin(at) {
    const { env, screen } = at;
    const folder = env.TMPDIR!;
    await Deno.writeTextFile(join(folder, "rc.xml"), CONFIG);
    await Deno.writeTextFile(join(folder, "waybar.json"), BAR);
    await tellBus(at);
    const compositor = at.start(["labwc", "-C", folder], {
      DISPLAY: screen.DISPLAY!,
      WLR_BACKENDS: "x11",
      WLR_RENDERER: "pixman",
    });
    try {
      env.WAYLAND_DISPLAY = await waitFor("the compositor", async () => {
        for await (const { name } of Deno.readDir(env.XDG_RUNTIME_DIR!)) {
          if (/^wayland-\d+$/.test(name)) return name;
        }
        return null;
      });
      await tellBus(at);
      at.start(["mako"]);
      at.start(["waybar", "-c", join(folder, "waybar.json")]);
      await named(at, "org.freedesktop.Notifications");
      await named(at, "org.kde.StatusNotifierWatcher");
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${compositor.output()}`);
    }
  },
});
