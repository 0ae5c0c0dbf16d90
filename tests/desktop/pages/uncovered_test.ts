import assert from "node:assert/strict";
import { createWindows } from "../../../src/core/app/windows.ts";
import { PAGES } from "../../../src/pages/registry.ts";
import type { Shown } from "../gallery/show.ts";
import { windowOf } from "../../support/pages/pages_state.ts";
import { type Answering, button, clock, inDevelopment, stageTest } from "./steps.ts";

/** Opens another window over the page. */
const over = (shown: Shown) =>
  shown.pages.store.update((state) => ({
    ...state,
    windows: [...state.windows, windowOf("dialog", {}, "over")],
  }));

/** Closes that window. */
const goes = (shown: Shown) => createWindows(shown.pages.store, PAGES).closeWhere(({ id }) => id === "over");

/** Milliseconds since the covering window closed, and whether a key counts by then. */
const LATER: readonly (readonly [later: number, counts: boolean])[] = [[0, false], [299, false], [300, true]];

/** Returns the names of the page's commands, except those about its own window. */
const does = (shown: Shown) =>
  shown.commands().map(({ name }) => name).filter((name) => name !== "markUnsaved");

/** Covers the page, which has no focus then, and uncovers it `later` ms ago. */
async function uncovered(shown: Shown, later: number): Promise<void> {
  over(shown);
  await shown.tab.evaluate("document.hasFocus = () => false");
  await shown.settle();
  await clock(shown, 100_000);
  goes(shown);
  await shown.settle();
  await clock(shown, 100_000 + later);
}

/** Closes the last window over the home page, whose row then gets the focus. */
async function leaveOverlay(shown: Answering): Promise<void> {
  await shown.act();
  await clock(shown, 100_000);
  createWindows(shown.pages.store, PAGES).closeWhere(({ page }) => page !== "home");
  await shown.tab.until("!document.querySelector('.sheet')");
  await shown.tab.reach("document.querySelector('button.row-main')", "focus");
}

stageTest("an uncovered page ignores a press that was meant for the overlay", async (step) => {
  for (const [later, counts] of LATER) {
    const says = counts ? "counts" : "does nothing";
    for (const name of ["palette", "home-filter"]) {
      await step(`${name}: Enter ${later} ms after a window over it went ${says}`, name, async (shown) => {
        await shown.act();
        await uncovered(shown, later);
        await shown.tab.press("Enter");
        await shown.settle();
        assert.equal(does(shown).length > 0, counts, does(shown).join());
      });
    }

    await step(
      `palette: a click ${later} ms after a window over it went ${says}`,
      "palette",
      async (shown) => {
        await uncovered(shown, later);
        await shown.tab.click("[role=option]");
        await shown.settle();
        assert.equal(does(shown).length > 0, counts, does(shown).join());
      },
    );

    const title = `services: Enter ${later} ms after Enter answered a question ${says} below it`;
    await step(title, inDevelopment(), async (shown) => {
      const { tab } = shown;
      await tab.until("document.querySelector('.service-lines')");
      await tab.reach(button("Redeploy"), "focus");
      await clock(shown, 100_000);
      await tab.press("Enter");
      await tab.until("document.activeElement?.closest('.question')");
      await clock(shown, 200_000);
      await tab.press("Enter");
      await shown.sent("redeployService", 1);
      await tab.until("!document.querySelector('.question')");
      await tab.until("document.activeElement?.innerText.startsWith('Redeploy')");
      await clock(shown, 200_000 + later);
      await tab.press("Enter");
      await shown.settle();
      assert.equal(await tab.evaluate("Boolean(document.querySelector('.question'))"), counts);
    });

    await step(
      `extensions: Enter ${later} ms after Enter in what can be done ${says} below`,
      "extensions",
      async (shown) => {
        const { tab } = shown;
        await tab.reach("document.querySelector('[aria-label^=\"More for\"]')", "focus");
        await clock(shown, 100_000);
        await tab.press("Control+k");
        await tab.until("document.querySelector('.sheet.here')");
        await tab.press("Enter");
        await tab.until("!document.querySelector('.sheet.here')");
        await tab.reach("document.querySelector('[aria-label^=\"More for\"]')", "focus");
        await clock(shown, 100_000 + later);
        await tab.press("Enter");
        await shown.settle();
        assert.equal(await tab.evaluate("Boolean(document.querySelector('[role=menu]'))"), counts);
      },
    );

    await step(
      `home-overlay: Enter ${later} ms after the last window over it went ${says}`,
      "home-overlay",
      async (shown) => {
        await leaveOverlay(shown);
        await clock(shown, 100_000 + later);
        await shown.tab.press("Enter");
        await shown.settle();
        assert.equal(does(shown).length > 0, counts, does(shown).join());
      },
    );
  }

  await step("a key that is held down goes on doing nothing", "home-overlay", async (shown) => {
    await leaveOverlay(shown);
    for (const ms of [300, 660, 700, 1100]) {
      await clock(shown, 100_000 + ms);
      await shown.tab.repeat("Enter");
    }
    await shown.settle();
    assert.deepEqual(does(shown), []);
  });

  await step("Enter after newly typed text counts, however soon", "palette", async (shown) => {
    over(shown);
    await shown.tab.evaluate("document.hasFocus = () => false");
    await shown.settle();
    await clock(shown, 100_000);
    goes(shown);
    await shown.settle();
    await shown.tab.type("prod");
    await shown.tab.press("Enter");
    await shown.tab.until("true");
    await shown.settle();
    assert.equal(does(shown).length > 0, true);
  });

  await step(
    "Enter counts at once where the user was in this window when another one went",
    "palette",
    async (shown) => {
      over(shown);
      await shown.settle();
      await shown.tab.evaluate("document.hasFocus = () => true");
      await clock(shown, 100_000);
      goes(shown);
      await shown.settle();
      await shown.tab.press("Enter");
      await shown.settle();
      assert.equal(does(shown).length > 0, true);
    },
  );
});
