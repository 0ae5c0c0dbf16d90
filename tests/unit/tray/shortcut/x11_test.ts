/** Simulates an X server that sends its answer and a key press together, as to a busy program. */
import assert from "node:assert/strict";
import { parseShortcut } from "../../../../src/core/config/shortcut.ts";
import { createX11Backend } from "../../../../src/tray/shortcut/x11.ts";
import type { X11Display, X11Event } from "../../../../src/tray/x11/client.ts";

/** Key codes of a common keyboard: the first one, K, Shift and Control. */
const FIRST = 8, K = 45, SHIFT = 50, CONTROL = 37;

Deno.test("createX11Backend() hears a press that arrives with the server's answer to its grabs", async () => {
  let hear: (event: X11Event) => void = () => {};
  const rows = Array.from({ length: 60 }, (_, at) => at + FIRST === K ? ["k".charCodeAt(0)] : [0]);
  const client = {
    on: (name: string, heard: typeof hear) => name === "event" && (hear = heard),
    GetKeyboardMapping: (_first: number, _count: number, reply: (error: null, rows: number[][]) => void) =>
      reply(null, rows),
    GetModifierMapping: (reply: (error: null, keys: number[][]) => void) =>
      reply(null, [[SHIFT], [], [CONTROL], [], [], [], [], []]),
    GrabKey: () => {},
    GetInputFocus(reply: (error: null, found: { focus: number }) => void) {
      reply(null, { focus: 1 });
      hear({ name: "KeyPress", keycode: K, time: 1 } as X11Event);
    },
    AllowEvents: () => {},
    terminate: () => {},
  };
  const display = { client, screen: [{ root: 1 }], min_keycode: FIRST, max_keycode: FIRST + rows.length - 1 };
  let presses = 0;
  const backend = createX11Backend(
    ":0",
    {
      purpose: { id: "open", description: "Open", opens: "window" },
      onPress(_, letGo) {
        presses++;
        letGo?.();
      },
      onChange: () => {},
    },
    () => Promise.resolve(display as unknown as X11Display),
  );
  const parsed = parseShortcut("Ctrl+Shift+K");
  assert.ok(parsed.ok);
  assert.deepEqual(await backend.bind(parsed.shortcut), { ok: true });
  assert.equal(presses, 1);
  await backend.stop();
});
