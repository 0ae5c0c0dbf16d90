import { type Display, openDisplay, type Place } from "./display.ts";
import { run } from "./process.ts";
import { waitFor } from "./wait.ts";

/** A window on the private display. */
export interface Window extends Place {
  readonly id: string;
  readonly title: string;
}

/** Reads and controls windows, mouse and keyboard of the private display. */
export interface Windows {
  /** Returns every window that the window manager shows, except the panel and the root. */
  list(): Promise<Window[]>;
  /** Waits for the window whose title equals or matches `title`. */
  find(title: string | RegExp, deadline?: number): Promise<Window>;
  /** Waits until no such window exists, and keys go to another window. */
  gone(title: string | RegExp, deadline?: number): Promise<void>;
  /** Returns the ID of the focused window, or null. */
  focused(): Promise<string | null>;
  /** Whether a part of the screen shows more than this number of colours. */
  shows(colours: number, place: Place): Promise<boolean>;
  /** Raises and focuses a window; throws at once when it no longer exists. */
  activate(window: Window): Promise<void>;
  /** Presses a key combination such as `alt+F4` or `Return`, in `window` if given. */
  key(combination: string, window?: Window): Promise<void>;
  /**
   * Waits until a program has grabbed a combination such as `ctrl+shift+k`, because an earlier
   * press would be lost and a repeated one could arrive twice.
   */
  grabbed(combination: string): Promise<void>;
  /** Types text into `window`, by default into the focused one. */
  type(text: string, window?: Window): Promise<void>;
  /** Moves the mouse and clicks: 1 left, 2 middle, 3 right. */
  click(x: number, y: number, button?: 1 | 2 | 3): Promise<void>;
  /** Moves the mouse. */
  move(x: number, y: number): Promise<void>;
  /** Closes the connection to the display; the next call opens another one. */
  close(): void;
}

/** X11 masks of modifiers, and the key symbol of F1; those of F2 and so on follow. */
const MASKS = { shift: 1, ctrl: 4, alt: 8 } as const, F1 = 0xffbe;

/** Returns the windows on the display of `env`. */
export function windowsOn(env: Record<string, string>): Windows {
  const xdotool = (...args: string[]) => run(["/usr/bin/xdotool", ...args], env);
  const fits = (title: string | RegExp) => (window: Window) =>
    typeof title === "string" ? window.title === title : title.test(window.title);

  let display: Promise<Display> | null = null;
  const close = () => {
    display?.then((open) => open.close(), () => {});
    display = null;
  };
  async function look<T>(at: (display: Display) => Promise<T>): Promise<T> {
    try {
      return await at(await (display ??= openDisplay(env.DISPLAY!)));
    } catch (error) {
      close();
      throw error;
    }
  }

  const windows: Windows = {
    async list() {
      const found = await look((display) => display.windows());
      return found.filter(({ kinds }) => !kinds.some((kind) => NO_PROGRAM.test(kind)));
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
      await waitFor("a focus", () => look((display) => display.listens()));
    },
    focused: () => look((display) => display.active()),
    shows: (colours, place) => look((display) => display.shows(colours, place)),
    async activate(window) {
      const has = async () => await windows.focused() === window.id;
      // xdotool's own --sync is not used: if another window opens and takes the focus, it would wait forever.
      const became = await waitFor(`"${window.title}" to be active`, async () => {
        if (await has()) return "active";
        if (!(await windows.list()).some(({ id }) => id === window.id)) return "gone";
        await xdotool("windowactivate", window.id);
        return await waitFor("the focus", has, 300) && "active";
      });
      if (became === "gone") throw new Error(`"${window.title}" has gone`);
    },
    async key(combination, window) {
      if (window) await windows.activate(window);
      // xdotool releases pressed modifiers and presses them again afterwards, so wait until none is
      // pressed.
      await waitFor("no modifier", () => look(async (display) => !await display.modified()), 10_000);
      // Without --window xdotool uses XTEST, which programs treat as a real keyboard.
      await xdotool("key", "--clearmodifiers", combination);
    },
    async grabbed(combination) {
      const names = combination.toLowerCase().split("+");
      const key = names.pop()!;
      const symbol = key.length === 1 ? key.charCodeAt(0) : F1 + Number(key.slice(1)) - 1;
      const mask = names.reduce((mask, name) => mask | MASKS[name as keyof typeof MASKS], 0);
      await waitFor(`${combination} to be grabbed`, () => look((display) => display.grabbed(symbol, mask)));
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
    close,
  };
  return windows;
}

/** Types of windows that do not belong to a program. */
const NO_PROGRAM = /^_NET_WM_WINDOW_TYPE_(DOCK|DESKTOP)$/;
