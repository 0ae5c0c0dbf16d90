import type { Modifier, Shortcut } from "../../core/config/mod.ts";
import { type Backend, type BackendEvents, type Bound, taken } from "./backend.ts";
import { macKey } from "./keys.ts";
import { createPresses } from "./presses.ts";

/** Carbon's modifier bits (Events.h). */
const COMMAND = 0x100, SHIFT = 0x200, OPTION = 0x800, CONTROL = 0x1000;
const KEYBOARD_CLASS = fourCharacters("keyb");
const HOT_KEY_PRESSED = 5;
/** Name of an event's main parameter, and the type of a hot key's ID. */
const DIRECT_OBJECT = fourCharacters("----"), HOT_KEY_ID = fourCharacters("hkid");
const SIGNATURE = fourCharacters("kdge");
/** Interval in which the event queue is read, in ms; short enough to feel immediate. */
const LOOK = 30;
const CARBON = "/System/Library/Frameworks/Carbon.framework/Carbon";
/** Process type that may receive keys and has no icon in the Dock. */
const UI_ELEMENT = 4;
/** A ProcessSerialNumber that means this process. */
const THIS_PROCESS = new Uint32Array([0, 2]);

/** Returns the modifiers as RegisterEventHotKey expects them. */
export function carbonModifiers(modifiers: readonly Modifier[]): number {
  const bits: Record<Modifier, number> = {
    cmdOrCtrl: COMMAND,
    super: COMMAND,
    ctrl: CONTROL,
    alt: OPTION,
    shift: SHIFT,
  };
  return modifiers.reduce((mask, modifier) => mask | bits[modifier], 0);
}

/** Returns a Carbon code made of four characters. */
export function fourCharacters(text: string): number {
  return [...text].reduce((code, character) => (code << 8 | character.charCodeAt(0)) >>> 0, 0);
}

const FUNCTIONS = {
  TransformProcessType: { parameters: ["buffer", "u32"], result: "i32" },
  GetEventDispatcherTarget: { parameters: [], result: "pointer" },
  // The hot key's ID is a struct of two 32-bit numbers, which both calling conventions pass as one 64-bit
  // number.
  RegisterEventHotKey: { parameters: ["u32", "u32", "u64", "pointer", "u32", "buffer"], result: "i32" },
  UnregisterEventHotKey: { parameters: ["pointer"], result: "i32" },
  InstallEventHandler: {
    parameters: ["pointer", "function", "usize", "buffer", "pointer", "pointer"],
    result: "i32",
  },
  GetEventParameter: {
    parameters: ["pointer", "u32", "u32", "pointer", "usize", "pointer", "buffer"],
    result: "i32",
  },
  ReceiveNextEvent: { parameters: ["usize", "pointer", "f64", "u8", "buffer"], result: "i32" },
  SendEventToEventTarget: { parameters: ["pointer", "pointer"], result: "i32" },
  ReleaseEvent: { parameters: ["pointer"], result: "void" },
} as const;

type Carbon = Deno.DynamicLibrary<typeof FUNCTIONS>["symbols"];

const presses = createPresses();
/** The event target of each loaded library, to which key events are sent. */
const targets = new Map<Carbon, Deno.PointerValue>();
let library: Carbon | undefined;

/**
 * Installs the handler of hot keys and returns its event target. One handler serves all combinations as long
 * as the process lives, because Carbon calls only the handler that was installed last, whichever combination
 * was pressed.
 */
function hearKeys(carbon: Carbon): Deno.PointerValue {
  const target = carbon.GetEventDispatcherTarget();
  const handler = new Deno.UnsafeCallback(
    { parameters: ["pointer", "pointer", "pointer"], result: "i32" },
    (_next, event) => {
      // {signature, number}
      const id = new Uint32Array(2);
      const status = carbon.GetEventParameter(event, DIRECT_OBJECT, HOT_KEY_ID, null, 8n, null, id);
      if (status === 0 && id[0] === SIGNATURE) presses.pressed(id[1]!);
      return 0;
    },
  );
  carbon.TransformProcessType(THIS_PROCESS, UI_ELEMENT);
  const heard = new Uint32Array([KEYBOARD_CLASS, HOT_KEY_PRESSED]);
  carbon.InstallEventHandler(target, handler.pointer, 1n, heard, null, null);
  targets.set(carbon, target);
  return target;
}

/**
 * Creates a backend that registers a combination with Carbon, which needs no permission of the user. The
 * events arrive in the queue of the main thread. Nothing else empties that queue in this process, so the
 * backend reads it on a timer.
 */
export function createDarwinBackend(
  events: BackendEvents,
  carbon: Carbon = library ??= Deno.dlopen(CARBON, FUNCTIONS).symbols,
): Backend {
  const target = targets.get(carbon) ?? hearKeys(carbon);
  const slot = new BigUint64Array(1);
  const pointerIn = (pointers: BigUint64Array) => Deno.UnsafePointer.create(pointers[0]!);
  let hotKey: Deno.PointerValue = null;
  let number = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = () => {
    while (carbon.ReceiveNextEvent(0n, null, 0, 1, slot) === 0) {
      const event = pointerIn(slot);
      carbon.SendEventToEventTarget(event, target);
      carbon.ReleaseEvent(event);
    }
  };
  const release = () => {
    clearInterval(timer);
    if (hotKey) carbon.UnregisterEventHotKey(hotKey);
    hotKey = null;
    presses.remove(number);
  };
  const bind = (shortcut: Shortcut | null): Bound => {
    release();
    if (shortcut === null) return { ok: true };
    const key = macKey(shortcut.key);
    if (key === null) {
      return {
        ok: false,
        message: `Mac keyboards have no ${shortcut.key} key`,
        hint: "Choose another shortcut in Settings.",
      };
    }
    number = presses.add(() => events.onPress());
    // {signature, number}: the signature is the lower half.
    const id = BigInt(number) << 32n | BigInt(SIGNATURE);
    const registered = new BigUint64Array(1);
    const status = carbon.RegisterEventHotKey(
      key,
      carbonModifiers(shortcut.modifiers),
      id,
      target,
      0,
      registered,
    );
    if (status !== 0) {
      presses.remove(number);
      return taken(shortcut);
    }
    hotKey = pointerIn(registered);
    timer = setInterval(look, LOOK);
    Deno.unrefTimer(timer);
    return { ok: true };
  };
  return {
    bind: (shortcut) => Promise.resolve(bind(shortcut)),
    stop: () => Promise.resolve(release()),
  };
}
