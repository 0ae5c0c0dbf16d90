import type { Modifier, Shortcut } from "../../core/config/mod.ts";
import { type Backend, type BackendEvents, type Bound, taken } from "./backend.ts";
import { virtualKey } from "./keys.ts";
import { createPresses } from "./presses.ts";

const MOD_ALT = 1, MOD_CONTROL = 2, MOD_SHIFT = 4, MOD_WIN = 8;
/** Holding the keys down says nothing more. */
const MOD_NOREPEAT = 0x4000;
const WM_HOTKEY = 0x0312, PM_REMOVE = 1;
/** A MSG of 64-bit Windows, in bytes, and where its wParam stands: the number of the combination. */
const MSG_SIZE = 48, WPARAM = 16;
/** ASFW_ANY */
const ANY_PROCESS = 0xffffffff;
/** How often the thread's messages are looked at, in ms: short enough to feel immediate. */
const LOOK = 30;

/** The modifiers as RegisterHotKey wants them. */
export function hotKeyModifiers(modifiers: readonly Modifier[]): number {
  const bits: Record<Modifier, number> = {
    ctrl: MOD_CONTROL,
    cmdOrCtrl: MOD_CONTROL,
    alt: MOD_ALT,
    shift: MOD_SHIFT,
    super: MOD_WIN,
  };
  return modifiers.reduce((mask, modifier) => mask | bits[modifier], MOD_NOREPEAT);
}

/** What of user32.dll hears keys. */
const FUNCTIONS = {
  RegisterHotKey: { parameters: ["pointer", "i32", "u32", "u32"], result: "i32" },
  UnregisterHotKey: { parameters: ["pointer", "i32"], result: "i32" },
  PeekMessageW: { parameters: ["buffer", "pointer", "u32", "u32", "u32"], result: "i32" },
  AllowSetForegroundWindow: { parameters: ["u32"], result: "i32" },
} as const;

type User32 = Deno.DynamicLibrary<typeof FUNCTIONS>["symbols"];

/** The palette's combination and those of actions share one thread, and so one queue. */
const presses = createPresses();

/**
 * Registers a combination with Windows. Its messages go to the thread that registered it, which is the
 * one that runs this code: it looks for them by itself.
 */
export function createWindowsBackend(
  events: BackendEvents,
  user32: User32 = Deno.dlopen("user32.dll", FUNCTIONS).symbols,
): Backend {
  const message = new Uint8Array(MSG_SIZE), view = new DataView(message.buffer);
  let timer: ReturnType<typeof setInterval> | undefined;
  /** The number of what is registered; each combination has one of its own, so that none is taken for another. */
  let number = 0;
  const look = () => {
    while (user32.PeekMessageW(message, null, WM_HOTKEY, WM_HOTKEY, PM_REMOVE) !== 0) {
      // The press is this process's right to the foreground, and the windows are another's.
      user32.AllowSetForegroundWindow(ANY_PROCESS);
      presses.pressed(Number(view.getBigUint64(WPARAM, true)));
    }
  };
  const release = () => {
    if (timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
    user32.UnregisterHotKey(null, number);
    presses.remove(number);
  };
  const bind = (shortcut: Shortcut | null): Bound => {
    release();
    if (shortcut === null) return { ok: true };
    const modifiers = hotKeyModifiers(shortcut.modifiers);
    number = presses.add(() => events.onPress());
    if (user32.RegisterHotKey(null, number, modifiers, virtualKey(shortcut.key)) === 0) {
      presses.remove(number);
      return taken(shortcut);
    }
    timer = setInterval(look, LOOK);
    Deno.unrefTimer(timer);
    return { ok: true };
  };
  return {
    bind: (shortcut) => Promise.resolve(bind(shortcut)),
    stop: () => Promise.resolve(release()),
  };
}
