/** Pages stay open for days, and one that waits for its turn for as long as Kedge runs: drawing costs no memory. */
import assert from "node:assert/strict";
import type { Shown } from "../gallery/show.ts";
import { stageTest } from "./steps.ts";

/** Drawings before anything counts, and those that count. */
const FIRST = 20, ROUNDS = 60;

/** What a drawing may leave, in bytes: the collector is not exact, and what leaks are the elements of a page. */
const MOST = 15_000;

/** Draws the page with all of its rows anew in each round, as the palette is shown and hidden. */
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
      assert.ok(each < MOST, `${Math.round(each)} bytes for each drawing`);
    });
  }
});
