import { join } from "node:path";
import { denoFolder } from "./deno_folder.ts";
import { leaveNothing } from "./leave.ts";
import { run, type Running, start } from "./process.ts";
import { waitFor } from "./wait.ts";

/** A window as the compositor reports it. Positions and sizes are in the compositor's pixels. */
export interface WaylandWindow {
  readonly id: number;
  readonly title: string;
  readonly program: string;
  readonly focused: boolean;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A private desktop with a real Wayland compositor (sway), without a screen and without an X server. */
export interface WaylandDesktop {
  readonly env: Record<string, string>;
  readonly home: string;
  start(command: readonly string[], env?: Record<string, string>): Running;
  windows(): Promise<readonly WaylandWindow[]>;
  /** Waits for the only window with this title. */
  find(title: string | RegExp, deadline?: number): Promise<WaylandWindow>;
  gone(title: string | RegExp): Promise<void>;
  /** Types into the focused window. */
  type(text: string): Promise<void>;
  /** Presses a key by its name, such as `Return`, while the modifiers (`shift`, `ctrl`, `alt`) are held. */
  key(name: string, ...modifiers: string[]): Promise<void>;
  /** Returns the number of colours that the screen shows within a window. */
  colours(window: WaylandWindow): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Windows choose their positions, as on a usual desktop, and do not get the focus by opening: only a token of
 * xdg-activation from a key or a click gives it. Keys do not repeat.
 */
const CONFIG = `
output HEADLESS-1 resolution 1280x800 bg #4a6482 solid_color
focus_follows_mouse no
focus_on_window_activation focus
for_window [app_id=".*"] floating enable
no_focus [app_id="dev.kedge.Kedge"]
default_floating_border none
input * repeat_delay 60000
`;

/** The compositor refuses to run as root, so it runs as another user in its own namespace. */
const AS_USER = Deno.uid() === 0 ? ["unshare", "--user", "--map-user=1000", "--map-group=1000"] : [];

/** Starts the desktop and waits until it accepts windows. */
export async function startWayland(): Promise<WaylandDesktop> {
  const root = await Deno.makeTempDir({ prefix: "kedge-wayland-" });
  const socket = join(root, "bus");
  const env: Record<string, string> = {
    PATH: Deno.env.get("PATH") ?? "/usr/local/bin:/usr/bin:/bin",
    LANG: "C.UTF-8",
    HOME: join(root, "home"),
    XDG_CONFIG_HOME: join(root, "home/.config"),
    XDG_RUNTIME_DIR: join(root, "run"),
    XDG_CURRENT_DESKTOP: "sway",
    XDG_SESSION_TYPE: "wayland",
    TMPDIR: join(root, "tmp"),
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}`,
    DENO_DIR: await denoFolder(),
  };
  for (const folder of ["home/.config", "tmp"]) await Deno.mkdir(join(root, folder), { recursive: true });
  await Deno.mkdir(env.XDG_RUNTIME_DIR!, { mode: 0o700 });
  const config = join(root, "sway.conf");
  await Deno.writeTextFile(config, CONFIG);
  const running: Running[] = [];
  const launch = (command: readonly string[], more: Record<string, string> = {}) => {
    const program = start(command, { ...env, ...more });
    running.push(program);
    return program;
  };
  const stop = () => leaveNothing(root, env, running);
  try {
    const bus = join(root, "bus.conf");
    await Deno.writeTextFile(bus, busOf(socket));
    launch(["dbus-daemon", `--config-file=${bus}`, "--nofork", "--nopidfile"]);
    await waitFor("the session bus", () => Deno.stat(socket));
    const compositor = launch([...AS_USER, "sway", "--unsupported-gpu", "-c", config], {
      WLR_BACKENDS: "headless",
      WLR_RENDERER: "pixman",
      WLR_LIBINPUT_NO_DEVICES: "1",
    });
    const entry = (pattern: RegExp) => async () => {
      for await (const { name } of Deno.readDir(env.XDG_RUNTIME_DIR!)) if (pattern.test(name)) return name;
      return null;
    };
    try {
      env.WAYLAND_DISPLAY = await waitFor("the compositor", entry(/^wayland-\d+$/));
      env.SWAYSOCK = join(env.XDG_RUNTIME_DIR!, await waitFor("its socket", entry(/^sway-ipc\..*\.sock$/)));
    } catch (error) {
      throw new Error(`${(error as Error).message}: ${compositor.output()}`);
    }
    // This keyboard always exists. A keyboard that exists only for one key would disappear before a window
    // notices it.
    launch(["wtype", "-s", "86400000", "-k", "Escape"]);
    const fits = (title: string | RegExp) => (window: WaylandWindow) =>
      typeof title === "string" ? window.title === title : title.test(window.title);
    const desktop: WaylandDesktop = {
      env,
      home: env.HOME!,
      start: launch,
      windows: async () => leaves(JSON.parse(await run(["/usr/bin/swaymsg", "-r", "-t", "get_tree"], env))),
      find: (title, deadline) =>
        waitFor(
          `window ${title}`,
          async () => {
            const windows = await desktop.windows();
            const found = windows.find(fits(title));
            if (!found) {
              throw new Error(`there are ${windows.map(({ title }) => `"${title}"`).join(", ") || "none"}`);
            }
            return found;
          },
          deadline,
        ),
      async gone(title) {
        await waitFor(`no window ${title}`, async () => !(await desktop.windows()).some(fits(title)));
      },
      type: async (text) => void await run(["/usr/bin/wtype", "-d", "4", "--", text], env),
      async key(name, ...modifiers) {
        const held = modifiers.flatMap((modifier) => ["-M", modifier]);
        await run(["/usr/bin/wtype", ...held, "-k", name], env);
      },
      async colours({ x, y, width, height }) {
        const picture = join(root, "screen.png");
        await run(["/usr/bin/grim", "-g", `${x},${y} ${width}x${height}`, picture], env);
        return Number(await run(["/usr/bin/identify", "-format", "%k", picture], env));
      },
      stop,
    };
    return desktop;
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Returns the configuration of a bus that starts no services, because GTK would wait for portals that have no
 * desktop.
 */
function busOf(socket: string): string {
  return `<busconfig><type>session</type><listen>unix:path=${socket}</listen>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>`;
}

interface Node {
  readonly id: number;
  readonly name: string | null;
  readonly app_id?: string | null;
  readonly pid?: number;
  readonly focused: boolean;
  readonly rect: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly nodes?: readonly Node[];
  readonly floating_nodes?: readonly Node[];
}

/** Returns the windows in the compositor's tree. */
function leaves(node: Node): WaylandWindow[] {
  const below = [...node.nodes ?? [], ...node.floating_nodes ?? []].flatMap(leaves);
  if (node.pid === undefined || below.length > 0) return below;
  const { id, name, app_id, focused, rect } = node;
  return [{ id, title: name ?? "", program: app_id ?? "", focused, ...rect }];
}
