/** What of npm's untyped `x11` the shortcut uses. */
export interface X11Module {
  createClient(
    options: { display: string; shm: false },
    ready: (error: Error | null, display: X11Display) => void,
  ): X11Client;
}

/** A connection's greeting. */
export interface X11Display {
  readonly client: X11Client;
  readonly screen: readonly { readonly root: number }[];
  readonly min_keycode: number;
  readonly max_keycode: number;
}

/** An event of the server. `time` is the server's, in ms. */
export interface X11Event {
  readonly name: string;
  readonly keycode: number;
  readonly time: number;
}

type Reply<T> = (error: Error | null, reply: T) => void;
/** Called with an error, or without one when a later answer shows that there was none; true: it is dealt with. */
type Refused = (error: Error | null | undefined) => boolean;

/** An open connection. */
export interface X11Client {
  on(name: "event", heard: (event: X11Event) => void): void;
  on(name: "error", heard: (error: Error) => void): void;
  on(name: "end", heard: () => void): void;
  GetKeyboardMapping(first: number, count: number, reply: Reply<number[][]>): void;
  GetModifierMapping(reply: Reply<number[][]>): void;
  GetInputFocus(reply: Reply<unknown>): void;
  GrabKey(
    window: number,
    ownerEvents: 0 | 1,
    mask: number,
    keycode: number,
    pointerMode: 1,
    keyboardMode: 1,
    refused: Refused,
  ): void;
  /** Mind the order: keycode before mask. */
  UngrabKey(window: number, keycode: number, mask: number): void;
  terminate(): void;
}

/** Connects to an X server. Throws an Error when there is none. */
export async function connectX11(display: string): Promise<X11Display> {
  const { default: x11 }: { default: X11Module } = await import("x11");
  return await new Promise((resolve, reject) => {
    // Without a listener a later error of the connection would end the process.
    const client = x11.createClient({ display, shm: false }, (error, greeting) => {
      if (error) reject(error);
      else resolve(greeting);
    });
    client.on("error", reject);
  });
}

/** Waits for the answer to a request. */
export function asked<T>(request: (reply: Reply<T>) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    request((error, reply) => {
      if (error) reject(error);
      else resolve(reply);
    });
  });
}
