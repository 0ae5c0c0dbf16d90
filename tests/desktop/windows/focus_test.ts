import assert from "node:assert/strict";
import { scenes } from "../gallery/scenes.ts";
import { startDesktop, waitFor } from "../harness/mod.ts";
import { probedAssets, showReal } from "./real_pages.ts";

/** Stops of the Tab key that are walked in each window: more than the shorter pages have. */
const TABS = 24;

/** One scene of each page, and each that has keys of its own. */
const WALKED = scenes.filter(({ browser }, index) =>
  !browser && scenes.findIndex(({ page }) => page === scenes[index]!.page) === index
).concat(scenes.filter(({ name }) => ["home-empty", "dialog-form", "dialog-report"].includes(name)));

Deno.test("Tab goes round in every real window, and the keyboard stays alive", async (t) => {
  const desktop = await startDesktop({ panel: false });
  const assets = await probedAssets();
  try {
    for (const scene of WALKED) {
      await t.step(scene.name, async () => {
        const real = await showReal(desktop, assets, scene);
        const press = async (key: string) => {
          const before = real.keys().length;
          await desktop.windows.key(key);
          await waitFor(
            `${key} to reach the page after ${real.keys().slice(-3).join(", ")}`,
            () => real.keys().length > before,
            5000,
          );
        };
        try {
          for (let tab = 0; tab < TABS; tab++) await press(tab % 6 === 5 ? "shift+Tab" : "Tab");
          // The palette keeps the focus in its field; elsewhere no stop is nowhere.
          const lost = real.keys().filter((line) => line.endsWith("→ nothing"));
          assert.deepEqual(lost, [], real.keys().join("\n"));
        } finally {
          await real.close();
        }
      });
    }
  } finally {
    await desktop.stop();
  }
});
