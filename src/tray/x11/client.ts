import type { Buffer } from "node:buffer";

/** What of npm's untyped `x11` Kedge uses. */
interface X11Module {
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

/** An event of the server, with the fields that its kind has. `time` is the server's, in ms. */
export interface X11Event {
  readonly name: string;
  readonly time: number;
  /** Of a key. */
  readonly keycode: number;
  /** Of a request for a selection: who asks for what, and where it should be put. */
  readonly requestor: number;
  readonly selection: number;
  readonly target: number;
  readonly property: number;
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
  GetInputFocus(reply: Reply<{ readonly focus: number }>): void;
  GrabKey(
    window: number,
    ownerEvents: 0 | 1,
    mask: number,
    keycode: number,
    pointerMode: 1,
    /** 0: the keyboard stands still after such a press, until {@link X11Client.AllowEvents}. */
    keyboardMode: 0 | 1,
    refused: Refused,
  ): void;
  /** Mind the order: keycode before mask. */
  UngrabKey(window: number, keycode: number, mask: number): void;
  /** Has a keyboard that stands still go on (3), up to its next key (4), or with the key as if nobody had grabbed it (5). */
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
  /** `mode` 0 replaces, 2 appends; `units` are the bits of one item. */
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

/** The server's numbers for names. */
export async function atoms<Name extends string>(
  client: Pick<X11Client, "InternAtom">,
  names: readonly Name[],
): Promise<ReadonlyMap<Name, number>> {
  const numbers = names.map((name) => asked<number>((reply) => client.InternAtom(false, name, reply)));
  return new Map((await Promise.all(numbers)).map((number, at) => [names[at]!, number] as const));
}

/** Tells who asked for a selection that it lies in that property; 0: there is none of it. */
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
