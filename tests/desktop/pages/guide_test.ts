import assert from "node:assert/strict";
import { PAGES } from "../../../src/pages/registry.ts";
import { SECTIONS } from "../../../src/ui/guide_key.ts";
import { sceneOf, stageTest, textAt } from "./steps.ts";

const FIELD = "document.activeElement === document.querySelector('input[type=search]')";

stageTest("the guide", async (step) => {
  await step("opens at its beginning, with the field ready", "guide", async (shown) => {
    await shown.tab.until(FIELD);
    assert.equal(await textAt(shown, "article h2"), "Starting");
  });

  await step("opens at a section, and arrows lead to the next one", "guide-fields", async (shown) => {
    const { tab } = shown;
    await tab.until("document.querySelector('article h2').innerText === 'accounts[]'");
    await tab.until("document.querySelector('article table')?.innerText.includes('accountId')");
    await tab.press("ArrowDown");
    await tab.until("document.querySelector('article h2').innerText === 'accounts[].secrets[]'");
  });

  await step(
    "finds by words of a text, and keeps the found section when they are cleared",
    "guide",
    async (shown) => {
      const { tab } = shown;
      await tab.type("summer time");
      await tab.until("document.querySelector('article').innerText.includes('summer time')");
      const title = await textAt(shown, "article h2");
      await tab.until("CSS.highlights.get('typed')?.size > 0");
      await tab.press("Escape");
      await tab.until("document.querySelectorAll('#sections [role=group]').length > 3");
      await tab.until("!CSS.highlights.has('typed')");
      assert.equal(await textAt(shown, "article h2"), title);
      await tab.until("document.querySelector('[aria-selected=true]').getBoundingClientRect().top > 0");
    },
  );

  await step("Enter leads from the field to the text, and Ctrl+F back", "guide", async ({ tab }) => {
    await tab.press("Enter");
    await tab.until("document.activeElement === document.querySelector('article')");
    await tab.press("Control+f");
    await tab.until(FIELD);
  });

  await step("a link leads to its document", "guide", async (shown) => {
    const { tab } = shown;
    await tab.type("first extension");
    await tab.reach("document.querySelector('article button.link')");
    await tab.until("document.querySelector('input[type=search]').value === ''");
    await tab.until("document.querySelector('article h2').innerText === 'What an action can rely on'");
    assert.equal(await textAt(shown, "[aria-selected=true]"), "Overview");
  });

  for (const name of ["accounts", "query", "dialog-form", "review-update"]) {
    await step(`F1 in ${name} asks for the section about it, and Ctrl+K lists it`, name, async (shown) => {
      const { tab, sent } = shown;
      await tab.press("F1");
      const [command] = await sent("openWindow", 1);
      assert.deepEqual(command!.params, { section: SECTIONS[sceneOf(name).page as keyof typeof SECTIONS] });
      assert.ok(command!.page === "guide" && PAGES.guide.single);
    });
  }
});
