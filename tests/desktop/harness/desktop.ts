import { join } from "node:path";
import { kedgePaths } from "../../../src/core/paths.ts";
import { sharePages } from "../../support/pages/assets.ts";
import { denoFolder } from "./deno_folder.ts";
import { leaveNothing } from "./leave.ts";
import { run, type Running, start } from "./process.ts";
import { type Tray, trayOn } from "./tray.ts";
import { waitFor } from "./wait.ts";
import { type Windows, windowsOn } from "./windows.ts";
import { startSessionBus, startXServer } from "./x_session.ts";

/** Options of a private desktop. */
export interface DesktopOptions {
  /** Whether to start lxqt-panel, which is the tray host; default true. */
  readonly panel?: boolean;
  /** Whether to start a session bus; default true. */
  readonly bus?: boolean;
  /** Size of the screen in pixels; default 1280 × 800. */
  readonly width?: number;
  readonly height?: number;
  /** Whether to paint a background for screenshots that people will see; by default it is black. */
  readonly background?: boolean;
  /** The panel's theme; default `light`. */
  readonly theme?: "light" | "dark";
  /** Whether held keys repeat; default false, because on a busy machine a short press may last long. */
  readonly repeats?: boolean;
  /** Prepares the home before any program starts. */
  readonly prepare?: (env: Home) => Promise<unknown>;
}

/** Folders of the desktop's user, as environment variables of its programs. */
export type Home = Readonly<Record<"HOME" | "XDG_CONFIG_HOME" | "XDG_DATA_HOME", string>>;

/** A running private desktop. */
export interface Desktop {
  /** Complete environment for programs on the desktop; start them with `clearEnv`. */
  readonly env: Record<string, string>;
  /** Name of the display, for example `:1`. */
  readonly display: string;
  /** The private home folder; a Kedge that is started here uses `~/.kedge` in it. */
  readonly home: string;
  readonly tray: Tray;
  readonly windows: Windows;
  /** Saves the screen, or a part of it (`WIDTHxHEIGHT+X+Y`), as PNG. */
  screenshot(path: string, part?: string): Promise<void>;
  /** Runs a program to its end and returns its output. */
  run(...command: string[]): Promise<string>;
  /** Starts a program on this desktop; it ends with the desktop. */
  start(command: readonly string[], env?: Record<string, string>, cwd?: string): Running;
  /** Position of the only tray icon on the panel, in pixels. */
  readonly icon: { readonly x: number; readonly y: number };
  /** Whether a pop-up menu is on the screen. */
  menuIsOpen(): Promise<boolean>;
  startPanel(): Promise<void>;
  stopPanel(): Promise<void>;
  /** Ends the X server, as a crash or the end of a session does. */
  stopServer(): Promise<void>;
  /** Ends every program and removes every file. */
  stop(): Promise<void>;
}

/** The tray is alone at the right end, so that a test knows the position of the icon. */
const PANEL = `panels=panel1
__userfile__=true

[panel1]
plugins=taskbar, statusnotifier
position=Bottom
panelSize=32
iconSize=22

[taskbar]
type=taskbar
buttonWidth=220

[statusnotifier]
type=statusnotifier
alignment=Right
`;

