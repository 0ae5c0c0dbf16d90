import { cString } from "./c_string.ts";
import { openedOnce } from "./opened_once.ts";
import { type Area, centred, covers, positioned, sizeOn } from "./centre.ts";

const gdkLibrary = openedOnce("libgtk-4.so.1", {
  gtk_native_get_surface: { parameters: ["pointer"], result: "pointer" },
  gtk_widget_realize: { parameters: ["pointer"], result: "void" },
  gdk_surface_get_display: { parameters: ["pointer"], result: "pointer" },
  gdk_surface_get_scale_factor: { parameters: ["pointer"], result: "i32" },
  gdk_surface_get_width: { parameters: ["pointer"], result: "i32" },
  gdk_surface_get_height: { parameters: ["pointer"], result: "i32" },
  gdk_display_get_monitors: { parameters: ["pointer"], result: "pointer" },
  gdk_x11_monitor_get_workarea: { parameters: ["pointer", "buffer"], result: "void" },
  gdk_x11_surface_set_skip_taskbar_hint: { parameters: ["pointer", "i32"], result: "void" },
  gdk_x11_surface_set_skip_pager_hint: { parameters: ["pointer", "i32"], result: "void" },
  gdk_x11_surface_set_urgency_hint: { parameters: ["pointer", "i32"], result: "void" },
  gdk_x11_surface_set_user_time: { parameters: ["pointer", "u32"], result: "void" },
  gdk_x11_get_server_time: { parameters: ["pointer"], result: "u32" },
  gdk_x11_surface_get_xid: { parameters: ["pointer"], result: "u64" },
  gdk_x11_display_get_xdisplay: { parameters: ["pointer"], result: "pointer" },
  gdk_x11_display_set_program_class: { parameters: ["pointer", "buffer"], result: "void" },
});

const gioLibrary = openedOnce("libgio-2.0.so.0", {
  g_list_model_get_n_items: { parameters: ["pointer"], result: "u32" },
  g_list_model_get_object: { parameters: ["pointer", "u32"], result: "pointer" },
});

const gobjectLibrary = openedOnce("libgobject-2.0.so.0", {
  g_type_name_from_instance: { parameters: ["pointer"], result: "pointer" },
  g_object_unref: { parameters: ["pointer"], result: "void" },
});

const xlibLibrary = openedOnce("libX11.so.6", {
  XGrabServer: { parameters: ["pointer"], result: "i32" },
  XUngrabServer: { parameters: ["pointer"], result: "i32" },
  XFlush: { parameters: ["pointer"], result: "i32" },
  XGetWMNormalHints: { parameters: ["pointer", "u64", "buffer", "buffer"], result: "i32" },
  XSetWMNormalHints: { parameters: ["pointer", "u64", "buffer"], result: "void" },
  XRaiseWindow: { parameters: ["pointer", "u64"], result: "i32" },
  XResizeWindow: { parameters: ["pointer", "u64", "u32", "u32"], result: "i32" },
  XGetGeometry: {
    parameters: [
      ...["pointer", "u64", "buffer", "buffer", "buffer"] as const,
      ...["buffer", "buffer", "buffer", "buffer"] as const,
    ],
    result: "i32",
  },
  XMoveWindow: { parameters: ["pointer", "u64", "i32", "i32"], result: "i32" },
  XInternAtom: { parameters: ["pointer", "buffer", "i32"], result: "u64" },
  XGetWindowProperty: {
    parameters: [
      ...["pointer", "u64", "u64", "i64", "i64", "i32", "u64"] as const,
      ...["buffer", "buffer", "buffer", "buffer", "buffer"] as const,
    ],
    result: "i32",
  },
  XGetInputFocus: { parameters: ["pointer", "buffer", "buffer"], result: "i32" },
  XQueryTree: {
    parameters: ["pointer", "u64", "buffer", "buffer", "buffer", "buffer"],
    result: "i32",
  },
  XFree: { parameters: ["pointer"], result: "i32" },
  XDefaultRootWindow: { parameters: ["pointer"], result: "u64" },
  XQueryPointer: {
    parameters: ["pointer", "u64", "buffer", "buffer", "buffer", "buffer", "buffer", "buffer", "buffer"],
    result: "i32",
  },
  XTranslateCoordinates: {
    parameters: ["pointer", "u64", "u64", "i32", "i32", "buffer", "buffer", "buffer"],
    result: "i32",
  },
});

