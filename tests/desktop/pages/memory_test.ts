/**
 * Drawing leaks no memory, because pages stay open for days, and the waiting page for as long as
 * Kedge runs.
 */
import assert from "node:assert/strict";
import type { Shown } from "../gallery/show.ts";
import { stageTest } from "./steps.ts";

/** Number of drawings before the measurement, and of measured ones. */
const FIRST = 20, ROUNDS = 60;

/**
 * Maximum bytes left per drawing: the collector is inexact, but leaked elements of a page would
 * need more.
 */
const MAX_COUNT = 15_000;

/** Draws the page with all its rows again in each round, as showing and hiding the palette does. */
async function draw({ pages, tab }: Shown, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const title = `${crypto.randomUUID()}`;
    pages.store.update((state) => ({
      ...state,
      accounts: state.accounts.map((account) => ({ ...account })),
      extensions: state.extensions.map((extension) => ({ ...extension })),
      windows: state.windows.map((window) => ({ ...window, title, raised: round % 2 })),
    }));
    await tab.until(`document.querySelector("h1")?.innerText === ${JSON.stringify(title)}`);
  }
}

stageTest("pages hold no more memory the more often they are drawn", async (step) => {
  for (const page of ["home", "palette", "accounts", "extensions", "settings-accounts"]) {
    await step(page, page, async (shown) => {
      await draw(shown, FIRST);
      await shown.settle();
      const before = await shown.tab.heldBytes();
      await draw(shown, ROUNDS);
      await shown.settle();
      const each = (await shown.tab.heldBytes() - before) / ROUNDS;
      assert.ok(each < MAX_COUNT, `${Math.round(each)} bytes for each drawing`);
    });
  }
});
