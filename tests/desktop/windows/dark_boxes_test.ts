import { deepEqual } from "node:assert/strict";
import { testAssets } from "../../support/pages/assets.ts";
import { scenes } from "../gallery/scenes.ts";
import { startDesktop, waitFor } from "../harness/mod.ts";
import { showReal } from "./real_pages.ts";
import { openScreen } from "./screen.ts";

/** Blue, green and red of `--bg-control` in the dark theme. */
const CONTROL = [0x33, 0x2d, 0x2a];

for (
  const [what, name, x, y] of [
    ["box", "dialog-form-many", 33, 176],
    ["radio button", "dialog-form", 24, 572],
  ] as const
) {
  Deno.test(`an unchecked ${what} is as dark as the fields in a dark window`, async () => {
    const desktop = await startDesktop({ panel: false });
    const dark = { ...desktop, env: { ...desktop.env, GTK_THEME: "Adwaita:dark" } };
    const scene = scenes.find((scene) => scene.name === name)!;
    const real = await showReal(dark, await testAssets(), { ...scene, height: 700 });
    const screen = await openScreen(desktop.display);
    try {
      let pixel: number[] = [];
      const place = { x: real.window.x + x, y: real.window.y + y, width: 1, height: 1 };
      await waitFor("its colour", async () => {
        pixel = [...(await screen.part(place)).slice(0, 3)];
        return pixel.join() === CONTROL.join();
      }, 20_000).catch(() => {});
      deepEqual(pixel, CONTROL);
    } finally {
      screen.close();
      await real.close();
      await desktop.stop();
    }
  });
}
