import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { kedgePaths } from "../../../src/core/paths.ts";
import { startBrowser, type Tab } from "../../support/browser/mod.ts";
import { testFolder } from "../../support/folder.ts";
import { shareGoCache } from "../../support/program/actions.ts";
import { sharePages } from "../../support/pages/assets.ts";
import { waitFor } from "../harness/mod.ts";
import { start } from "../harness/process.ts";
import { button } from "./button.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Returns an expression that is evaluated in the document of the visible overlay. */
const inside = (expression: string) =>
  `(() => { const page = document.querySelector(".sheet iframe:not([hidden])")?.contentDocument; return page?.body ? ${expression} : null; })()`;
/** Clicks the button of the overlay whose text contains `words`. */
const click = (tab: Tab, words: string) =>
  tab.reach(inside(
    `[...page.querySelectorAll("button")].find((one) => one.innerText.includes(${JSON.stringify(words)}))`,
  ));

Deno.test("kedge --browser: an extension is reviewed, installed and run from the home page", async (t) => {
  const home = await testFolder();
  await sharePages(kedgePaths(home));
  await shareGoCache(kedgePaths(home));
  await Deno.copyFile(join(ROOT, "examples/config.json"), join(home, "config.json"));
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = Deno.env.toObject();
  const kedge = start(
    [Deno.execPath(), "run", "-A", "main.ts", "--browser"],
    { ...env, KEDGE_HOME: home },
    ROOT,
  );
  const browser = await startBrowser();
  try {
    const address = await waitFor(
      "the address",
      () => kedge.output().match(/http:\/\/127\.0\.0\.1:\S+/)?.[0],
      60_000,
    );
    const tab = await browser.open(address, { width: 1100, height: 760 });
    await tab.until("document.querySelector('.home-columns')");
    const openReview = async () => {
      await tab.reach(button("Install extension"));
      await tab.until("document.activeElement.closest('.install')");
      await tab.type(join(ROOT, "examples/toolbox"));
      await tab.press("Enter");
      await tab.until(inside("page.querySelector('.review-body')"));
    };

    await t.step("a path opens the review over the page, which takes no more clicks", async () => {
      await openReview();
      assert.equal(await tab.evaluate("document.querySelector('.home-main').inert"), true);
    });

    await t.step("Escape refuses, and nothing is installed", async () => {
      await tab.until("document.activeElement.tagName === 'IFRAME'");
      await tab.press("Escape");
      await tab.until("!document.querySelector('.sheet')");
      assert.equal(await tab.evaluate("document.shownText.includes('New passphrase')"), false);
    });

    await t.step("once trusted, the extension is on the page at once", async () => {
      await openReview();
      await click(tab, "Trust and install");
      await tab.until(inside("page.body.innerText.includes('is installed.')"));
      await tab.until("document.activeElement.tagName === 'IFRAME'");
      await tab.press("Escape");
      await tab.until(
        "!document.querySelector('.sheet') && document.shownText.includes('New passphrase')",
      );
    });

    await t.step("its action asks over the page and shows its result", async () => {
      await tab.reach(
        "[...document.querySelectorAll('.row-main')].find((one) => one.innerText.includes('New passphrase'))",
      );
      // The first compilation of all tests also builds Go's standard library.
      await tab.until(inside("page.querySelector('.dialog input')"), 300_000);
      await tab.until("document.activeElement.tagName === 'IFRAME'");
      // The question opened by itself, so a key counts only after a person has had time to read it.
      const came = Date.now();
      await tab.until(`Date.now() - ${came} > 1500`);
      await tab.press("Enter");
      // The browser records a request for a report even when it is refused because the page was
      // left.
      await tab.until(inside(
        "page.querySelector('iframe.report') && page.defaultView.performance.getEntriesByType('resource')" +
          ".some(({ initiatorType }) => initiatorType === 'iframe')",
      ));
      await tab.press("Escape");
      await tab.until(inside("page.body.innerText.includes('Draw another one?')"));
      await click(tab, "No");
      await tab.until(
        "!document.querySelector('.sheet') && /New passphrase\\s+Done/.test(document.shownText)",
      );
    });

    assert.deepEqual(tab.problems, []);
  } finally {
    await browser.close();
    await kedge.kill("SIGTERM");
  }
});
