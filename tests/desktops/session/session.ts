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

/** Folder for pictures. */
const PICTURES = "/srv/pictures";

/** A window as the desktop knows it. */
export interface ShellWindow {
  readonly title: string;
  /** Name of the program's desktop file. */
  readonly program: string;
  readonly focused: boolean;
  /**
   * A position in pixels of the screen where the window can be dragged, and where a click only
   * focuses it.
   */
  readonly grip: readonly [x: number, y: number];
}

/**
 * A desktop in a window of an X server without a screen, so that it gets keys as from a keyboard.
 */
export interface Session {
  readonly name: string;
  /** Complete environment of programs in the session. */
  readonly env: Record<string, string>;
  readonly home: string;
  readonly tray: Tray;
  /** The test's own connection to the session bus. */
  readonly bus: Bus;
  start(command: readonly string[], env?: Record<string, string>): Running;
  run(...command: string[]): Promise<string>;
  windows(): Promise<readonly ShellWindow[]>;
  /** Waits for the window with that title. */
  find(title: string | RegExp, deadline?: number): Promise<ShellWindow>;
  gone(title: string | RegExp, deadline?: number): Promise<void>;
  /** Presses keys by their names in xdotool: `ctrl+alt+k`. */
  key(...keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** Moves the pointer and clicks. */
  click(x: number, y: number, button?: "left" | "right"): Promise<void>;
  /**
   * Returns the centre of Kedge's icon on the panel, found by its colour; null when the panel shows
   * none.
   */
  icon(): Promise<readonly [x: number, y: number] | null>;
  /**
   * Presses the newest notification: its button, or the area around it; returns a picture of it.
   */
  press(what: "button" | "body", since: string): Promise<string>;
  /**
   * Searches a program by name and starts the first result; absent where the test cannot search.
   * `started` returns whether the program runs.
   */
  readonly search: ((name: string, started: () => Promise<boolean>) => Promise<void>) | null;
  /** Ends the program that draws the panel, and waits until another one is usable. */
  newShell(): Promise<void>;
  /**
   * Saves a picture of the whole screen under the desktop's name and this one; returns its path.
   * With `since`, waits at most `within` ms for text that the earlier picture does not show.
   */
  picture(name: string, since?: string, within?: number): Promise<string>;
  stop(): Promise<void>;
}

/** The parts of a session that depend on the desktop. */
export interface Shell {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  /**
   * Starts the desktop on the X display of `screen`, and waits until it is usable; later programs
   * also get what it adds to `env`.
   */
  begin(at: Beginning): Promise<void>;
  windows(at: Beginning): Promise<readonly ShellWindow[]>;
  /** The part of the screen where the panel shows icons, and nothing else is as blue as Kedge's. */
  readonly panel: Area;
  /** Waits for the notification, calls `seen`, and presses. */
  press(at: Beginning, what: "button" | "body", seen: () => Promise<void>): Promise<void>;
  /** Opens the search for programs. */
  openSearch?(at: Beginning): Promise<void>;
  /** Restarts the program that draws the panel; absent where the session ends with it. */
  again?(at: Beginning): Promise<void>;
}

/** A part of the screen, in pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A session that is being started. */
export interface Beginning {
  readonly env: Record<string, string>;
  /** Environment of programs that use the outer X server. */
  readonly screen: Readonly<Record<string, string>>;
  readonly bus: Bus;
  readonly width: number;
  readonly height: number;
  start(command: readonly string[], env?: Record<string, string>): Running;
  /** Moves the pointer. */
  point(x: number, y: number): Promise<void>;
  click(x: number, y: number): Promise<void>;
}

/** Starts a session and waits until its shell is usable. */
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
    // Portals leave mounts in the folder; the rest is removed with the mounts of this run.
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
          // The notification disappears soon, and may have fewer colours than a window.
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
          // Results appear after a while, and until then Return does nothing.
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

/** Kills a program at once. Its child processes may continue and keep its output open. */
export async function die(program: Running): Promise<void> {
  if (!program.over()) Deno.kill(program.pid, "SIGKILL");
  await program.ended;
}

/** Passes the environment to the bus, for programs that it starts. */
export async function tellBus({ env }: Beginning): Promise<void> {
  await run(["/usr/bin/dbus-update-activation-environment", "--all"], env);
}

/** Waits until a name on the bus has an owner. */
export async function named({ bus }: Beginning, name: string, deadline = 120_000): Promise<void> {
  await waitFor(name, async () => {
    const [there] = await bus.call({ ...DBUS, member: "NameHasOwner", signature: "s", body: [name] });
    return there === true;
  }, deadline);
}
