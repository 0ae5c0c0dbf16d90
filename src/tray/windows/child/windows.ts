import { looker } from "../../../core/platform/ancestors/windows.ts";
import type { WindowShape } from "../protocol.ts";
import { type Area, centred } from "./centre.ts";
import type { NativeView, Toolkit, ViewEvents } from "./toolkit.ts";
import { openWebview } from "./webview.ts";

const USER = {
  ShowWindow: { parameters: ["pointer", "i32"], result: "i32" },
  IsIconic: { parameters: ["pointer"], result: "i32" },
  IsZoomed: { parameters: ["pointer"], result: "i32" },
  FlashWindowEx: { parameters: ["buffer"], result: "i32" },
  SetForegroundWindow: { parameters: ["pointer"], result: "i32" },
  GetForegroundWindow: { parameters: [], result: "pointer" },
  GetWindowThreadProcessId: { parameters: ["pointer", "buffer"], result: "u32" },
  AttachThreadInput: { parameters: ["u32", "u32", "i32"], result: "i32" },
  GetWindowLongPtrW: { parameters: ["pointer", "i32"], result: "isize" },
  SetWindowLongPtrW: { parameters: ["pointer", "i32", "isize"], result: "isize" },
  CallWindowProcW: { parameters: ["isize", "pointer", "u32", "usize", "isize"], result: "isize" },
  SetWindowPos: { parameters: ["pointer", "pointer", "i32", "i32", "i32", "i32", "u32"], result: "i32" },
  GetWindowRect: { parameters: ["pointer", "buffer"], result: "i32" },
  GetDpiForWindow: { parameters: ["pointer"], result: "u32" },
  GetCursorPos: { parameters: ["buffer"], result: "i32" },
  // The calling convention passes a POINT as one 64-bit number.
  MonitorFromPoint: { parameters: ["u64", "u32"], result: "pointer" },
  GetMonitorInfoW: { parameters: ["pointer", "buffer"], result: "i32" },
} as const satisfies Deno.ForeignLibraryInterface;

/** SW_HIDE, SW_SHOWNOACTIVATE, SW_SHOW, SW_RESTORE */
const HIDE = 0, SHOW_QUIETLY = 4, SHOW = 5, RESTORE = 9;
/** FLASHW_ALL | FLASHW_TIMERNOFG: flashes until the window comes to the front. */
const FLASH = 3n | 12n;
/** GWLP_WNDPROC, GWL_STYLE */
const PROCEDURE = -4, STYLE = -16;
const WM_ACTIVATE = 0x06, WM_CLOSE = 0x10;
/** WS_CAPTION | WS_THICKFRAME */
const FRAME = 0x00c00000n | 0x00040000n;
/** SWP_NOSIZE, SWP_NOMOVE, and SWP_NOZORDER | SWP_NOACTIVATE | SWP_FRAMECHANGED. */
const KEEP_SIZE = 0x0001, KEEP_PLACE = 0x0002, QUIETLY = 0x0004 | 0x0010 | 0x0020;
/** USER_DEFAULT_SCREEN_DPI: dots per inch at which a CSS pixel is a pixel. */
const USUAL_DPI = 96;
/** MONITOR_DEFAULTTONEAREST */
const NEAREST = 2;
/** Prevents pages from opening windows, because the library reports no navigation. */
const SCRIPT = "window.open = () => null;";

/** Returns a window style with or without the frame. */
export function framed(style: bigint, frameless: boolean): bigint {
  return frameless ? style & ~FRAME : style | FRAME;
}

