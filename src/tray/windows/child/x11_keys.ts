import { openedOnce } from "./opened_once.ts";

const gdkLibrary = openedOnce("libgtk-4.so.1", {
  gdk_x11_display_get_xdisplay: { parameters: ["pointer"], result: "pointer" },
});

const gobjectLibrary = openedOnce("libgobject-2.0.so.0", {
  g_type_name_from_instance: { parameters: ["pointer"], result: "pointer" },
});

const extensionLibrary = openedOnce("libXext.so.6", {
  XSyncQueryExtension: { parameters: ["pointer", "buffer", "buffer"], result: "i32" },
  XSyncInitialize: { parameters: ["pointer", "buffer", "buffer"], result: "i32" },
  XSyncListSystemCounters: { parameters: ["pointer", "buffer"], result: "pointer" },
  XSyncFreeSystemCounterList: { parameters: ["pointer"], result: "void" },
  XSyncQueryCounter: { parameters: ["pointer", "u64", "buffer"], result: "i32" },
});

/**
 * Name of the X server's counter of the time since the last key; 3 is the ID of the virtual keyboard, which
 * combines all keyboards.
 */
const COUNTER = "DEVICEIDLETIME 3";
/** Size of an XSyncSystemCounter (name, ID and resolution of eight bytes each), and the offset of its ID. */
const ENTRY = 24, NUMBER = 8;

let known: (() => number) | null | undefined;

/**
 * Returns a function that tells the time since a key was pressed or released in any program on the X server,
 * in ms. Returns undefined on Wayland and where the server has no such counter. The counter does not reveal
 * which key it was.
 */
export function x11SinceKey(display: Deno.PointerValue): (() => number) | undefined {
  if (known === undefined) known = counter(display);
  return known ?? undefined;
}

function counter(display: Deno.PointerValue): (() => number) | null {
  const name = display && gobjectLibrary().g_type_name_from_instance(display);
  if (!name || new Deno.UnsafePointerView(name).getCString() !== "GdkX11Display") return null;
  const server = gdkLibrary().gdk_x11_display_get_xdisplay(display);
  const x = extensionLibrary();
  const first = new Uint8Array(4), second = new Uint8Array(4);
  if (!x.XSyncQueryExtension(server, first, second) || !x.XSyncInitialize(server, first, second)) return null;
  const id = numberOf(server);
  if (id === null) return null;
  const value = new DataView(new ArrayBuffer(8));
  return () => {
    x.XSyncQueryCounter(server, id, new Uint8Array(value.buffer));
    return value.getInt32(0, true) * 2 ** 32 + value.getUint32(4, true);
  };
}

function numberOf(server: Deno.PointerValue): bigint | null {
  const x = extensionLibrary();
  const count = new Int32Array(1);
  const list = x.XSyncListSystemCounters(server, new Uint8Array(count.buffer));
  if (!list) return null;
  try {
    const view = new Deno.UnsafePointerView(list);
    for (let at = 0; at < count[0]! * ENTRY; at += ENTRY) {
      const name = view.getPointer(at);
      if (name && new Deno.UnsafePointerView(name).getCString() === COUNTER) {
        return view.getBigUint64(at + NUMBER);
      }
    }
    return null;
  } finally {
    x.XSyncFreeSystemCounterList(list);
  }
}
