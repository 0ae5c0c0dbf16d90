import assert from "node:assert/strict";
import { stageTest } from "./steps.ts";

stageTest("a catalogue of 10,000 extensions", async (step) => {
  await step(
    "draws only visible rows, up to the last one, and finds by typing",
    "catalogue-many",
    async ({ tab }) => {
      const drawn = () => tab.evaluate<number>("document.querySelectorAll('[role=option]').length");
      await tab.until("document.shownText.includes('Tools 0')");
      assert.ok(await drawn() < 200, `${await drawn()} rows are drawn`);
      await tab.press("End");
      await tab.until("document.shownText.includes('Tools 9999')");
      assert.ok(await drawn() < 200, `${await drawn()} rows are drawn`);
      await tab.type("Tools 4321");
      await tab.until("document.querySelectorAll('[role=option]').length === 1");
      await tab.until("document.querySelector('[role=option]').innerText.includes('Tools 4321')");
    },
  );
});
