import { wide } from "../../core/platform/wide.ts";
import { MESSAGE_WINDOW, messageWindow } from "../message_window.ts";
import { type Notification, type Notifier, shownTexts } from "./notifier.ts";

/** How long the tray icon of a balloon exists, in ms. Windows shows a balloon for at least 5 s. */
const SHOWN = 9000;

/** Offsets of the fields of NOTIFYICONDATAW on 64-bit Windows and its size, in bytes (shellapi.h). */
const WINDOW = 8,
  NUMBER = 16,
  FLAGS = 20,
  ICON = 32,
  TIP = 40,
  TEXT = 304,
  TITLE = 820,
  KIND = 948,
  SIZE = 976;
/** Maximum length of the texts in UTF-16 units, including the final zero. */
const MAX_LENGTH = { tip: 128, text: 256, title: 64 } as const;
const NIF_ICON = 2, NIF_TIP = 4, NIF_INFO = 0x10;
const NIM_ADD = 0, NIM_DELETE = 2;
const NIIF_INFO = 1, NIIF_WARNING = 2;
/** Windows shows no balloon and plays no sound during its quiet time. */
const NIIF_RESPECT_QUIET_TIME = 0x80;
/** IDI_INFORMATION and IDI_WARNING of winuser.h: resource numbers that are passed in place of names. */
const INFORMATION = 32516, WARNING = 32515;

const SHELL32 = { Shell_NotifyIconW: { parameters: ["u32", "buffer"], result: "i32" } } as const;
const USER32 = {
  ...MESSAGE_WINDOW,
  LoadIconW: { parameters: ["pointer", "pointer"], result: "pointer" },
} as const;

/** The functions of Windows that show a balloon. */
export interface BalloonShell {
  readonly user32: Deno.DynamicLibrary<typeof USER32>["symbols"];
  readonly shell32: Deno.DynamicLibrary<typeof SHELL32>["symbols"];
}

const openShell = (): BalloonShell => ({
  user32: Deno.dlopen("user32.dll", USER32).symbols,
  shell32: Deno.dlopen("shell32.dll", SHELL32).symbols,
});

/**
 * Returns a balloon as NOTIFYICONDATAW without its window and icon. A notification without a message uses its
 * title as the text, because Windows rejects a balloon without a text.
 */
export function balloon(notification: Notification, number: number): Uint8Array<ArrayBuffer> {
  const { title, message } = shownTexts(notification);
  const [head, text] = message === "" ? ["Kedge", title] : [title, message];
  const data = new Uint8Array(SIZE), view = new DataView(data.buffer);
  view.setUint32(0, SIZE, true);
  view.setUint32(NUMBER, number, true);
  view.setUint32(FLAGS, NIF_ICON | NIF_TIP | NIF_INFO, true);
  data.set(wide("Kedge", MAX_LENGTH.tip), TIP);
  data.set(wide(text, MAX_LENGTH.text), TEXT);
  data.set(wide(head, MAX_LENGTH.title), TITLE);
  const kind = notification.urgency === "critical" ? NIIF_WARNING : NIIF_INFO;
  view.setUint32(KIND, kind | NIIF_RESPECT_QUIET_TIME, true);
  return data;
}

/**
 * Returns a notifier that shows balloons of the tray, which Windows 10 and later display as notifications. No
 * program is started.
 */
export function windowsNotifier(open: () => BalloonShell = openShell): Notifier {
  let shell: BalloonShell | undefined;
  let number = 0;
  const shown = new Set<() => void>();

  function show(notification: Notification): boolean {
    const { user32, shell32 } = shell ??= open();
    const owner = messageWindow(user32, "Kedge");
    if (!owner) return false;
    const data = balloon(notification, ++number), view = new DataView(data.buffer);
    const icon = notification.urgency === "critical" ? WARNING : INFORMATION;
    view.setBigUint64(WINDOW, Deno.UnsafePointer.value(owner), true);
    const loaded = user32.LoadIconW(null, Deno.UnsafePointer.create(BigInt(icon)));
    view.setBigUint64(ICON, Deno.UnsafePointer.value(loaded), true);
    const taken = shell32.Shell_NotifyIconW(NIM_ADD, data) !== 0;
    const remove = () => {
      clearTimeout(timer);
      shown.delete(remove);
      if (taken) shell32.Shell_NotifyIconW(NIM_DELETE, data);
      user32.DestroyWindow(owner);
    };
    const timer = setTimeout(remove, SHOWN);
    Deno.unrefTimer(timer);
    shown.add(remove);
    if (!taken) remove();
    return taken;
  }

  return {
    show(notification) {
      try {
        return Promise.resolve(show(notification));
      } catch {
        return Promise.resolve(false);
      }
    },
    close() {
      for (const remove of [...shown]) remove();
    },
  };
}
