import type { Modifier, Shortcut } from "../../core/config/mod.ts";
import { FOREGROUND, passForegroundOn } from "../foreground.ts";
import { type Backend, type BackendEvents, type Bound, taken } from "./backend.ts";
import { virtualKey } from "./keys.ts";
import { createPresses } from "./presses.ts";

const MOD_ALT = 1, MOD_CONTROL = 2, MOD_SHIFT = 4, MOD_WIN = 8;
/** Windows sends no further messages while the keys are held. */
const MOD_NOREPEAT = 0x4000;
const WM_HOTKEY = 0x0312, PM_REMOVE = 1;
/** Size of a MSG of 64-bit Windows and the offset of its wParam (the number of the combination), in bytes. */
const MSG_SIZE = 48, WPARAM = 16;
/** Interval in which the thread's messages are read, in ms; short enough to feel immediate. */
const LOOK = 30;

/** Returns the modifiers as RegisterHotKey expects them. */
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

/** Functions of user32.dll for hot keys. */
const FUNCTIONS = {
  RegisterHotKey: { parameters: ["pointer", "i32", "u32", "u32"], result: "i32" },
  UnregisterHotKey: { parameters: ["pointer", "i32"], result: "i32" },
  PeekMessageW: { parameters: ["buffer", "pointer", "u32", "u32", "u32"], result: "i32" },
  ...FOREGROUND,
} as const;

type User32 = Deno.DynamicLibrary<typeof FUNCTIONS>["symbols"];

/** The shortcuts of the palette and of actions share one thread and therefore one message queue. */
const presses = createPresses();

/**
 * Creates a backend that registers a combination with Windows. The messages go to the thread that registered
 * the combination. That thread runs this code and has no message loop, so the backend reads the messages on a
 * timer.
 */
export function createWindowsBackend(
  events: BackendEvents,
  user32: User32 = Deno.dlopen("user32.dll", FUNCTIONS).symbols,
): Backend {
  const message = new Uint8Array(MSG_SIZE), view = new DataView(message.buffer);
  let timer: ReturnType<typeof setInterval> | undefined;
  /** Number of the registered combination; every `bind` uses a new one. */
  let number = 0;
  const look = () => {
    while (user32.PeekMessageW(message, null, WM_HOTKEY, WM_HOTKEY, PM_REMOVE) !== 0) {
      passForegroundOn(user32);
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
