/** Areas that scroll with text that is no control: keys reach them, and scroll them then. */
import assert from "node:assert/strict";
import { inDevelopment, sceneOf, stageTest } from "./steps.ts";

const AREAS: readonly (readonly [scene: string, area: string])[] = [
  ["agents", ".agents > [aria-label=Activity]"],
  ["agents", ".agents-side"],
  ["catalogue", ".catalogue-detail"],
  ["everywhere-faults", ".everywhere-faults"],
  ["review-refused", ".refused-list"],
  ["services", "section.scroll"],
  ["settings-environments", ".labelled"],
];

stageTest("Tab leads to an area that scrolls", async (step) => {
  for (const [scene, area] of AREAS) {
    const at = `document.querySelector(${JSON.stringify(area)})`;
    await step(`${area} of ${scene}`, scene, async ({ tab, act }) => {
      await act();
      await tab.until(at);
      assert.equal(await tab.evaluate(`${at}.tabIndex`), 0);
      assert.notEqual(await tab.evaluate(`${at}.ariaLabel ?? ""`), "");
    });
  }

  const redeploy = { ...inDevelopment(), act: sceneOf("services-redeploy").act, height: 160 };
  await step("a question without a field, in a low window", redeploy, async ({ tab, act }) => {
    await act();
    await tab.until("document.querySelector('.question-body').tabIndex === 0");
  });
});

/** Where the focus begins among areas that scroll. */
const STARTS: readonly (readonly [scene: string, start: string])[] = [
  ["agents", '.agents > [aria-label="Activity"]'],
  ["agents-stopped", "[data-focus]"],
  ["review-refused", ".foot .marked"],
];

stageTest("startFocus() begins at what scrolls unless a page focuses a control", async (step) => {
  for (const [scene, start] of STARTS) {
    await step(scene, scene, async ({ tab }) => {
      assert.equal(await tab.evaluate(`document.activeElement.matches(${JSON.stringify(start)})`), true);
    });
  }
});
