import type { Area } from "../../../../../src/tray/windows/child/centre.ts";
import type { windowsToolkit } from "../../../../../src/tray/windows/child/windows.ts";
import { fakeWebview, named } from "./fake_webview.ts";

type User32 = NonNullable<Parameters<typeof windowsToolkit>[2]>;

/** ID of the windows' process. */
const OWN = 7;
/**
 * WS_OVERLAPPEDWINDOW, WS_CAPTION and WS_THICKFRAME, and the pixels that title and edge take at the
 * normal scale.
 */
const OVERLAPPED = 0x00cf0000n, CAPTION = 0x00c00000n, THICK = 0x00040000n, TITLE = 23, EDGE = 8;
/** SWP_NOSIZE, SWP_NOMOVE, SWP_NOACTIVATE */
const NO_SIZE = 1, NO_MOVE = 2, NO_ACTIVATE = 16;

/** A screen with its scale factor. */
export interface Screen extends Area {
  readonly scale: number;
}

/**
 * Simulates user32 and the library, with the position, size and style of each window; `said`
 * contains in words the calls about the foreground. The thread of a window has the number of its
 * process followed by a 1.
 */
export function fakeUser32(
  screens: readonly Screen[] = [{ x: 0, y: 0, width: 1920, height: 1040, scale: 1 }],
) {
  const { object, nameOf } = named();
  const said: string[] = [];
  const front = { window: "", process: 0 };
  const pointer = { x: 0, y: 0 };
  /**
   * Threads that share their input, and whether Windows allows this process to take the foreground.
   */
  const shared = new Set<number>();
  let allowed = false;
  const areas = new Map<string, Area>(), styles = new Map<string, bigint>();

  const areaOf = (window: string) => areas.get(window) ?? { x: 0, y: 0, width: 0, height: 0 };
  const screenAt = (x: number, y: number) =>
    screens.find((at) => x >= at.x && x < at.x + at.width && y >= at.y && y < at.y + at.height) ??
      screens[0]!;
  const scaleOf = (window: string) => screenAt(areaOf(window).x, areaOf(window).y).scale;
  /** Returns the pixels that the frame of a window takes. */
  function frameOf(window: string) {
    const style = styles.get(window) ?? OVERLAPPED, scale = scaleOf(window);
    const edge = (style & THICK) === 0n ? 0 : EDGE * scale;
    return { width: 2 * edge, height: 2 * edge + ((style & CAPTION) === 0n ? 0 : TITLE * scale) };
  }
  /** Returns the size of a window's page in CSS pixels. */
  function page(window: string) {
    const { width, height } = areaOf(window), frame = frameOf(window), scale = scaleOf(window);
    return { width: (width - frame.width) / scale, height: (height - frame.height) / scale };
  }
  function size(window: string, { width, height }: Pick<Area, "width" | "height">) {
    const frame = frameOf(window), scale = scaleOf(window);
    areas.set(window, {
      ...areaOf(window),
      width: width * scale + frame.width,
      height: height * scale + frame.height,
    });
  }
  const write = (buffer: unknown, ...numbers: number[]) => {
    const view = new DataView((buffer as Uint8Array).buffer);
    numbers.forEach((number, at) => view.setInt32(at * 4, number, true));
    return 1;
  };

  const user: User32 = {
    ShowWindow: () => 1,
    IsIconic: () => 0,
    IsZoomed: () => 0,
    FlashWindowEx: () => 1,
    SetForegroundWindow(window) {
      const taken = allowed || shared.has(front.process * 10 + 1);
      said.push(`${nameOf(window)} ${taken ? "comes to" : "is refused"} the front`);
      if (taken) Object.assign(front, { window: nameOf(window), process: OWN });
      return taken ? 1 : 0;
    },
    GetForegroundWindow: () => front.window === "" ? null : object(front.window),
    GetWindowThreadProcessId(window, process) {
      if (window === null) return 0;
      const pid = nameOf(window) === front.window ? front.process : OWN;
      if (process) write(process, pid);
      return pid * 10 + 1;
    },
    AttachThreadInput(_own, other, on) {
      said.push(`input of ${other} is ${on ? "shared" : "its own"}`);
      if (on) shared.add(other);
      else shared.delete(other);
      return 1;
    },
    GetWindowLongPtrW: (window) => styles.get(nameOf(window)) ?? OVERLAPPED,
    SetWindowLongPtrW(window, what, value) {
      if (what === -16) styles.set(nameOf(window), BigInt(value));
      return 0n;
    },
    CallWindowProcW: () => 0n,
    SetWindowPos(window, _behind, x, y, width, height, flags) {
      const name = nameOf(window), before = areaOf(name);
      if (!(flags & NO_ACTIVATE)) said.push(`${name} is activated`);
      const inner = page(name), scale = scaleOf(name);
      areas.set(name, {
        ...(flags & NO_MOVE ? { x: before.x, y: before.y } : { x, y }),
        ...(flags & NO_SIZE ? { width: before.width, height: before.height } : { width, height }),
      });
      // On a screen of another scale the library keeps the size of the page.
      if (scaleOf(name) !== scale) size(name, inner);
      return 1;
    },
    GetWindowRect(window, buffer) {
      const { x, y, width, height } = areaOf(nameOf(window));
      return write(buffer, x, y, x + width, y + height);
    },
    GetDpiForWindow: (window) => scaleOf(nameOf(window)) * 96,
    GetCursorPos: (buffer) => write(buffer, pointer.x, pointer.y),
    MonitorFromPoint(point) {
      const [x = 0, y = 0] = new Int32Array(BigUint64Array.of(BigInt(point)).buffer);
      return object(`screen ${screens.indexOf(screenAt(x, y))}`);
    },
    GetMonitorInfoW(monitor, buffer) {
      const { x, y, width, height } = screens[Number(nameOf(monitor).slice("screen ".length))]!;
      const area = [x, y, x + width, y + height];
      return write(buffer, 40, ...area, ...area);
    },
  };
  const webview = fakeWebview(object, (window, width, height) => {
    const name = nameOf(window);
    styles.set(name, (styles.get(name) ?? OVERLAPPED) | THICK);
    size(name, { width, height });
  });
  return {
    user,
    webview,
    said,
    front,
    pointer,
    areaOf,
    page,
    /** Allows this process to take the foreground from now on. */
    allow: () => allowed = true,
  };
}
