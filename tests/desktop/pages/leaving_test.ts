import assert from "node:assert/strict";
import { sceneOf, stageTest } from "./steps.ts";

const QUESTION = "Esc again discards what you entered.";
const asks = `document.body.innerText.includes(${JSON.stringify(QUESTION)})`;

/** Each form that would lose something by Esc: its scene, the field that is typed into, and whether Esc has left it. */
const FORMS: readonly (readonly [scene: string, field: string, left: string])[] = [
  ["welcome", "[name=ssoStartUrl]", "closeWindow"],
  ["configure", "[name=region]", "closeWindow"],
  ["dialog-form", "input[type=text]", "answerDialog"],
  ["secrets-change", ".question input", "!document.querySelector('.question')"],
];

stageTest("Esc says what it would discard, and does so the second time", async (step) => {
  for (const [scene, field, left] of FORMS) {
    await step(scene, scene, async (shown) => {
      const { tab } = shown;
      await sceneOf(scene).act?.(tab);
      await shown.settle();
      const before = shown.commands().length;
      const enter = async () => {
        await tab.evaluate(`document.querySelector(${JSON.stringify(field)}).focus()`);
        await tab.type("x");
      };
      await enter();
      await tab.press("Escape");
      await tab.until(asks);
      // What is entered after that is asked about anew.
      await enter();
      await tab.until(`!(${asks})`);
      await tab.press("Escape");
      await tab.until(asks);
      assert.deepEqual(shown.commands().slice(before), []);
      await tab.press("Escape");
      if (left.startsWith("!")) await tab.until(left);
      else await shown.command(left as "closeWindow");
    });
  }
});