/** Returns the work area of a MONITORINFO. */
export function workArea(info: Int32Array): Area {
  const [, , , , , left = 0, top = 0, right = 0, bottom = 0] = info;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Returns a FLASHWINFO (64-bit layout) that makes a window ask for attention. */
function flashing(window: bigint): Uint8Array<ArrayBuffer> {
  const info = new BigUint64Array(4);
  info[0] = BigInt(info.byteLength);
  info[1] = window;
  info[2] = FLASH;
  return new Uint8Array(info.buffer);
}

/** Returns whether Kedge started a process as it started this one; the tray's helper alone has a window then. */
const isHelper = (pid: number) => looker()(pid)?.parent === Deno.ppid;

/**
 * Creates windows with Win32 and WebView2. Throws the loader's message when the library is missing. All but
 * its path is replaced in tests.
 */
export function windowsToolkit(
  library: string,
  webview = openWebview(library),
  user = Deno.dlopen("user32.dll", USER).symbols,
  isTray = isHelper,
): Toolkit {
  const references: unknown[] = [];

  /** Reports changes of the window's focus, and passes close requests to the host instead of closing the window. */
  function intercept(window: Deno.PointerObject, { onClose, onFocus, onBlur }: ViewEvents) {
    const procedure = new Deno.UnsafeCallback(
      { parameters: ["pointer", "u32", "usize", "isize"], result: "isize" },
      (handle, message, word, long) => {
        // The low word tells whether the window is active; zero means inactive.
        if (message === WM_ACTIVATE) (word & 0xffffn) === 0n ? onBlur() : onFocus();
        if (message !== WM_CLOSE) return user.CallWindowProcW(before, handle, message, word, long);
        onClose();
        return 0n;
      },
    );
    references.push(procedure);
    const address = Deno.UnsafePointer.value(procedure.pointer);
    const before = user.SetWindowLongPtrW(window, PROCEDURE, address);
  }

  /** Puts a window into the middle of the screen with the pointer. */
  function centre(window: Deno.PointerObject) {
    const pointer = new BigUint64Array(1);
    user.GetCursorPos(new Uint8Array(pointer.buffer));
    const info = new Int32Array(10);
    info[0] = info.byteLength;
    user.GetMonitorInfoW(user.MonitorFromPoint(pointer[0]!, NEAREST), new Uint8Array(info.buffer));
    const move = () => {
      const rectangle = new Int32Array(4);
      user.GetWindowRect(window, new Uint8Array(rectangle.buffer));
      const [left = 0, top = 0, right = 0, bottom = 0] = rectangle;
      const { x, y } = centred(workArea(info), { width: right - left, height: bottom - top });
      user.SetWindowPos(window, null, x, y, 0, 0, KEEP_SIZE | QUIETLY);
    };
    move();
    // A window that comes to a screen of another scale gets another size there.
    move();
  }

  /**
   * Brings a window to the front with the keys. A choice in the tray's menu gives that right to the tray's
   * helper, which cannot pass it on; Windows accepts a thread that shares the input of the helper's.
   */
  function bringToFront(window: Deno.PointerObject) {
    if (user.SetForegroundWindow(window) !== 0) return;
    const process = new Uint32Array(1);
    const front = user.GetWindowThreadProcessId(user.GetForegroundWindow(), new Uint8Array(process.buffer));
    if (front === 0 || !isTray(process[0]!)) return;
    const own = user.GetWindowThreadProcessId(window, null);
    if (user.AttachThreadInput(own, front, 1) === 0) return;
    user.SetForegroundWindow(window);
    user.AttachThreadInput(own, front, 0);
  }

  return {
    create(events) {
      const view = webview.create();
      if (!view) return null;
      const { window } = view;
      let shown = false;
      user.ShowWindow(window, HIDE);
      intercept(window, events);
      webview.inject(view, SCRIPT);
      return {
        load: view.load,
        retitle: view.retitle,
        shape({ title, width, height, frameless }: WindowShape) {
          // The view's former window may have been maximised or minimised, and such a window does not accept
          // a size.
          if (!shown && (user.IsZoomed(window) || user.IsIconic(window))) user.ShowWindow(window, RESTORE);
          view.retitle(title);
          // The size of a window has the frame that its style asks for.
          const style = user.GetWindowLongPtrW(window, STYLE);
          user.SetWindowLongPtrW(window, STYLE, framed(style, frameless));
          if (frameless) {
            // The library would give the window a frame again.
            const scale = user.GetDpiForWindow(window) / USUAL_DPI;
            const [w, h] = [width, height].map((length) => Math.round(length * scale)) as [number, number];
            user.SetWindowPos(window, null, 0, 0, w, h, KEEP_PLACE | QUIETLY);
          } else {
            view.size(width, height);
            user.SetWindowPos(window, null, 0, 0, 0, 0, KEEP_SIZE | KEEP_PLACE | QUIETLY);
          }
          // The library shows a window when it sets its size.
          if (!shown) user.ShowWindow(window, HIDE);
        },
        showQuietly() {
          if (!shown) {
            centre(window);
            user.ShowWindow(window, SHOW_QUIETLY);
          }
          shown = true;
          user.FlashWindowEx(flashing(Deno.UnsafePointer.value(window)));
        },
        show(position) {
          if (position === "centre" || !shown) centre(window);
          shown = true;
          user.ShowWindow(window, user.IsIconic(window) ? RESTORE : SHOW);
          bringToFront(window);
        },
        hide() {
          shown = false;
          user.ShowWindow(window, HIDE);
        },
        ...(view.carriesLoop ? {} : { destroy: view.destroy }),
      } satisfies NativeView;
    },
    // WebView2 follows the system by itself.
    setDark: () => {},
    // `sinceKey` is absent: Windows refuses `SetForegroundWindow` while the user types in another program,
    // and flashes instead.
    input: { by: "thread", waker: webview.waker },
    run: webview.run,
    // The process ends when its standard input ends.
    endWithParent: () => {},
  };
}