/** A window on an X server, with the functions that GTK 4 lacks because Wayland has no window positions. */
export interface X11Window {
  /** Removes the window from the task bar, or puts it there. */
  skipTaskbar(skip: boolean): void;
  /** Tells window managers whether to give the window the focus when it is shown. */
  wantFocus(wants: boolean): void;
  /** Asks for the user's attention, which task bars show, or stops asking. */
  urge(urgent: boolean): void;
  /**
   * Whether the X server sends keys to this window. GTK does not notice the focus while a program grabs the
   * keys, and reads only later that another window has it.
   */
  hasFocus(): boolean;
  /** Position and size, in GTK's pixels. */
  area(): Area;
  /** Returns the position in the middle of the screen in use, slightly above the centre as launchers are. */
  launchPosition(size: Size): Point;
  /**
   * Returns the position over the asking window, otherwise in the middle of the screen in use, and the
   * fitting size.
   */
  usualArea(size: Size, asker: X11Window | null, others: readonly X11Window[]): Area;
  /** Size on the X server, in GTK's pixels; GTK may assume another size. */
  size(): Size;
  /** Sets the size on the X server, in GTK's pixels. */
  resize(size: Size): void;
  /** Raises this window above a window with that area, if that window would cover it completely. */
  keepAbove(place: Area): void;
  /** Returns `size`, reduced to fit on the screen of this window. */
  sizeHere(size: Size): Size;
  /** Calls `show` so that the window appears at this position from its first moment. */
  appear(at: Point, show: () => void): void;
}

type Size = Pick<Area, "width" | "height">;
type Point = Pick<Area, "x" | "y">;

/** Size of XSizeHints in bytes, and its flags USPosition and PPosition: the window's position is intended. */
const HINTS_SIZE = 80, PLACED = 1n | 4n;

/** WithdrawnState of ICCCM's WM_STATE: the window manager has not taken the window in yet. */
const WITHDRAWN = 0;
/** Longest wait for the window manager to take a window in, in ms. Usually it takes 1 ms, on a busy machine over 60. */
const TAKEN_IN_MS = 250;

function isOfX11(display: Deno.PointerObject): boolean {
  const name = gobjectLibrary().g_type_name_from_instance(display);
  return name !== null && new Deno.UnsafePointerView(name).getCString() === "GdkX11Display";
}

/**
 * Sets the class of later windows to the program's name, which task bars show for a group. The instance name
 * stays the application's ID, by which desktops find the menu entry.
 */
export function nameClass(display: Deno.PointerValue): void {
  if (display && isOfX11(display)) {
    gdkLibrary().gdk_x11_display_set_program_class(display, cString("Kedge"));
  }
}