/** Starts a private desktop and waits until it is usable. */
export async function startDesktop(options: DesktopOptions = {}): Promise<Desktop> {
  const { width = 1280, height = 800, theme = "light" } = options;
  const root = await Deno.makeTempDir({ prefix: "kedge-desktop-" });
  const env: Record<string, string> & Home = {
    PATH: Deno.env.get("PATH") ?? "/usr/local/bin:/usr/bin:/bin",
    LANG: "C.UTF-8",
    HOME: join(root, "home"),
    XDG_CONFIG_HOME: join(root, "home/.config"),
    XDG_DATA_HOME: join(root, "home/.local/share"),
    XDG_CACHE_HOME: join(root, "home/.cache"),
    XDG_RUNTIME_DIR: join(root, "run"),
    XDG_CURRENT_DESKTOP: "LXQt",
    XDG_SESSION_TYPE: "x11",
    NO_AT_BRIDGE: "1",
    TMPDIR: join(root, "tmp"),
    // Deno's downloads stay usable although the home is another one.
    DENO_DIR: await denoFolder(),
  };
  for (const folder of ["home/.config/lxqt", "home/.local/share", "home/.cache", "tmp"]) {
    await Deno.mkdir(join(root, folder), { recursive: true });
  }
  await Deno.mkdir(env.XDG_RUNTIME_DIR!, { mode: 0o700 });
  await sharePages(kedgePaths(join(root, "home/.kedge")));
  await options.prepare?.(env);
  await Deno.writeTextFile(join(root, "home/.config/lxqt/panel.conf"), PANEL);
  await Deno.writeTextFile(join(root, "home/.config/lxqt/lxqt.conf"), `[General]\ntheme=${theme}\n`);

  const running: Running[] = [];
  const launch = (command: readonly string[], more: Record<string, string> = {}, cwd?: string): Running => {
    const program = start(command, { ...env, ...more }, cwd);
    running.push(program);
    return program;
  };
  const tray = trayOn(env), windows = windowsOn(env);
  const stop = async () => {
    windows.close();
    tray.close();
    await leaveNothing(root, env, running);
  };

  try {
    const { server, display } = await startXServer(launch, { width, height, repeats: options.repeats });
    env.DISPLAY = display;
    if (options.bus !== false) {
      env.DBUS_SESSION_BUS_ADDRESS = await startSessionBus(launch, join(root, "bus"));
    }
    // At the first key of a test the server changes its keyboard map, and a running window manager
    // grabs its keys again. A key in between would be lost, so send that first key before the
    // window manager starts.
    await run(["/usr/bin/xdotool", "key", "Shift_L"], env);
    launch(["openbox"]);
    await waitFor("the window manager", async () => {
      const text = await run(["/usr/bin/xprop", "-root", "_NET_SUPPORTING_WM_CHECK"], env);
      return text.includes("window id");
    });

    if (options.background) {
      // The program paints and then exits with 1, because it has no window.
      const size = `${width}x${height}`;
      await run(["/usr/bin/display", "-size", size, "-window", "root", "gradient:#5b7a99-#2f4358"], env)
        .catch(() => {});
    }

    let panel: Running | null = null;
    const desktop: Desktop = {
      env,
      display,
      home: env.HOME!,
      tray,
      windows,
      icon: { x: width - 16, y: height - 16 },
      async screenshot(path, part) {
        const crop = part ? ["-crop", part] : [];
        await run(["/usr/bin/import", "-silent", "-window", "root", ...crop, "+repage", path], env);
      },
      run: (...command) => run(command, env),
      start: launch,
      async menuIsOpen() {
        const tree = await run(["/usr/bin/xwininfo", "-root", "-tree"], env);
        const panels = [...tree.matchAll(/(0x[0-9a-f]+) .*\("lxqt-panel"/g)].map((match) => match[1]!);
        const shown = await Promise.all(panels.map(async (id) => {
          const [kind, stats] = await Promise.all([
            run(["/usr/bin/xprop", "-id", id, "_NET_WM_WINDOW_TYPE"], env),
            run(["/usr/bin/xwininfo", "-id", id, "-stats"], env),
          ]).catch(() => ["", ""]);
          return kind!.includes("_MENU") && stats!.includes("IsViewable");
        }));
        return shown.includes(true);
      },
      async startPanel() {
        panel = launch(["lxqt-panel"]);
        await waitFor("the panel", async () => {
          const names = await run(["/usr/bin/busctl", "--user", "--no-legend", "list"], env);
          return names.includes("org.kde.StatusNotifierWatcher");
        });
      },
      async stopPanel() {
        await panel?.kill();
        panel = null;
      },
      stopServer: () => server.kill(),
      stop,
    };
    if (options.panel !== false && options.bus !== false) await desktop.startPanel();
    return desktop;
  } catch (error) {
    await stop();
    throw error;
  }
}
