import assert from "node:assert/strict";
import { startDesktop, waitFor } from "../harness/mod.ts";
import { onScene, pressIn, probedAssets, type RealPage } from "./real_pages.ts";

/** Tab in both directions, past the end of the first one. */
const WALK = ["shift+Tab", "shift+Tab", "shift+Tab", "Tab", "Tab", "Tab", "Tab"];

/**
 * Overlays of a page, the keys and text that open each, and the element that has the focus then.
 */
const OVER: readonly (readonly [scene: string, opens: readonly string[], at: RegExp])[] = [
  ["extensions", ["ctrl+k"], /INPUT What can be done here over/],
  ["services", ["ctrl+k", "text:Redeploy", "Return"], /over the page$/],
  ["query", ["ctrl+h"], /INPUT Find what was run over/],
];

Deno.test("Tab, also with Shift, stays in an overlay of a real window's page", async (t) => {
  const desktop = await startDesktop({ panel: false });
  const assets = await probedAssets();
  const press = (real: RealPage, what: string) => pressIn(desktop, real, what);
  try {
    for (const [scene, opens, at] of OVER) {
      await t.step(`${scene}: ${opens.join(", ")}`, () =>
        onScene(desktop, assets, scene, async (real) => {
          for (const what of opens) await press(real, what);
          await waitFor(
            `the focus to be over the page: ${real.keys().join("\n")}`,
            async () => at.test(await press(real, "Home")),
          );
          for (const key of WALK) {
            assert.match(await press(real, key), /over the page$/, real.keys().join("\n"));
          }
        }));
    }

    await t.step(
      "a menu closes, and its button has the focus",
      () =>
        onScene(desktop, assets, "extensions", async (real) => {
          for (const key of ["Tab", "shift+Tab"]) {
            for (let tab = 0; tab < 40 && !/BUTTON More for/.test(await press(real, "Tab"));) tab++;
            await press(real, "Return");
            await press(real, "Down");
            assert.match(await press(real, key), /BUTTON More for/, real.keys().join("\n"));
            // Enter opens the menu again, so it was closed.
            assert.doesNotMatch(await press(real, "Return"), /More for/, real.keys().join("\n"));
            await press(real, "Escape");
          }
        }),
    );
  } finally {
    await desktop.stop();
  }
});
