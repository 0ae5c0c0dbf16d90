import assert from "node:assert/strict";
import { connectX11 } from "../../../src/tray/x11/client.ts";
import { alertOf, stateWith, windowOf } from "../../support/pages/pages_state.ts";
import { waitFor, windowsBench } from "./bench.ts";

/** X11 event mask for changes of top-level windows, which include the frames of window managers. */
const SUBSTRUCTURE = 0x80000;

interface Frame {
  readonly width: number;
  readonly height: number;
  /** Positions while it was visible, as `x,y`. */
  readonly seenAt: string[];
  at: string;
  mapped: boolean;
}

/** Records the frames on a display. */
async function followFrames(display: string) {
  const greeting = await connectX11(display);
  // deno-lint-ignore no-explicit-any -- what only tests use of the untyped package
  const client = greeting.client as any;
  const frames = new Map<number, Frame>();
  client.on("event", (event: Record<string, number> & { name: string }) => {
    const { name, x, y, width, height } = event;
    const wid = (name === "ConfigureNotify" ? event.wid1 : event.wid)!;
    const frame = frames.get(wid);
    if (name === "CreateNotify" || name === "ConfigureNotify") {
      const next = { width: width!, height: height!, seenAt: frame?.seenAt ?? [], at: `${x},${y}` };
      frames.set(wid, { ...next, mapped: frame?.mapped ?? false });
    }
    if (name === "MapNotify" && frame) frame.mapped = true;
    const now = frames.get(wid);
    if (now?.mapped && now.seenAt.at(-1) !== now.at) now.seenAt.push(now.at);
  });
  client.ChangeWindowAttributes(greeting.screen[0]!.root, { eventMask: SUBSTRUCTURE });
  return { frames, close: () => client.terminate() };
}

Deno.test("windows that open together are seen at their places only", async () => {
  const ids = ["a", "b", "c", "d"];
  const bench = await windowsBench(stateWith({ dialogs: ids.map((id) => alertOf(id)) }));
  const { frames, close } = await followFrames(bench.desktop.display);
  try {
    for (const id of ids) {
      bench.open({ ...windowOf("dialog", { dialog: id }, id), title: id, width: 430, height: 310 });
    }
    for (const id of ids) await bench.desktop.windows.find(id);
    const shown = () => [...frames.values()].filter(({ mapped, width }) => mapped && width >= 430);
    await waitFor("all of them", () => shown().length === ids.length);
    await bench.showsAt("d", 210, 150, "#00AA00");
    assert.deepEqual(shown().map(({ seenAt }) => seenAt.slice(1)), ids.map(() => []));
    // No window is in the corner, and no two are at the same place.
    const places = shown().map(({ at }) => at);
    assert.equal(new Set(places).size, ids.length);
    for (const place of places) assert.ok(Number(place.split(",")[0]) > 100, place);
  } finally {
    close();
    await bench.stop();
  }
});

Deno.test("a window larger than the screen is placed with its title bar on the screen", async () => {
  const bench = await windowsBench(stateWith({ dialogs: [alertOf("large")] }));
  try {
    bench.open({
      ...windowOf("dialog", { dialog: "large" }, "large"),
      title: "large",
      width: 1600,
      height: 2000,
    });
    const { x, y, width, height } = await bench.desktop.windows.find("large");
    const frame = await bench.desktop.run("/usr/bin/xprop", "-root", "_NET_WORKAREA");
    const [left = 0, top = 0, wide = 0, high = 0] = frame.match(/\d+/g)!.map(Number);
    assert.ok(wide > 0 && high > 0, frame);
    assert.ok(x >= left && x + width <= left + wide, `${x} + ${width} of ${wide}`);
    assert.ok(y > top && y + height <= top + high, `${y} + ${height} of ${high}`);
  } finally {
    await bench.stop();
  }
});
