import { run } from "./process.ts";
import { waitFor } from "./wait.ts";

/** A window on the private display. Places and sizes are pixels. */
export interface Window {
  readonly id: string;
  readonly title: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Looking at and driving windows, mouse and keyboard of the private display. */
export interface Windows {
  /** Every window the window manager shows, the panel and the root left out. */
  list(): Promise<Window[]>;
  /** Waits for the window whose title is, or matches, `title`. */
  find(title: string | RegExp, deadline?: number): Promise<Window>;
  /** Waits until no such window is there. */
  gone(title: string | RegExp, deadline?: number): Promise<void>;
  /** The id of the focused window, or null. */
  focused(): Promise<string | null>;
  /** Raises and focuses. */
  activate(window: Window): Promise<void>;
  /** Presses a key combination such as `alt+F4` or `Return`, in `window` when given. */
  key(combination: string, window?: Window): Promise<void>;
  /** Types text into `window`, or where the focus is. */
  type(text: string, window?: Window): Promise<void>;
  /** Moves the mouse and clicks: 1 left, 2 middle, 3 right. */
  click(x: number, y: number, button?: 1 | 2 | 3): Promise<void>;
  /** Moves the mouse. */
  move(x: number, y: number): Promise<void>;
}

/** The windows on the display of `env`. */
export function windowsOn(env: Record<string, string>): Windows {
  const xdotool = (...args: string[]) => run(["/usr/bin/xdotool", ...args], env);
  const fits = (title: string | RegExp) => (window: Window) =>
    typeof title === "string" ? window.title === title : title.test(window.title);

  const windows: Windows = {
    async list() {
      const property = await run(["/usr/bin/xprop", "-root", "_NET_CLIENT_LIST"], env);
      const ids = property.match(/0x[0-9a-f]+/g) ?? [];
      const found = await Promise.all(ids.map((id) => describe(id, env).catch(() => null)));
      return found.filter((window) => window !== null);
    },
    find(title, deadline) {
      return waitFor(
        `window ${title}`,
        async () => (await windows.list()).find(fits(title)) ?? null,
        deadline,
      );
    },
    async gone(title, deadline) {
      await waitFor(`no window ${title}`, async () => !(await windows.list()).some(fits(title)), deadline);
    },
    async focused() {
      const text = await run(["/usr/bin/xprop", "-root", "_NET_ACTIVE_WINDOW"], env);
      const id = text.match(/0x[0-9a-f]+/)?.[0];
      return id && id !== "0x0" ? id : null;
    },
    async activate(window) {
      await xdotool("windowactivate", "--sync", window.id);
    },
    async key(combination, window) {
      if (window) await windows.activate(window);
      // Without --window xdotool uses XTEST, which programs take for a real keyboard.
      await xdotool("key", "--clearmodifiers", combination);
    },
    async type(text, window) {
      if (window) await windows.activate(window);
      await xdotool("type", "--delay", "4", "--", text);
    },
    async click(x, y, button = 1) {
      await xdotool("mousemove", `${x}`, `${y}`, "click", `${button}`);
    },
    async move(x, y) {
      await xdotool("mousemove", `${x}`, `${y}`);
    },
  };
  return windows;
}

/** Title and place of a window; null for what is not a window of a program (panel, desktop). */
async function describe(id: string, env: Record<string, string>): Promise<Window | null> {
  const [properties, geometry] = await Promise.all([
    run(["/usr/bin/xprop", "-id", id, "_NET_WM_NAME", "WM_NAME", "_NET_WM_WINDOW_TYPE"], env),
    // xdotool's own geometry counts the frame twice.
    run(["/usr/bin/xwininfo", "-id", id], env),
  ]);
  if (/_NET_WM_WINDOW_TYPE_(DOCK|DESKTOP)/.test(properties)) return null;
  const title = properties.match(/NAME\([A-Z0-9_]+\) = "(.*)"/)?.[1] ?? "";
  const number = (name: string) => Number(geometry.match(new RegExp(`${name}: +(-?\\d+)`))?.[1]);
  const place = { x: number("Absolute upper-left X"), y: number("Absolute upper-left Y") };
  return { id, title, ...place, width: number("Width"), height: number("Height") };
}
