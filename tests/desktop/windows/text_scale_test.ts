import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { connectX11 } from "../../../src/tray/x11/client.ts";
import { alertOf, stateWith, windowOf } from "../../support/pages/pages_state.ts";
import type { Desktop } from "../harness/mod.ts";
import { waitFor, windowsBench } from "./bench.ts";

/** GTK's setting for text of normal size and of 1.75 times that, in 1024ths of a dot per inch. */
const USUAL = 96 * 1024, LARGE = 168 * 1024;

/**
 * Serves the settings of an X11 desktop (XSETTINGS), as desktops' daemons do, with only the size of
 * text.
 */
async function settingsOf({ display }: Desktop) {
  const greeting = await connectX11(display);
  // deno-lint-ignore no-explicit-any -- what only tests use of the untyped package
  const client = greeting.client as any;
  const owner = client.AllocID();
  client.CreateWindow(owner, greeting.screen[0]!.root, 0, 0, 1, 1, 0, 0, 0, 0, {});
  const atom = (name: string) =>
    new Promise<number>((resolve, reject) =>
      client.InternAtom(false, name, (error: Error | null, id: number) => error ? reject(error) : resolve(id))
    );
  const [selection, property] = [await atom("_XSETTINGS_S0"), await atom("_XSETTINGS_SETTINGS")];
  let serial = 0;
  const set = (dpi: number) => {
    const name = "Xft/DPI";
    const bytes = new DataView(new ArrayBuffer(32));
    bytes.setUint32(4, ++serial, true);
    bytes.setUint32(8, 1, true);
    bytes.setUint16(14, name.length, true);
    [...name].forEach((letter, at) => bytes.setUint8(16 + at, letter.charCodeAt(0)));
    bytes.setUint32(24, serial, true);
    bytes.setInt32(28, dpi, true);
    client.ChangeProperty(0, owner, property, property, 8, Buffer.from(bytes.buffer));
  };
  set(USUAL);
  client.SetSelectionOwner(owner, selection, 0);
  await new Promise((resolve) => client.GetInputFocus(resolve));
  return { set, close: () => client.terminate() };
}

const window = (id: string) => ({
  ...windowOf("dialog", { dialog: id }, id),
  title: `Text ${id}`,
  width: 300,
  height: 200,
});

Deno.test("windows are larger where the desktop's text is larger", async () => {
  const bench = await windowsBench(
    stateWith({ dialogs: [alertOf("a")], windows: [window("a")] }),
    async (desktop) => {
      const set = ["-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", "Xft.dpi:\t168\n"];
      await desktop.run("/usr/bin/xprop", "-root", ...set);
    },
  );
  try {
    const { width, height } = await bench.desktop.windows.find("Text a");
    assert.deepEqual([width, height], [525, 350]);
    assert.deepEqual(bench.errors, []);
  } finally {
    await bench.stop();
  }
});

Deno.test("windows grow and shrink with the desktop's text, both open ones and the next", async () => {
  let settings: Awaited<ReturnType<typeof settingsOf>> | undefined;
  const bench = await windowsBench(
    stateWith({ dialogs: [alertOf("a"), alertOf("b")], windows: [window("a")] }),
    async (desktop) => void (settings = await settingsOf(desktop)),
  );
  const { windows } = bench.desktop;
  const sized = (title: string, width: number, height: number) =>
    waitFor(`${title} at ${width} × ${height}`, async () => {
      const found = await windows.find(title);
      if (found.width !== width || found.height !== height) {
        throw new Error(`it has ${found.width} × ${found.height}`);
      }
      return true;
    });
  try {
    await sized("Text a", 300, 200);
    settings!.set(LARGE);
    await sized("Text a", 525, 350);
    bench.open(window("b"));
    await sized("Text b", 525, 350);
    // Each change arrives while the window manager still handles the previous one.
    for (let round = 0; round < 10; round++) {
      settings!.set(USUAL);
      await sized("Text a", 300, 200);
      settings!.set(LARGE);
      await sized("Text a", 525, 350);
    }
    settings!.set(USUAL);
    await sized("Text a", 300, 200);
    await sized("Text b", 300, 200);
    assert.deepEqual(bench.errors, []);
  } finally {
    settings?.close();
    await bench.stop();
  }
});
