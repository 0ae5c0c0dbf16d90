/** Ctrl+K: what it lists in windows as they are used, by what one looks for there. */
import assert from "node:assert/strict";
import { sceneOf, stageTest } from "./steps.ts";

/** What is typed in a scene, and the first line that is found by it. */
const CASES: readonly (readonly [scene: string, ...found: (readonly [typed: string, first: string])[]])[] = [
  [
    "query",
    ["export", "Export"],
    ["format", "Format"],
    ["write", "Let this tab write"],
    ["reading", "Reading: let this tab write"],
    ["history", "Saved and history"],
    ["plan", "Plan"],
    ["query 2", "Show Query 2"],
    ["close", "Close this tab"],
  ],
  ["console-running", ["copy", "Copy"], ["save", "Save"], ["cancel", "Cancel"]],
  ["secrets-read", ["json", "Copy JSON"], ["change", "Change"]],
  ["services", ["redeploy", "Redeploy"], ["scale", "Scale"]],
  ["logs", ["copy", "Copy"], ["save", "Save"]],
];

const ROWS = "[...document.querySelectorAll('.here [role=option]')]";

stageTest("Ctrl+K finds what can be done", async (step) => {
  for (const [scene, ...found] of CASES) {
    await step(scene, scene, async ({ tab, settle }) => {
      await sceneOf(scene).act?.(tab);
      await settle();
      await tab.press("Control+k");
      await tab.until(`${ROWS}.length > 0`);
      const bare = `${ROWS}.filter((row) => !row.querySelector("svg")).map((row) => row.innerText)`;
      assert.deepEqual(await tab.evaluate<string[]>(bare), [], "lines without an icon");
      for (const [typed, first] of found) {
        await tab.type(typed);
        const is = `${ROWS}[0]?.querySelector(".name").innerText.startsWith(${JSON.stringify(first)})`;
        await tab.until(is, 10_000);
        await tab.press("Control+a", "Delete");
        await tab.until("document.querySelector('.here input').value === ''");
      }
    });
  }
});
