import assert from "node:assert/strict";
import { atoms, connectX11 } from "../../../src/tray/x11/client.ts";
import { stateWith, windowOf } from "../../support/pages/pages_state.ts";
import type { Window } from "../harness/mod.ts";
import { run } from "../harness/process.ts";
import { waitFor, windowsBench } from "./bench.ts";

const STATE = "_NET_WM_STATE";
/** Milliseconds for a window to appear. */
const PATIENCE = 60_000;
/** States that users give to windows, with their names in X11. */
const MADE: readonly (readonly [name: string, ...states: string[]])[] = [
  ["maximised", "_MAXIMIZED_VERT", "_MAXIMIZED_HORZ"],
  ["of the whole screen", "_FULLSCREEN"],
  ["always in front", "_ABOVE"],
  ["rolled up", "_SHADED"],
  ["minimised", "_HIDDEN"],
];

/**
 * Returns a function that asks the window manager to change the state of a window, as its menu
 * does.
 */
async function openMaker(display: string) {
  const greeting = await connectX11(display);
  // deno-lint-ignore no-explicit-any -- what only tests use of the untyped package
  const client = greeting.client as any;
  const names = [
    STATE,
    "WM_CHANGE_STATE",
    ...MADE.flatMap(([, ...states]) => states.map((one) => STATE + one)),
  ];
  const numbers = await atoms(greeting.client, names);
  const tell = ({ id }: Window, name: string, data: readonly number[]) =>
    client.SendClientMessage(greeting.screen[0]!.root, Number(id), numbers.get(name)!, 32, data, 0x180000);
  return {
    make(window: Window, [first = "", second]: readonly string[]) {
      // IconicState of ICCCM, and _NET_WM_STATE_ADD as a pager sends it.
      if (first === "_HIDDEN") tell(window, "WM_CHANGE_STATE", [3, 0, 0, 0, 0]);
      else {
        const more = second === undefined ? 0 : numbers.get(STATE + second)!;
        tell(window, STATE, [1, numbers.get(STATE + first)!, more, 2, 0]);
      }
    },
    close: () => client.terminate(),
  };
}

Deno.test("a window has nothing of the closed one whose view it shows", async (t) => {
  const bench = await windowsBench(stateWith({}));
  const { windows, env, display } = bench.desktop;
  const maker = await openMaker(display);
  const statesOf = async ({ id }: Window) =>
    [...(await run(["/usr/bin/xprop", "-id", id, STATE], env)).matchAll(/STATE(_[A-Z_]+)/g)].map(([, one]) =>
      one!
    );
  try {
    for (const [name, ...states] of MADE) {
      await t.step(name, async () => {
        bench.open({ ...windowOf("home", {}, "before"), title: "Before", width: 500, height: 400 });
        const before = await windows.find("Before", PATIENCE);
        await waitFor("the focus", async () => await windows.focused() === before.id);
        maker.make(before, states);
        await waitFor(name, async () => {
          const now = await statesOf(before);
          return states.every((state) => now.includes(state));
        });
        bench.close("before");
        await windows.gone("Before");
        bench.open({ ...windowOf("home", {}, "after"), title: "After", width: 420, height: 300 });
        const after = await windows.find("After", PATIENCE);
        await waitFor("the focus", async () => await windows.focused() === after.id);
        const now = await statesOf(after);
        assert.deepEqual(now.filter((state) => states.includes(state)), []);
        // A busy window manager may still report the size of the previous window.
        await waitFor("its own size", async () => {
          const { width, height } = await windows.find("After");
          if (width !== 420 || height !== 300) throw new Error(`it has ${width} × ${height}`);
          return true;
        });
        bench.close("after");
        await windows.gone("After");
      });
    }
    assert.deepEqual(bench.errors, []);
  } finally {
    maker.close();
    await bench.stop();
  }
});
