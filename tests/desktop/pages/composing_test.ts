import assert from "node:assert/strict";
import { stageTest } from "./steps.ts";

/** Key events during the composition of characters, as different engines report them. */
const TOLD = [
  // Safari's WebKit reports the key that ends the composition so.
  "keyCode: 229",
  "isComposing: true",
];

stageTest("keys of an input method only concern its composition", async (step) => {
  for (
    const [scene, field] of [
      ["palette", "input"],
      ["home", "input[type=search]"],
      ["accounts", "input[type=search]"],
      ["secrets-change", ".question input"],
      ["dialog-ask", "input"],
    ] as const
  ) {
    await step(scene, scene, async (shown) => {
      const { tab } = shown;
      await shown.act();
      await tab.reach(`document.querySelector(${JSON.stringify(field)})`, "focus");
      await tab.type("se");
      await shown.settle();
      const state = () =>
        tab.evaluate<string>("document.activeElement.value + document.activeElement.outerHTML");
      const before = await state(), sent = shown.commands().length;
      for (const told of TOLD) {
        for (const key of ["Enter", "ArrowDown", "ArrowUp", "Tab", "Escape"]) {
          const left = await tab.evaluate<boolean>(
            `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "${key}", code: "${key}", ${told}, ` +
              `bubbles: true, composed: true, cancelable: true }))`,
          );
          assert.equal(left, true, `${key} ${told} is taken from the input method`);
        }
      }
      await shown.settle();
      assert.equal(await state(), before);
      assert.deepEqual(shown.commands().slice(sent), []);
    });
  }
});

stageTest("keys with Ctrl are those of other keyboards too", async (step) => {
  const keyboards = { "Cyrillic": "л", "Greek": "κ", "Caps Lock": "K" };
  for (const [keyboard, key] of Object.entries(keyboards)) {
    await step(`Ctrl and ${key} (${keyboard}) list the commands`, "accounts", async ({ tab }) => {
      await tab.evaluate(
        `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "${key}", code: "KeyK", ` +
          `ctrlKey: true, bubbles: true, composed: true, cancelable: true }))`,
      );
      await tab.until("document.querySelector('.sheet.here')");
    });
  }
});
