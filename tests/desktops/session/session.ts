import { join } from "node:path";
import { type Bus, connectBus, DBUS } from "../../../src/core/dbus/mod.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { sharePages } from "../../support/pages/assets.ts";
import { endFamily, familyOf } from "../../support/family.ts";
import { run, type Running, start } from "../../desktop/harness/process.ts";
import { type Tray, trayOn } from "../../desktop/harness/tray.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { startSessionBus, startXServer } from "../../desktop/harness/x_session.ts";
import { iconIn, isDrawn } from "./screen.ts";

/** Where pictures of a run are kept. */
const PICTURES = "/srv/pictures";

/** A window as the desktop knows it. */
export interface ShellWindow {
  readonly title: string;
  /** The program by the name of its desktop file. */
  readonly program: string;
  readonly focused: boolean;
  /** A point of it that takes a click and does nothing else, in pixels of the screen: what it is dragged by. */
  readonly grip: readonly [x: number, y: number];
}

/** A desktop in a window of an X server without a screen, so that keys come to it as from a keyboard. */
export interface Session {
  readonly name: string;
  /** The whole environment of programs that run on it. */
  readonly env: Record<string, string>;
  readonly home: string;
  readonly tray: Tray;
  /** A connection of the test's own to the session bus. */
  readonly bus: Bus;
  start(command: readonly string[], env?: Record<string, string>): Running;
  run(...command: string[]): Promise<string>;
  windows(): Promise<readonly ShellWindow[]>;
  /** Waits for the window of that title. */
  find(title: string | RegExp, deadline?: number): Promise<ShellWindow>;
  gone(title: string | RegExp, deadline?: number): Promise<void>;
  /** Presses keys by their names in xdotool: `ctrl+alt+k`. */
  key(...keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Moves the pointer there and clicks. */
  click(x: number, y: number, button?: "left" | "right"): Promise<void>;
  /** The middle of Kedge's icon on the panel, by the colour of its pixels; null where the panel shows none. */
  icon(): Promise<readonly [x: number, y: number] | null>;
  /** Presses what the desktop shows of the newest notification: its button, or all around it; returns a picture of it. */
  press(what: "button" | "body", since: string): Promise<string>;
  /**
   * Types a program's name where the desktop finds programs, and starts the first that it finds; absent where the test knows
   * no such place. `started` tells whether it runs.
   */
  readonly search: ((name: string, started: () => Promise<boolean>) => Promise<void>) | null;
  /** Ends what draws the desktop's panel, and waits until another one is usable. */
  newShell(): Promise<void>;
  /**
   * Keeps a picture of the whole screen under the desktop's name and this one; returns its path. With
   * `since`, waits `within` ms at most until something is drawn that this picture does not have.
   */
  picture(name: string, since?: string, within?: number): Promise<string>;
  stop(): Promise<void>;
}

/** What each desktop brings to a session. */
export interface Shell {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  /** Starts it on the X display of `screen`, and waits until it is usable; what it puts into `env` is for all that follow. */
  begin(at: Beginning): Promise<void>;
  windows(at: Beginning): Promise<readonly ShellWindow[]>;
  /** The part of the screen where its panel has icons of programs, with nothing else that is as blue as Kedge's. */
  readonly panel: Area;
  /** Waits for it, calls `seen`, and presses. */
  press(at: Beginning, what: "button" | "body", seen: () => Promise<void>): Promise<void>;
  /** Opens the place where its user types the name of a program. */
  openSearch?(at: Beginning): Promise<void>;
  /** Ends what draws its panel, and starts it again; absent where the session ends with it. */
  again?(at: Beginning): Promise<void>;
}

/** A part of the screen, in pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A session while it begins. */
export interface Beginning {
  readonly env: Record<string, string>;
  /** Environment for what talks to the screen's own X server. */
  readonly screen: Readonly<Record<string, string>>;
  readonly bus: Bus;
  readonly width: number;
  readonly height: number;
  start(command: readonly string[], env?: Record<string, string>): Running;
  /** Moves the pointer there. */
  point(x: number, y: number): Promise<void>;
  click(x: number, y: number): Promise<void>;
}

/** Starts a session and waits until its shell is there. */
export async function startSession(shell: Shell, width = 1280, height = 800): Promise<Session> {
  const slug = shell.name.toLowerCase().replaceAll(" ", "-");
  const root = await Deno.makeTempDir({ prefix: `kedge-${slug}-` });
  const env: Record<string, string> = {
    PATH: "/usr/local/bin:/usr/bin:/bin",
    LANG: "C.UTF-8",
    USER: "kedge",
    HOME: join(root, "home"),
    XDG_RUNTIME_DIR: join(root, "run"),
    TMPDIR: join(root, "tmp"),
    DENO_DIR: Deno.env.get("DENO_DIR")!,
    DENO_CERT: Deno.env.get("DENO_CERT")!,
    ...shell.env,
  };
  for (const folder of ["home", "tmp"]) await Deno.mkdir(join(root, folder), { recursive: true });
  await Deno.mkdir(env.XDG_RUNTIME_DIR!, { mode: 0o700 });
  await sharePages(kedgePaths(join(root, "home/.kedge")));
  const running: Running[] = [];
  const launch = (command: readonly string[], more: Record<string, string> = {}) => {
    const program = start(command, { ...env, ...more });
    running.push(program);
    return program;
  };
  let bus: Bus | null = null;
  const tray = trayOn(env);
  const stop = async () => {
    tray.close();
    bus?.close();
    await endFamily(
      familyOf({ mark: ["XDG_RUNTIME_DIR", env.XDG_RUNTIME_DIR!], folder: root, leaders: running }),
    );
    for (const program of running.splice(0).reverse()) await program.kill();
    // Portals leave something mounted in it; all of it goes with the mounts of this run.
    await Deno.remove(root, { recursive: true }).catch(() => {});
  };
  try {
    const { display } = await startXServer(launch, { width, height });
    const screen = { ...env, DISPLAY: display };
    const address = env.DBUS_SESSION_BUS_ADDRESS = await startSessionBus(launch, join(root, "run/bus"));
    bus = await waitFor("the session bus", () => connectBus(address));
    const tool = (...args: string[]) => run(["/usr/bin/xdotool", ...args], screen);
    const pointed = (x: number, y: number) => ["mousemove", ...[x, y].map((at) => String(Math.round(at)))];
    const point = async (x: number, y: number) => void await tool(...pointed(x, y));
    const click = async (x: number, y: number, button: "left" | "right" = "left") =>
      void await tool(...pointed(x, y), "click", button === "left" ? "1" : "3");
    const beginning: Beginning = { env, screen, bus, width, height, start: launch, point, click };
    await shell.begin(beginning);
    const fits = (title: string | RegExp) => (window: ShellWindow) =>
      typeof title === "string" ? window.title === title : title.test(window.title);
    const session: Session = {
      name: shell.name,
      env,
      home: env.HOME!,
      tray,
      bus,
      start: launch,
      run: (...command) => run(command, env),
      windows: () => shell.windows(beginning),
      async find(title, deadline) {
        let seen: readonly ShellWindow[] = [];
        try {
          return await waitFor(`window ${title}`, async () => {
            seen = await shell.windows(beginning);
            return seen.find(fits(title)) ?? null;
          }, deadline);
        } catch (error) {
          throw new Error(`${(error as Error).message}; there are: ${JSON.stringify(seen)}`);
        }
      },
      async gone(title, deadline) {
        await waitFor(
          `no window ${title}`,
          async () => !(await shell.windows(beginning)).some(fits(title)),
          deadline,
        );
      },
      key: async (...keys) => void await tool("key", "--delay", "40", ...keys),
      type: async (text) => void await tool("type", "--delay", "30", text),
      click,
      async icon() {
        const { x, y, width, height } = shell.panel;
        const path = join(root, "panel.txt");
        const part = ["-crop", `${width}x${height}+${x}+${y}`, "-depth", "8"];
        await run(["/usr/bin/import", "-silent", "-window", "root", ...part, `txt:${path}`], screen);
        const at = iconIn(await Deno.readTextFile(path));
        return at && [x + at[0], y + at[1]];
      },
      async press(what, since) {
        let seen = "";
        await shell.press(
          beginning,
          what,
          // It goes by itself soon, and may have fewer colours than a window.
          async () => {
            const name = `notification-${what}`;
            seen = await session.picture(name, since, 3000).catch(() => session.picture(name));
          },
        );
        return seen;
      },
      search: shell.openSearch
        ? async (name, started) => {
          await shell.openSearch!(beginning);
          await session.type(name);
          // What is found comes after a while; Return does nothing before.
          await waitFor(`${name} to be found and started`, async () => {
            await session.picture("search");
            await session.key("Return");
            return await waitFor("it", started, 5000).catch(() => false);
          });
        }
        : null,
      async newShell() {
        if (!shell.again) throw new Error(`${shell.name} ends with its shell`);
        await shell.again(beginning);
      },
      async picture(name, since, within) {
        const path = join(PICTURES, `${slug}-${name}.png`);
        const take = () => run(["/usr/bin/import", "-silent", "-window", "root", path], screen);
        if (!since) await take();
        else {
          await waitFor(`${name} to be drawn`, async () => {
            await take();
            return await isDrawn(path, since);
          }, within);
        }
        return path;
      },
      stop,
    };
    return session;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Ends a program at once. What it has started may live on, with its output open. */
export async function die(program: Running): Promise<void> {
  if (!program.over()) Deno.kill(program.pid, "SIGKILL");
  await program.ended;
}

/** Tells the bus what the programs that it starts are to have in their environment. */
export async function tellBus({ env }: Beginning): Promise<void> {
  await run(["/usr/bin/dbus-update-activation-environment", "--all"], env);
}

/** Waits until somebody on the bus has the name. */
export async function named({ bus }: Beginning, name: string, deadline = 120_000): Promise<void> {
  await waitFor(name, async () => {
    const [there] = await bus.call({ ...DBUS, member: "NameHasOwner", signature: "s", body: [name] });
    return there === true;
  }, deadline);
}
