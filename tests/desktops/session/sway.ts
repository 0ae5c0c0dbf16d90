import { join } from "node:path";
import { run } from "../../desktop/harness/process.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { pressByMako } from "./mako.ts";
import { named, type Shell, type ShellWindow, tellBus } from "./session.ts";

/**
 * A configuration with the shortcuts that the guide recommends, because this compositor has no
 * portal for them.
 */
const CONFIG = `
output * bg #4a6482 solid_color
bindsym Ctrl+Shift+k exec /usr/bin/kedge --toggle
bar {
  position bottom
  tray_output *
}
`;

interface Node {
  readonly name: string | null;
  readonly app_id?: string | null;
  readonly pid?: number;
  readonly focused: boolean;
  readonly rect: { readonly x: number; readonly y: number; readonly width: number };
  readonly deco_rect: { readonly height: number };
  readonly nodes: readonly Node[];
  readonly floating_nodes: readonly Node[];
}

const leaves = (node: Node): Node[] => [
  ...(node.pid ? [node] : []),
  ...[...node.nodes, ...node.floating_nodes].flatMap(leaves),
];

/** Returns sway, a tiling compositor, with its own bar and mako's notifications. */
export const sway = (): Shell => ({
  name: "sway",
  env: { XDG_CURRENT_DESKTOP: "sway", XDG_SESSION_TYPE: "wayland" },
  // Its own screen has 1024 × 768, whatever the size of the outer window.
  panel: { x: 640, y: 744, width: 384, height: 24 },
  windows: async ({ env }) =>
    leaves(JSON.parse(await run(["/usr/bin/swaymsg", "-r", "-t", "get_tree"], env)))
      .map(({ name, app_id, focused, rect, deco_rect }): ShellWindow => ({
        title: name ?? "",
        program: app_id ?? "",
        focused,
        grip: [rect.x + rect.width / 2, rect.y - deco_rect.height / 2],
      })),
  press: pressByMako,
  async begin(at) {
    const { env, screen } = at;
    const config = join(env.TMPDIR!, "sway.conf");
    await Deno.writeTextFile(config, CONFIG);
    await tellBus(at);
    const compositor = at.start(["sway", "--unsupported-gpu", "-c", config], {
      DISPLAY: screen.DISPLAY!,
      WLR_BACKENDS: "x11",
      WLR_RENDERER: "pixman",
    });
    const entry = (pattern: RegExp) => async () => {
      for await (const { name } of Deno.readDir(env.XDG_RUNTIME_DIR!)) if (pattern.test(name)) return name;
      return null;
    };
    try {
      env.WAYLAND_DISPLAY = await waitFor("the compositor", entry(/^wayland-\d+$/));
      env.SWAYSOCK = join(env.XDG_RUNTIME_DIR!, await waitFor("its socket", entry(/^sway-ipc\..*\.sock$/)));
      await tellBus(at);
      at.start(["mako"]);
      await named(at, "org.freedesktop.Notifications");
      await named(at, "org.kde.StatusNotifierWatcher");
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${compositor.output()}`);
    }
  },
});
