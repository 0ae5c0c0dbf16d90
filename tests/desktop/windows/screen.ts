import { connectX11 } from "../../../src/tray/x11/client.ts";

/** A rectangle of the screen, in pixels. */
interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Reads a private display and sends keys over one connection, which is quicker than starting
 * programs.
 */
export interface Screen {
  /** Returns the key codes of keys by their names, to be pressed together. */
  keys(...names: string[]): Promise<readonly number[]>;
  press(keys: readonly number[]): void;
  /** Presses keys without releasing them. */
  hold(keys: readonly number[]): void;
  release(keys: readonly number[]): void;
  /** Returns the pixels of a part. */
  part(part: Part): Promise<Uint8Array>;
  /** Waits until the number of colours of a part fulfils `enough`. */
  until(part: Part, enough: (colours: number) => boolean): Promise<void>;
  differs(part: Part, from: Uint8Array): Promise<void>;
  same(part: Part, as: Uint8Array): Promise<void>;
  close(): void;
}

const SYMBOLS: Readonly<Record<string, number>> = {
  Control_L: 0xffe3,
  Shift_L: 0xffe1,
  Escape: 0xff1b,
  BackSpace: 0xff08,
};
/** Milliseconds until a part of the screen must be as expected. */
const PATIENCE = 60_000;

/** Connects to the display of that name. */
export async function openScreen(display: string): Promise<Screen> {
  const greeting = await connectX11(display);
  // deno-lint-ignore no-explicit-any -- what only tests use of the untyped package
  const client = greeting.client as any;
  const root = greeting.screen[0]!.root;
  // deno-lint-ignore no-explicit-any
  const test = await new Promise<any>((resolve, reject) =>
    client.require("xtest", (error: Error | null, found: unknown) => error ? reject(error) : resolve(found))
  );
  const first = greeting.min_keycode;
  const part = ({ x, y, width, height }: Part) =>
    new Promise<Uint8Array>((resolve, reject) =>
      client.GetImage(
        2,
        root,
        x,
        y,
        width,
        height,
        0xffffffff,
        (error: Error | null, image: { data: Uint8Array }) =>
          error ? reject(error) : resolve(new Uint8Array(image.data)),
      )
    );
  async function look(where: Part, fits: (pixels: Uint8Array) => boolean): Promise<void> {
    const end = performance.now() + PATIENCE;
    while (performance.now() < end) if (fits(await part(where))) return;
    throw new Error(`the screen did not change at ${where.x},${where.y}`);
  }
  const hold = (keys: readonly number[]) => {
    for (const key of keys) test.FakeInput(test.KeyPress, key, 0, root, 0, 0);
  };
  const release = (keys: readonly number[]) => {
    for (const key of keys.toReversed()) test.FakeInput(test.KeyRelease, key, 0, root, 0, 0);
  };
  return {
    keys: (...names) =>
      new Promise((resolve, reject) =>
        client.GetKeyboardMapping(
          first,
          greeting.max_keycode - first,
          (error: Error | null, all: readonly (readonly number[])[]) => {
            if (error) return reject(error);
            resolve(names.map((name) => {
              const symbol = SYMBOLS[name] ?? name.charCodeAt(0);
              return first + all.findIndex((own) => own.includes(symbol));
            }));
          },
        )
      ),
    press(keys) {
      hold(keys);
      release(keys);
    },
    hold,
    release,
    part,
    until: (where, enough) => look(where, (pixels) => enough(colours(pixels))),
    differs: (where, from) => look(where, (pixels) => pixels.some((value, at) => value !== from[at])),
    same: (where, as) => look(where, (pixels) => pixels.every((value, at) => value === as[at])),
    close: () => client.terminate(),
  };
}

function colours(pixels: Uint8Array): number {
  const seen = new Set<number>();
  const words = new Uint32Array(pixels.buffer, 0, pixels.length >> 2);
  for (const word of words) seen.add(word);
  return seen.size;
}
