/** Letters that reach the page of the palette before it knows that the palette was opened. */
import assert from "node:assert/strict";
import { type Browser, startBrowser, type Tab } from "../../support/browser/mod.ts";
import { testAssets } from "../../support/pages/assets.ts";
import { testPages } from "../../support/pages/pages.ts";
import { stateWith, windowOf } from "../../support/pages/pages_state.ts";

const FIELD = "document.querySelector('.palette input')";

/** A palette whose page waits in a hidden window. */
interface Palette {
  readonly tab: Tab;
  /** Shows the window to the user. */
  give(id: string): Promise<void>;
  /** Closes the window; Kedge tells the page. */
  take(): Promise<void>;
  /** Tells the page that its window is hidden or shown. */
  hidden(hidden: boolean): Promise<void>;
  /** Removes the focus from the field. */
  unfocus(): Promise<void>;
}

/**
 * What happens after "old" was typed into a first window, and the expected text in the field of the
 * second.
 */
const CASES: readonly [name: string, act: (palette: Palette) => Promise<unknown>, text: string][] = [
  ["is empty where nothing was typed", async ({ hidden, take, give }) => {
    await hidden(true);
    await take();
    await give("second");
  }, ""],
  ["is empty where the page was never told that it was hidden", async ({ tab, take, give }) => {
    await tab.evaluate("dispatchEvent(new FocusEvent('blur'))");
    await take();
    await give("second");
  }, ""],
  ["has a letter that overtook the word that the first has gone", async ({ tab, hidden, take, give }) => {
    await hidden(true);
    await hidden(false);
    await tab.press("q");
    await take();
    await tab.press("w");
    await give("second");
    await tab.press("e");
  }, "qwe"],
  ["has a letter that overtook the word that it is called", async ({ tab, hidden, take, give }) => {
    await hidden(true);
    await take();
    await tab.press("q");
    await give("second");
    await tab.press("w");
  }, "qw"],
  ["has a letter that came while nothing had the focus", async ({ tab, hidden, take, give, unfocus }) => {
    await hidden(true);
    await take();
    await give("second");
    await unfocus();
    await tab.press("q", "w");
  }, "qw"],
];

async function openPalette(browser: Browser) {
  const pages = await testPages(stateWith({ windows: [windowOf("home", {}, "h")] }), {
    assets: await testAssets(),
  });
  const waiting = pages.prepare("palette");
  const tab = await browser.open(pages.openAddress(waiting.id));
  const palette: Palette = {
    tab,
    async give(id) {
      const window = { ...windowOf("palette", {}, id), title: id, raised: 1 };
      pages.store.update((state) => ({ ...state, windows: [...state.windows, window] }));
      pages.give(waiting.id, id);
      await tab.until(`document.title === "${id}"`);
    },
    async take() {
      pages.store.update((state) => ({ ...state, windows: state.windows.slice(0, 1) }));
      pages.take(waiting.id);
      await tab.until(`document.title === ${JSON.stringify(waiting.title)}`);
    },
    hidden: (hidden) =>
      tab.evaluate(
        `(Object.defineProperty(document, "hidden", { value: ${hidden}, configurable: true }),
          document.dispatchEvent(new Event("visibilitychange")))`,
      ),
    async unfocus() {
      await tab.evaluate(`(() => {
        const { focus } = HTMLElement.prototype;
        HTMLElement.prototype.focus = () => {};
        ${FIELD}.blur();
        HTMLElement.prototype.focus = focus;
      })()`);
      await tab.until("document.activeElement === document.body");
    },
  };
  return { palette, close: () => pages.close() };
}

Deno.test("the field of a palette that waited", async (t) => {
  const browser = await startBrowser();
  try {
    for (const [name, act, text] of CASES) {
      await t.step(name, async () => {
        const { palette, close } = await openPalette(browser);
        const { tab } = palette;
        await palette.give("first");
        await tab.type("old");
        await tab.until(`${FIELD}.value === "old"`);
        await act(palette);
        await tab.until(`${FIELD}.value === ${JSON.stringify(text)}`, 10_000);
        // Wait until the last message has been drawn.
        await tab.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))");
        assert.equal(await tab.evaluate(`${FIELD}.value`), text);
        assert.deepEqual(tab.problems, []);
        await close();
      });
    }
  } finally {
    await browser.close();
  }
});
