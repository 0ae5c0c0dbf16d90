import { connectX11 } from "../../../src/tray/x11/client.ts";
import { alertOf, stateWith, windowOf } from "../../support/pages/pages_state.ts";
import { waitFor, windowsBench } from "./bench.ts";

/** What happens to windows of the whole screen, which frames of window managers are. */
const SUBSTRUCTURE = 0x80000;

interface Frame {
  readonly width: number;
  readonly height: number;
  at: string;
  mapped: boolean;
}

/** Follows the frames on a display. */
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
      frames.set(wid, { width: width!, height: height!, at: `${x},${y}`, mapped: frame?.mapped ?? false });
    }
    if (name === "MapNotify" && frame) frame.mapped = true;
  });
  client.ChangeWindowAttributes(greeting.screen[0]!.root, { eventMask: SUBSTRUCTURE });
  return { frames, close: () => client.terminate() };
}

Deno.test("windows that open together come to places of their own, none in the corner", async () => {
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
    await waitFor("places of their own", () => {
      const places = shown().map(({ at }) => at);
      return new Set(places).size === ids.length &&
        places.every((place) => Number(place.split(",")[0]) > 100);
    });
  } finally {
    close();
    await bench.stop();
  }
});
