import assert from "node:assert/strict";
import { alertOf, stateWith, windowOf } from "../../support/pages/pages_state.ts";
import { waitFor, windowsBench } from "./bench.ts";

const window = {
  ...windowOf("dialog", { dialog: "a" }, "a"),
  title: "Sized once",
  width: 300,
  height: 200,
};

Deno.test("a window keeps the size that its user has given it when its title changes", async () => {
  const bench = await windowsBench(stateWith({ dialogs: [alertOf("a")], windows: [window] }));
  const { desktop } = bench;
  const sized = (title: string, width: number, height: number) =>
    waitFor(`${title} at ${width} × ${height}`, async () => {
      const found = await desktop.windows.find(title);
      return found.width === width && found.height === height;
    });
  try {
    await sized("Sized once", 300, 200);
    await desktop.run("/usr/bin/xdotool", "search", "--name", "^Sized once$", "windowsize", "420", "310");
    await sized("Sized once", 420, 310);
    for (const title of ["Sized twice", "Sized thrice"]) {
      bench.change("a", { title });
      await sized(title, 420, 310);
    }
    // This request comes after the titles, so a size changed by a title would be visible by now.
    bench.change("a", { height: 250 });
    await sized("Sized thrice", 300, 250);
    assert.deepEqual(bench.errors, []);
  } finally {
    await bench.stop();
  }
});
