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

/** A window on an X server; what GTK 4 leaves out, because Wayland has no places. */
export interface X11Window {
  /** Keeps it out of the task bar, or puts it there. */
  skipTaskbar(skip: boolean): void;
  /** Has window managers leave the focus where it is when it is shown, or give it this window then. */
  wantFocus(wants: boolean): void;
  /** Calls for the user's attention, as task bars show it, or no more. */
  urge(urgent: boolean): void;
  /** Whether the X server gives it the keys; GTK learns that only when nobody grabs them. */
  hasFocus(): boolean;
  /** Where it is, in GTK's pixels. */
  area(): Area;
  /** The middle of the screen in use for a window of that size, a little high as launchers stand. */
  launchPosition(size: Size): Point;
  /** The place over the window that asked for it, else in the middle of the screen in use, and the size that fits there. */
  usualArea(size: Size, asker: X11Window | null, others: readonly X11Window[]): Area;
  /** The size that it has on the X server, in GTK's pixels: GTK may believe another one. */
  size(): Size;
  /** Gives it a size on the X server, in GTK's pixels. */
  resize(size: Size): void;
  /** Raises it above a window at that place again, if that would cover it completely. */
  keepAbove(place: Area): void;
  /** That size as far as there is room for it on the screen where the window is. */
  sizeHere(size: Size): Size;
  /** Has `show` show it at a place from the first moment on. */
  appear(at: Point, show: () => void): void;
}

type Size = Pick<Area, "width" | "height">;
type Point = Pick<Area, "x" | "y">;

/** XSizeHints: a long and seventeen numbers; USPosition and PPosition say that a window's place is meant. */
const HINTS_SIZE = 80, PLACED = 1n | 4n;

/** NormalState of ICCCM's WM_STATE: the window manager has taken a window in. */
const NORMAL = 1;
/** So long is waited for that, in ms; most take one. */
const TAKEN_IN_MS = 60;

function isOfX11(display: Deno.PointerObject): boolean {
  const name = gobjectLibrary().g_type_name_from_instance(display);
  return name !== null && new Deno.UnsafePointerView(name).getCString() === "GdkX11Display";
}

/**
 * Calls the windows to come by the program's name where task bars show the class of a group. Their instance is the
 * application's id still, by which desktops find its menu entry.
 */
export function nameClass(display: Deno.PointerValue): void {
  if (display && isOfX11(display)) {
    gdkLibrary().gdk_x11_display_set_program_class(display, cString("Kedge"));
  }
}

/** The window as one of an X server; null on Wayland, where the compositor alone decides on places. */
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

  /** The rooms for windows on all screens, the panels' left out. */
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

  /** The screen of a point, else the first. */
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

  /** The screen that the middle of a window is on. */
  const screenOf = ({ x, y, width, height }: Area) => screenAt(x + width / 2, y + height / 2);

  /** The screen that the pointer is on: where the user is. */
  function screenInUse(): Area {
    const ids = new Uint8Array(8), point = new Int32Array(2), numbers = new Uint8Array(4);
    const [x, y] = [new Uint8Array(point.buffer, 0, 4), new Uint8Array(point.buffer, 4, 4)];
    xlib.XQueryPointer(server, root, ids, ids, x, y, numbers, numbers, numbers);
    return screenAt(point[0]! / scale(), point[1]! / scale());
  }

  /** Says that its place is meant, so that window managers do not choose one of their own. */
  function meanPosition(x: number, y: number) {
    const hints = new DataView(new ArrayBuffer(HINTS_SIZE));
    xlib.XGetWMNormalHints(server, xid, new Uint8Array(hints.buffer), new Uint8Array(8));
    hints.setBigInt64(0, hints.getBigInt64(0, true) | PLACED, true);
    hints.setInt32(8, x, true);
    hints.setInt32(12, y, true);
    xlib.XSetWMNormalHints(server, xid, new Uint8Array(hints.buffer));
  }

  function parentOf(window: bigint): bigint {
    const parent = new BigUint64Array(1), children = new BigUint64Array(1);
    const [root, count] = [new Uint8Array(8), new Uint8Array(4)];
    const [up, down] = [new Uint8Array(parent.buffer), new Uint8Array(children.buffer)];
    xlib.XQueryTree(server, window, root, up, down, count);
    const list = Deno.UnsafePointer.create(children[0]!);
    if (list) xlib.XFree(list);
    return parent[0]!;
  }

  /** Whether the window manager has taken the window in, and so has read its hints. */
  function isTakenIn(): boolean {
    const atom = xlib.XInternAtom(server, cString("WM_STATE"), 0);
    const value = new BigUint64Array(1), none = new Uint8Array(8);
    const out = new Uint8Array(value.buffer);
    xlib.XGetWindowProperty(server, xid, atom, 0n, 1n, 0, 0n, none, new Uint8Array(4), none, none, out);
    const data = Deno.UnsafePointer.create(value[0]!);
    if (!data) return false;
    const state = new Deno.UnsafePointerView(data).getUint32();
    xlib.XFree(data);
    return state === NORMAL;
  }

  return {
    hasFocus() {
      const focus = new BigUint64Array(1);
      xlib.XGetInputFocus(server, new Uint8Array(focus.buffer), new Uint8Array(4));
      // GTK takes the focus with a window of its own inside.
      return focus[0] === xid || (focus[0]! > 1n && parentOf(focus[0]!) === xid);
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
      // GTK writes its own hints as it shows a window, and the window manager reads them at once: hold the server
      // until ours are there.
      xlib.XGrabServer(server);
      try {
        show();
        meanPosition(x, y);
      } finally {
        xlib.XUngrabServer(server);
        xlib.XFlush(server);
      }
      // With its next frame GTK writes its hints again.
      for (const end = performance.now() + TAKEN_IN_MS; performance.now() < end && !isTakenIn();) pause(1);
      // For a window manager that chooses all the same.
      xlib.XMoveWindow(server, xid, x, y);
      xlib.XFlush(server);
    },
  };
}

/** Stands still, ms: GTK's loop must not go on meanwhile. */
function pause(time: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, time);
}