/** Returns the window as one of an X server; null on Wayland, where only the compositor decides on positions. */
export function x11Window(window: Deno.PointerValue): X11Window | null {
  const gtk = gdkLibrary();
  const gobject = gobjectLibrary();
  gtk.gtk_widget_realize(window);
  const surface = gtk.gtk_native_get_surface(window);
  const display = surface && gtk.gdk_surface_get_display(surface);
  if (!surface || !display || !isOfX11(display)) return null;

  const gio = gioLibrary();
  const xlib = xlibLibrary();
  const server = gtk.gdk_x11_display_get_xdisplay(display);
  const root = xlib.XDefaultRootWindow(server);
  const xid = gtk.gdk_x11_surface_get_xid(surface);
  const scale = () => gtk.gdk_surface_get_scale_factor(surface);

  /** Returns the work areas of all screens, which exclude the panels. */
  function screens(): Area[] {
    const monitors = gtk.gdk_display_get_monitors(display);
    return Array.from({ length: gio.g_list_model_get_n_items(monitors) }, (_, index) => {
      const monitor = gio.g_list_model_get_object(monitors, index);
      const room = new Int32Array(4);
      gtk.gdk_x11_monitor_get_workarea(monitor, new Uint8Array(room.buffer));
      gobject.g_object_unref(monitor);
      const [x = 0, y = 0, width = 0, height = 0] = room;
      return { x, y, width, height };
    });
  }

  /** Returns the screen that contains a point, otherwise the first one. */
  function screenAt(x: number, y: number): Area {
    const all = screens();
    const inside = (area: Area) =>
      x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
    return all.find(inside) ?? all[0] ?? { x: 0, y: 0, width: 0, height: 0 };
  }

  function area(): Area {
    const point = new Int32Array(2), child = new Uint8Array(8);
    const [x, y] = [new Uint8Array(point.buffer, 0, 4), new Uint8Array(point.buffer, 4, 4)];
    xlib.XTranslateCoordinates(server, xid, root, 0, 0, x, y, child);
    return {
      x: point[0]! / scale(),
      y: point[1]! / scale(),
      width: gtk.gdk_surface_get_width(surface),
      height: gtk.gdk_surface_get_height(surface),
    };
  }

  /** Returns the screen that contains the middle of a window. */
  const screenOf = ({ x, y, width, height }: Area) => screenAt(x + width / 2, y + height / 2);

  /** Returns the screen with the pointer, where the user is. */
  function screenInUse(): Area {
    const ids = new Uint8Array(8), point = new Int32Array(2), numbers = new Uint8Array(4);
    const [x, y] = [new Uint8Array(point.buffer, 0, 4), new Uint8Array(point.buffer, 4, 4)];
    xlib.XQueryPointer(server, root, ids, ids, x, y, numbers, numbers, numbers);
    return screenAt(point[0]! / scale(), point[1]! / scale());
  }

  /** Marks the position as intended, so that window managers do not choose another one. */
  function meanPosition(x: number, y: number) {
    const hints = new DataView(new ArrayBuffer(HINTS_SIZE));
    xlib.XGetWMNormalHints(server, xid, new Uint8Array(hints.buffer), new Uint8Array(8));
    hints.setBigInt64(0, hints.getBigInt64(0, true) | PLACED, true);
    hints.setInt32(8, x, true);
    hints.setInt32(12, y, true);
    xlib.XSetWMNormalHints(server, xid, new Uint8Array(hints.buffer));
  }

  /** Whether another window lies directly inside this one. Asks only about this one, because others may be gone. */
  function contains(window: bigint): boolean {
    const children = new BigUint64Array(1), count = new Uint32Array(1), none = new Uint8Array(8);
    const [down, number] = [new Uint8Array(children.buffer), new Uint8Array(count.buffer)];
    xlib.XQueryTree(server, xid, none, none, down, number);
    const list = Deno.UnsafePointer.create(children[0]!);
    if (!list) return false;
    const ids = new BigUint64Array(Deno.UnsafePointerView.getArrayBuffer(list, 8 * count[0]!));
    const found = ids.includes(window);
    xlib.XFree(list);
    return found;
  }

  /** Whether the window manager manages the window, and therefore has read its hints. */
  function isTakenIn(): boolean {
    const atom = xlib.XInternAtom(server, cString("WM_STATE"), 0);
    const value = new BigUint64Array(1), none = new Uint8Array(8);
    const out = new Uint8Array(value.buffer);
    xlib.XGetWindowProperty(server, xid, atom, 0n, 1n, 0, 0n, none, new Uint8Array(4), none, none, out);
    const data = Deno.UnsafePointer.create(value[0]!);
    if (!data) return false;
    const state = new Deno.UnsafePointerView(data).getUint32();
    xlib.XFree(data);
    return state !== WITHDRAWN;
  }

  return {
    hasFocus() {
      const focus = new BigUint64Array(1);
      xlib.XGetInputFocus(server, new Uint8Array(focus.buffer), new Uint8Array(4));
      // GTK gives the focus to a window inside this one.
      return focus[0] === xid || contains(focus[0]!);
    },
    skipTaskbar(skip) {
      gtk.gdk_x11_surface_set_skip_taskbar_hint(surface, skip ? 1 : 0);
      gtk.gdk_x11_surface_set_skip_pager_hint(surface, skip ? 1 : 0);
    },
    wantFocus(wants) {
      // A user time of 0 asks for no focus (_NET_WM_USER_TIME).
      gtk.gdk_x11_surface_set_user_time(surface, wants ? gtk.gdk_x11_get_server_time(surface) : 0);
    },
    urge: (urgent) => gtk.gdk_x11_surface_set_urgency_hint(surface, urgent ? 1 : 0),
    area,
    size() {
      const root = new Uint8Array(8), none = new Uint8Array(4), size = new Uint32Array(2);
      const [width, height] = [new Uint8Array(size.buffer, 0, 4), new Uint8Array(size.buffer, 4, 4)];
      xlib.XGetGeometry(server, xid, root, none, none, width, height, none, none);
      return { width: size[0]! / scale(), height: size[1]! / scale() };
    },
    keepAbove(place) {
      if (!covers(place, area())) return;
      xlib.XRaiseWindow(server, xid);
      xlib.XFlush(server);
    },
    resize({ width, height }) {
      xlib.XResizeWindow(server, xid, Math.round(width * scale()), Math.round(height * scale()));
      xlib.XFlush(server);
    },
    launchPosition: (size) => centred(screenInUse(), size),
    usualArea(size, asker, others) {
      const over = asker?.area() ?? null;
      const screen = over ? screenOf(over) : screenInUse();
      const fits = sizeOn(screen, size);
      return { ...positioned(screen, over, others.map((other) => other.area()), fits), ...fits };
    },
    sizeHere: (size) => sizeOn(screenOf(area()), size),
    appear(at, show) {
      const x = Math.round(at.x * scale()), y = Math.round(at.y * scale());
      xlib.XMoveWindow(server, xid, x, y);
      // GTK writes its own hints when it shows a window, and the window manager reads them at once. The grab
      // holds the server until Kedge's hints are there.
      xlib.XGrabServer(server);
      try {
        show();
        meanPosition(x, y);
      } finally {
        xlib.XUngrabServer(server);
        xlib.XFlush(server);
      }
      // GTK writes its hints again with the next frame, so wait until the window manager has read Kedge's.
      for (const end = performance.now() + TAKEN_IN_MS; performance.now() < end && !isTakenIn();) pause(1);
      // Some window managers choose a position despite the hints.
      xlib.XMoveWindow(server, xid, x, y);
      xlib.XFlush(server);
    },
  };
}

/** Blocks this thread for `time` ms, because GTK's loop must not run meanwhile. */
function pause(time: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time);
}
