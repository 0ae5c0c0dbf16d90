import assert from "node:assert/strict";
import { parseShortcut, type Shortcut } from "../../../src/core/config/mod.ts";
import { type Backend, taken } from "../../../src/tray/shortcut/backend.ts";
import { createDarwinBackend, fourCharacters } from "../../../src/tray/shortcut/darwin.ts";
import { createWindowsBackend } from "../../../src/tray/shortcut/windows.ts";

/** A system with several registered combinations. */
interface Keys {
  make(onPress: () => void): Backend;
  /**
   * Presses the combination with a number; every backend checks for it, and the first one gets it.
   */
  press(number: number): void;
  /** Returns the registered numbers, oldest first. */
  registered(): number[];
  /** Makes all further registrations fail. */
  refuse(): void;
}

const purpose = { id: "x", description: "x" };
const events = (onPress: () => void) => ({ purpose, onPress, onChange: () => {} });

/** Returns timers that run when the test calls them. */
function clocks() {
  const looks = new Map<number, () => void>();
  const { setInterval: set, clearInterval: clear } = globalThis;
  let last = 1 << 20;
  globalThis.setInterval = ((look: () => void) => {
    looks.set(++last, look);
    return last;
  }) as unknown as typeof setInterval;
  globalThis.clearInterval = ((timer: number) => void looks.delete(timer)) as typeof clearInterval;
  return {
    look: () => looks.forEach((look) => look()),
    [Symbol.dispose]() {
      globalThis.setInterval = set;
      globalThis.clearInterval = clear;
    },
  };
}

function windows(look: () => void): Keys {
  const held: number[] = [], queue: number[] = [], allowed: number[] = [];
  let refuses = false;
  const user32 = {
    AllowSetForegroundWindow: (process: number) => allowed.push(process),
    RegisterHotKey: (_: null, id: number) => refuses ? 0 : held.push(id),
    UnregisterHotKey: (_: null, id: number) => held.splice(held.indexOf(id), 1).length,
    PeekMessageW(message: Uint8Array) {
      const id = queue.shift();
      if (id === undefined) return 0;
      new DataView(message.buffer).setBigUint64(16, BigInt(id), true);
      return 1;
    },
  } as unknown as Parameters<typeof createWindowsBackend>[1];
  return {
    make: (onPress) => createWindowsBackend(events(onPress), user32),
    press(id) {
      const before = allowed.length;
      queue.push(id);
      look();
      // The windows belong to another process.
      assert.deepEqual(allowed.slice(before), [0xffffffff]);
    },
    registered: () => [...held],
    refuse: () => refuses = true,
  };
}

/** Type of the event handler. */
const fields = { parameters: ["pointer", "pointer", "pointer"], result: "i32" } as const;

function macOS(look: () => void): Keys {
  const held = new Map<bigint, number>(), queue: number[] = [];
  let refuses = false, handle = 0n, pressed = 0, handler: Deno.PointerValue<typeof fields> = null;
  const carbon = {
    TransformProcessType: () => 0,
    GetEventDispatcherTarget: () => Deno.UnsafePointer.create(1n),
    RegisterEventHotKey(_key: number, _mask: number, id: bigint, _to: null, _: 0, slot: BigUint64Array) {
      if (refuses) return -9878;
      slot[0] = ++handle;
      held.set(handle, Number(id >> 32n));
      return 0;
    },
    UnregisterEventHotKey: (at: Deno.PointerValue) => held.delete(Deno.UnsafePointer.value(at)) ? 0 : -1,
    InstallEventHandler(_: null, pointer: Deno.PointerValue<typeof fields>) {
      handler = pointer;
      return 0;
    },
    GetEventParameter(
      _event: null,
      _name: number,
      _type: number,
      _1: null,
      _2: bigint,
      _3: null,
      id: Uint32Array,
    ) {
      id.set([fourCharacters("kdge"), pressed]);
      return 0;
    },
    ReceiveNextEvent: () => (pressed = queue.shift() ?? 0) > 0 ? 0 : -9875,
    // Carbon calls the handler that was installed last.
    SendEventToEventTarget: () => new Deno.UnsafeFnPointer(handler!, fields).call(null, null, null),
    ReleaseEvent: () => {},
  } as unknown as Parameters<typeof createDarwinBackend>[1];
  return {
    make: (onPress) => createDarwinBackend(events(onPress), carbon),
    press: (number) => (queue.push(number), look()),
    registered: () => [...held.values()],
    refuse: () => refuses = true,
  };
}

const keys = (text: string): Shortcut => {
  const parsed = parseShortcut(text);
  if (!parsed.ok || !parsed.shortcut) throw new Error(text);
  return parsed.shortcut;
};

for (const [system, start] of [["Windows", windows], ["macOS", macOS]] as const) {
  Deno.test(`bind() of ${system} hears its own combination when there are several`, async () => {
    using clock = clocks();
    const { make, press, registered, refuse } = start(clock.look);
    const heard: string[] = [];
    const palette = make(() => heard.push("palette")), action = make(() => heard.push("action"));
    await palette.bind(keys("Ctrl+Shift+K"));
    await action.bind(keys("Ctrl+Shift+D"));
    const [first, second] = registered();
    for (const number of [first!, second!, first!]) press(number);
    assert.deepEqual(heard.splice(0), ["palette", "action", "palette"]);

    // When one shortcut is changed or released, the other one still works; late presses call
    // nothing.
    await palette.bind(keys("Alt+K"));
    press(first!);
    press(second!);
    assert.deepEqual(heard.splice(0), ["action"]);
    await action.stop();
    press(second!);
    press(registered()[0]!);
    assert.deepEqual(heard.splice(0), ["palette"]);

    refuse();
    assert.deepEqual(await action.bind(keys("Alt+D")), taken(keys("Alt+D")));
    await palette.stop();
    assert.deepEqual(registered(), []);
  });
}
