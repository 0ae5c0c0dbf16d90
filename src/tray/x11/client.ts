import type { Buffer } from "node:buffer";

/** The part of npm's untyped package `x11` that Kedge uses. */
interface X11Module {
  createClient(
    options: { display: string; shm: false },
    ready: (error: Error | null, display: X11Display) => void,
  ): X11Client;
}

/** Data that the server sends when a connection opens. */
export interface X11Display {
  readonly client: X11Client;
  readonly screen: readonly { readonly root: number }[];
  readonly min_keycode: number;
  readonly max_keycode: number;
}

/** An event of the server, with the fields of its kind. `time` is the server's time in ms. */
export interface X11Event {
  readonly name: string;
  readonly time: number;
  /** Keycode of a key event. */
  readonly keycode: number;
  /**
   * Fields of a request for a selection: the asking window, the selection, the wanted format, and the
   * property to write.
   */
  readonly requestor: number;
  readonly selection: number;
  readonly target: number;
  readonly property: number;
}

type Reply<T> = (error: Error | null, reply: T) => void;
/**
 * Called with the error of a request, or without one when a later reply shows that the request succeeded.
 * Returns true when it has handled the error.
 */
type Refused = (error: Error | null | undefined) => boolean;

/** An open connection. */
export interface X11Client {
  on(name: "event", heard: (event: X11Event) => void): void;
  on(name: "error", heard: (error: Error) => void): void;
  on(name: "end", heard: () => void): void;
  GetKeyboardMapping(first: number, count: number, reply: Reply<number[][]>): void;
  GetModifierMapping(reply: Reply<number[][]>): void;
  GetInputFocus(reply: Reply<{ readonly focus: number }>): void;
  GrabKey(
    window: number,
    ownerEvents: 0 | 1,
    mask: number,
    keycode: number,
    pointerMode: 1,
    /** 0 freezes the keyboard after each press until {@link X11Client.AllowEvents}; 1 does not. */
    keyboardMode: 0 | 1,
    refused: Refused,
  ): void;
  /** The parameters are in another order than those of GrabKey: keycode before mask. */
  UngrabKey(window: number, keycode: number, mask: number): void;
  /**
   * Releases a frozen keyboard: all events (3), events up to the next key (4), or the frozen key as if it had
   * not been grabbed (5).
   */
  AllowEvents(mode: 3 | 4 | 5, time: number): void;
  AllocID(): number;
  CreateWindow(
    window: number,
    parent: number,
    x: number,
    y: number,
    width: number,
    height: number,
    border: number,
    depth: number,
    kind: number,
    visual: number,
    values: { readonly eventMask: number },
  ): void;
  InternAtom(onlyIfExists: boolean, name: string, reply: Reply<number>): void;
  /** `mode` 0 replaces, 2 appends; `units` is the number of bits of an item. */
  ChangeProperty(
    mode: 0 | 2,
    window: number,
    property: number,
    type: number,
    units: 8 | 32,
    data: Buffer | readonly number[],
  ): void;
  SetSelectionOwner(window: number, selection: number, time: number): void;
  GetSelectionOwner(selection: number, reply: Reply<number>): void;
  SendEvent(
    window: number,
    propagate: 0 | 1,
    mask: number,
    event: Partial<X11Event> & { readonly type: number; readonly seq: number },
  ): void;
  terminate(): void;
}

/** Connects to an X server. Throws an Error when there is none. */
export async function connectX11(display: string): Promise<X11Display> {
  const { default: x11 }: { default: X11Module } = await import("x11");
  return await new Promise((resolve, reject) => {
    // Without a listener, a later error of the connection would end the process.
    const client = x11.createClient({ display, shm: false }, (error, greeting) => {
      if (error) reject(error);
      else resolve(greeting);
    });
    client.on("error", reject);
  });
}

/** Waits for the reply to a request. */
export function asked<T>(request: (reply: Reply<T>) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    request((error, reply) => {
      if (error) reject(error);
      else resolve(reply);
    });
  });
}

/** Returns the server's atoms for names. */
export async function atoms<Name extends string>(
  client: Pick<X11Client, "InternAtom">,
  names: readonly Name[],
): Promise<ReadonlyMap<Name, number>> {
  const numbers = names.map((name) => asked<number>((reply) => client.InternAtom(false, name, reply)));
  return new Map((await Promise.all(numbers)).map((number, at) => [names[at]!, number] as const));
}

/** Tells the asking window that the selection is in `property`; 0 means that the format is not available. */
export function notifySelection(
  client: Pick<X11Client, "SendEvent">,
  { requestor, selection, target, time }: X11Event,
  property: number,
): void {
  client.SendEvent(requestor, 0, 0, {
    name: "SelectionNotify",
    type: 31,
    seq: 0,
    time,
    requestor,
    selection,
    target,
    property,
  });
}
