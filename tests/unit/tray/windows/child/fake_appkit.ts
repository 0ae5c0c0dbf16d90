import type { Area } from "../../../../../src/tray/windows/child/centre.ts";
import type { openObjc } from "../../../../../src/tray/windows/child/objc.ts";
import { fakeWebview, named } from "./fake_webview.ts";

type Pointer = Deno.PointerValue;

/**
 * NSWindowStyleMaskTitled with related bits, NSWindowStyleMaskFullSizeContentView, and the height
 * of a title bar.
 */
const TITLED = 15, FULL_SIZE = 1 << 15, TITLE = 28;

/**
 * Simulates AppKit and the library. Objects are names; `said` contains every message in words,
 * properties that were set can be read, and windows have a frame whose y axis points up. The first
 * screen is the main one.
 */
export function fakeAppKit(screens: readonly Area[] = [{ x: 0, y: 0, width: 1440, height: 900 }]) {
  const { object, nameOf } = named();
  const said: string[] = [];
  const set = new Map<string, Pointer>();
  const yes = new Set<string>();
  const methods = new Map<string, Pointer>();
  const frames = new Map<string, Area>(), styles = new Map<string, number>();
  const mouse = { x: 0, y: 0 };

  const frameOf = (window: string) => frames.get(window) ?? { x: 0, y: 0, width: 0, height: 0 };
  const titleOf = (window: string) => ((styles.get(window) ?? TITLED) & FULL_SIZE ? 0 : TITLE);

  function place(window: string, name: string, x: number, y: number) {
    const frame = frameOf(window);
    if (name === "setFrameTopLeftPoint:") frames.set(window, { ...frame, x, y: y - frame.height });
    if (name === "setContentSize:") {
      frames.set(window, { ...frame, width: x, height: y + titleOf(window) });
    }
  }

  function send(to: Pointer, name: string, ...values: unknown[]): Pointer {
    said.push([nameOf(to), name, ...values].join(" "));
    if (name === "setStyleMask:") styles.set(nameOf(to), values[0] as number);
    if (name === "objectAtIndex:") return object(`screen ${values[0]}`);
    return set.get(`${nameOf(to)} ${name}`) ?? object(`${nameOf(to)}.${name}`);
  }
  const objc: ReturnType<typeof openObjc> = {
    selector: object,
    classNamed: object,
    classOf: (of) => object(`class of ${nameOf(of)}`),
    send,
    sendPointer(to, name, value) {
      const property = /^set(.)(.*):$/.exec(name);
      if (property) set.set(`${nameOf(to)} ${property[1]!.toLowerCase()}${property[2]}`, value);
      return send(to, name, nameOf(value));
    },
    sendPointers: (to, name, ...values) => send(to, name, ...values.map(nameOf)),
    sendNumber: send,
    sendBoolean: (to, name, value) => void send(to, name, value),
    sendDouble: send,
    sendPoint(to, name, x, y) {
      send(to, name, x, y);
      place(nameOf(to), name, x, y);
    },
    askPoint: () => mouse,
    askArea(of, name) {
      const screen = screens[Number(/^screen (\d)$/.exec(nameOf(of))?.[1])];
      // The main screen has the menu bar.
      if (screen && name === "visibleFrame" && screen === screens[0]) {
        return { ...screen, height: screen.height - 24 };
      }
      return screen ?? frameOf(nameOf(of));
    },
    askNumber: (of, name) => name === "count" ? screens.length : styles.get(nameOf(of)) ?? 0,
    askBoolean: (of, name) => yes.has(`${nameOf(of)} ${name}`),
    takes: () => true,
    string: (text) => object(`"${text}"`),
    text: (of) => nameOf(of).replaceAll('"', ""),
    newClass: object,
    addMethod(to, name, implementation) {
      said.push(`${nameOf(to)} gets ${name}`);
      methods.set(name, implementation);
      return 1;
    },
  };
  const webview = fakeWebview(object, (window, width, height) => {
    const name = nameOf(window), { x, width: w, height: h } = screens[0]!;
    said.push(`library sizes ${name}`);
    styles.set(name, TITLED);
    frames.set(name, { x: x + (w - width) / 2, y: (h - height) / 2, width, height });
  }, (window) => void said.push(`library destroys ${nameOf(window)}`));
  /** Calls a method that AppKit would call. */
  function call(name: string, ...objects: Pointer[]): number {
    const parameters: Deno.NativeType[] = ["pointer", "pointer", ...objects.map(() => "pointer" as const)];
    const method = new Deno.UnsafeFnPointer(methods.get(name) as never, { parameters, result: "u8" });
    return (method.call as (...values: Pointer[]) => number)(null, null, ...objects);
  }
  /** Returns the size of a window's page. */
  function page(window: string) {
    const { width, height } = frameOf(window);
    return { width, height: height - titleOf(window) };
  }
  return { objc, webview, said, object, nameOf, yes, call, frames, frameOf, page, mouse };
}
