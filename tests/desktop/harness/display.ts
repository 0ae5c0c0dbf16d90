import type { Buffer } from "node:buffer";
import { asked, connectX11, type X11Client } from "../../../src/tray/x11/client.ts";

/** A part of the screen, in pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A window with its properties. */
export interface Found extends Place {
  readonly id: string;
  readonly title: string;
  /** Names of its types, such as `_NET_WM_WINDOW_TYPE_DOCK`. */
  readonly kinds: readonly string[];
}

/**
 * Reads a display over one connection. Tests read it many times a second; starting a program each time would
 * occupy the processors that the windows need.
 */
export interface Display {
  /**
   * Returns the window manager's list of windows, without those that are just closing. One of these may already have the
   * title of the next window, for which it is used again.
   */
  windows(): Promise<Found[]>;
  /** Returns the ID of the focused window, or null. */
  active(): Promise<string | null>;
  /**
   * Whether keys reach any window. After the end of a focused window, all keys (including shortcuts) are lost
   * until the window manager has chosen the next one.
   */
  listens(): Promise<boolean>;
  /** Whether the server considers a modifier pressed. It does as long as it holds back keys. */
  modified(): Promise<boolean>;
  /** Whether a program has the combination of a key (its symbol) and modifiers (a mask) for itself. */
  grabbed(symbol: number, mask: number): Promise<boolean>;
  /** Whether the place shows more than this number of colours. */
  shows(colours: number, place: Place): Promise<boolean>;
  close(): void;
}

/** Shift, Control, Mod1 and Mod4, without the locks. */
const MODIFIERS = 1 | 4 | 8 | 64;

/** Map state of a window that its program has hidden, and `WM_STATE` of one that is minimised. */
const UNMAPPED = 0, ICONIC = 3;

/** Focus of a display whose keys reach no window. */
const NO_WINDOW = 0;

type Reply<T> = (error: Error | null, reply: T) => void;

/** Requests to the server in addition to those of Kedge itself. */
interface Reader extends X11Client {
  GrabServer(): void;
  UngrabServer(): void;
  QueryPointer(window: number, reply: Reply<{ keyMask: number }>): void;
  GetProperty(
    remove: 0,
    window: number,
    property: number,
    type: 0,
    from: 0,
    longest: number,
    reply: Reply<{ readonly data: Buffer }>,
  ): void;
  GetWindowAttributes(window: number, reply: Reply<{ readonly mapState: number }>): void;
  GetAtomName(atom: number, reply: Reply<string>): void;
  GetGeometry(window: number, reply: Reply<{ readonly width: number; readonly height: number }>): void;
  TranslateCoordinates(
    from: number,
    to: number,
    x: number,
    y: number,
    reply: Reply<{ readonly destX: number; readonly destY: number }>,
  ): void;
  GetImage(
    format: 2,
    window: number,
    x: number,
    y: number,
    width: number,
    height: number,
    planes: number,
    reply: Reply<{ readonly data: Buffer }>,
  ): void;
}

/** Maximum length of a property that is read, in units of four bytes. */
const MAX_LENGTH = 10_000;

/** Opens a display. Throws when there is none. */
export async function openDisplay(name: string): Promise<Display> {
  const { client, screen, min_keycode: least, max_keycode: most } = await connectX11(name);
  const reader = client as Reader;
  const { root } = screen[0]!;
  const atoms = new Map<string, Promise<number>>();
  const names = new Map<number, Promise<string>>();
  const gone = new Promise<never>((_, reject) => {
    client.on("end", () => reject(new Error(`the display ${name} has gone`)));
  });
  gone.catch(() => {});
  const ask = <T>(request: (reply: Reply<T>) => void) => Promise.race([asked(request), gone]);

  function known<K, V>(map: Map<K, Promise<V>>, key: K, ask: () => Promise<V>): Promise<V> {
    if (!map.has(key)) map.set(key, ask());
    return map.get(key)!;
  }
  async function property(window: number, name: string): Promise<Buffer> {
    const atom = await known(
      atoms,
      name,
      () => ask<number>((reply) => reader.InternAtom(false, name, reply)),
    );
    const { data } = await ask<{ data: Buffer }>((reply) =>
      reader.GetProperty(0, window, atom, 0, 0, MAX_LENGTH, reply)
    );
    return data;
  }
  const numbers = (data: Buffer) =>
    Array.from({ length: data.length >> 2 }, (_, at) => data.readUInt32LE(at * 4));
  const nameOf = (atom: number) =>
    known(names, atom, () => ask<string>((reply) => reader.GetAtomName(atom, reply)));

  async function describe(window: number): Promise<Found | null> {
    const [{ mapState }, state, name, plain, kinds, { width, height }, { destX: x, destY: y }] = await Promise
      .all([
        ask<{ mapState: number }>((reply) => reader.GetWindowAttributes(window, reply)),
        property(window, "WM_STATE"),
        property(window, "_NET_WM_NAME"),
        property(window, "WM_NAME"),
        property(window, "_NET_WM_WINDOW_TYPE"),
        ask<{ width: number; height: number }>((reply) => reader.GetGeometry(window, reply)),
        ask<{ destX: number; destY: number }>((reply) =>
          reader.TranslateCoordinates(window, root, 0, 0, reply)
        ),
      ]);
    if (mapState === UNMAPPED && numbers(state)[0] !== ICONIC) return null;
    return {
      id: idOf(window),
      title: name.toString("utf8") || plain.toString("latin1"),
      kinds: await Promise.all(numbers(kinds).map(nameOf)),
      x,
      y,
      width,
      height,
    };
  }

  return {
    async windows() {
      const found = await Promise.all(
        numbers(await property(root, "_NET_CLIENT_LIST")).map((window) => describe(window).catch(() => null)),
      );
      return found.filter((window) => window !== null);
    },
    async active() {
      const [window = 0] = numbers(await property(root, "_NET_ACTIVE_WINDOW"));
      return window === 0 ? null : idOf(window);
    },
    async modified() {
      const { keyMask } = await ask<{ keyMask: number }>((reply) => reader.QueryPointer(root, reply));
      return (keyMask & MODIFIERS) !== 0;
    },
    async listens() {
      const { focus } = await ask<{ readonly focus: number }>((reply) => reader.GetInputFocus(reply));
      return focus !== NO_WINDOW;
    },
    async grabbed(symbol, mask) {
      const keys = await ask<number[][]>((reply) =>
        reader.GetKeyboardMapping(least, most - least + 1, reply)
      );
      const key = least + keys.findIndex((symbols) => symbols.includes(symbol));
      let refused = false;
      // The server serves no other client meanwhile, so this attempt cannot make Kedge's own grab
      // fail.
      reader.GrabServer();
      reader.GrabKey(root, 0, mask, key, 1, 1, (error) => {
        refused ||= error !== null && error !== undefined;
        return true;
      });
      reader.UngrabKey(root, key, mask);
      reader.UngrabServer();
      await ask((reply) => reader.GetInputFocus(reply));
      return refused;
    },
    async shows(colours, { x, y, width, height }) {
      const { data } = await ask<{ data: Buffer }>((reply) =>
        reader.GetImage(2, root, x, y, width, height, 0xffffff, reply)
      );
      const seen = new Set<number>();
      for (let at = 0; at + 4 <= data.length && seen.size <= colours; at += 4) {
        seen.add(data.readUInt32LE(at) & 0xffffff);
      }
      return seen.size > colours;
    },
    close: () => client.terminate(),
  };
}

/** Returns a window's ID in the format of X tools. */
const idOf = (window: number) => `0x${window.toString(16)}`;
