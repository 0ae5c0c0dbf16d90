import { join } from "node:path";
import { tokenFile } from "../../../src/core/aws/session/names.ts";
import { formatToken } from "../../../src/core/aws/session/token.ts";
import { Secret } from "../../../src/core/secret.ts";
import type { FakePortal } from "../../support/cloud/fake_portal.ts";
import { PORTAL } from "../../support/cloud/stage.ts";
import { program } from "../../support/program/program.ts";
import { type Desktop, type Place, waitFor, type Window } from "../harness/mod.ts";

/** Folder for screenshots of the walk; none are saved when it is not set. */
const IMAGES = Deno.env.get("KEDGE_TEST_IMAGES");

/** Saves a picture of the screen, of a part of it (`WIDTHxHEIGHT+X+Y`), or of one window. */
export async function picture(desktop: Desktop, name: string, what?: Window | string): Promise<void> {
  if (!IMAGES) return;
  const path = join(IMAGES, `${name}.png`);
  if (typeof what !== "object") return await desktop.screenshot(path, what);
  await new Deno.Command("/usr/bin/import", {
    args: ["-window", what.id, path],
    env: desktop.env,
    clearEnv: true,
  }).output();
}

/** Returns the error of a walk with the visible windows, the menu, the log, and `more`. */
export async function failed(desktop: Desktop, error: unknown, more = "", name = "failure"): Promise<Error> {
  const { windows, tray, home } = desktop;
  await picture(desktop, name);
  const titles = (await windows.list().catch(() => [])).map(({ title }) => title).join(", ");
  const log = await Deno.readTextFile(join(home, ".kedge/logs/kedge.log")).catch(String);
  const menu = await tray.menuText().catch(String);
  return new Error(`windows: ${titles}; ${more}\n${menu}\n${log}`, { cause: error });
}

/**
 * Opens the icon's menu as a person does, and closes it. `keys` move to an item for a picture;
 * without a picture they are not pressed, because Qt's menus sometimes crash the panel when keys
 * come quickly.
 */
export async function openMenu(desktop: Desktop, name: string, keys: readonly string[]): Promise<void> {
  const { windows, icon } = desktop;
  await windows.click(icon.x, icon.y, 3);
  await waitFor("the menu to open", () => desktop.menuIsOpen());
  if (IMAGES) {
    for (const key of keys) await windows.key(key);
    await picture(desktop, name, "720x420+560+380");
  }
  await waitFor("the menu to close", async () => {
    await windows.key("Escape");
    return !await desktop.menuIsOpen();
  });
}

/** Waits until the tray menu, as text, matches. */
export async function menuShows({ tray }: Desktop, line: RegExp, deadline?: number): Promise<void> {
  await waitFor(`the menu to show ${line}`, async () => {
    const text = await tray.menuText();
    if (!line.test(text)) throw new Error(`it shows\n${text}`);
    return true;
  }, deadline);
}

/**
 * Types and presses Return until the next window opens, because a new page may ignore keys at
 * first.
 */
export async function typeUntil(desktop: Desktop, title: string, text: string, next: string): Promise<void> {
  const { windows } = desktop;
  const window = await drawn(desktop, title);
  await read(desktop, window);
  await windows.type(text, window);
  await windows.key("Return", window);
  await windows.find(next);
}

/**
 * Milliseconds for a window to close after its key, because the next press would reach the window
 * behind it.
 */
const GOING = 10_000;

/**
 * Presses the key until the window stays closed. A window that is just opening may be missing in
 * the list, because the previous one is still listed instead.
 */
export async function pressUntilGone(desktop: Desktop, key: string, title: string): Promise<void> {
  const { windows } = desktop;
  let missing = 0, pressed = false;
  await waitFor(`"${title}" to go on ${key}`, async () => {
    const window = (await windows.list()).find((window) => window.title === title);
    missing = window ? 0 : missing + 1;
    if (!window) return pressed && missing > 10;
    await read(desktop, window);
    await windows.key(key, window);
    pressed = true;
    await windows.gone(title, GOING).catch(() => {});
    return false;
  }, 60_000);
}

/**
 * Time in ms that a window that opened by itself must have the focus before its keys count. The page
 * counts a second from its focus event, which comes late on a busy machine.
 */
const READ = 2500;

/** Focuses a window that may have opened by itself, and waits until its keys count. */
export async function read({ windows }: Desktop, window: Window): Promise<void> {
  await windows.activate(window);
  const began = performance.now();
  await waitFor("it to be read", () => performance.now() - began > READ);
}

/** Returns whether a window shows more than one flat colour. */
export function isDrawn({ windows }: Desktop, { x, y, width, height }: Place): Promise<boolean> {
  // Leave out the window frame and its colours.
  return windows.shows(20, { x: x + 40, y: y + 40, width: width - 80, height: height - 80 });
}

/** Waits until a window is open and drawn. */
export async function drawn(
  desktop: Desktop,
  what: string | RegExp | Window,
  deadline?: number,
): Promise<Window> {
  const isTitle = typeof what === "string" || what instanceof RegExp;
  const window = isTitle ? await desktop.windows.find(what, deadline) : what;
  await waitFor(`"${window.title}" to be drawn`, () => isDrawn(desktop, window));
  return window;
}

/** Opens the palette as its shortcut does. */
export async function openPalette(desktop: Desktop, env?: Readonly<Record<string, string>>): Promise<Window> {
  desktop.start([...program(), "--toggle"], env);
  return await drawn(desktop, "Kedge palette");
}

/** Creates Kedge's home with that configuration, and returns its path. */
export async function configured(desktop: Desktop, config: object): Promise<string> {
  const home = join(desktop.home, ".kedge");
  await Deno.mkdir(home, { recursive: true, mode: 0o700 });
  await Deno.writeTextFile(join(home, "config.json"), JSON.stringify(config));
  return home;
}

/** Signs the user in to the portal, as another tool would. */
export async function signedIn(
  desktop: Desktop,
  portal: FakePortal,
  expiresAt?: number,
): Promise<void> {
  const folder = join(desktop.home, ".aws/sso/cache");
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const opened = portal.open();
  const token = {
    ...PORTAL,
    accessToken: new Secret(opened.accessToken),
    expiresAt: expiresAt ?? opened.expiresAt,
  };
  const file = join(folder, await tokenFile(PORTAL.startUrl));
  await Deno.writeTextFile(file, formatToken(token), { mode: 0o600 });
}

/** Replaces the user's browser by a program, and returns the search path that contains it. */
export async function browserOf(desktop: Desktop, script: string): Promise<string> {
  const bin = join(desktop.home, "bin");
  await Deno.mkdir(bin);
  await Deno.writeTextFile(join(bin, "xdg-open"), script, { mode: 0o755 });
  return `${bin}:${desktop.env.PATH}`;
}

/**
 * Repeats an action every `patience` ms until it is `done`, because a new page may ignore it. A
 * quicker repetition would reach whatever the first one has opened.
 */
export async function insist(
  what: string,
  patience: number,
  done: () => boolean | Promise<boolean>,
  act: () => Promise<void>,
): Promise<void> {
  await waitFor(what, async () => {
    try {
      await act();
    } catch (error) {
      // The window may be gone because an earlier try has worked after all.
      if (await done()) return true;
      throw error;
    }
    return await waitFor(what, done, patience).catch(() => null);
  }, 60_000);
}
