/** Every page with names from outside that turn round and hide what stands beside them: each is spelled out, tooltips too. */
import assert from "node:assert/strict";
import { hiding } from "./audit.ts";
import { changeMessages, PAGES_SHOWN, spread, stageTest } from "./steps.ts";

/** What people read of what pages are sent, by its name; other texts are words between Kedge and its pages. */
const READ = new Set(
  ("name label title message hint error detail description tooltip summary text email host database user source file " +
    "folder extensionName actionLabel placeholder help reason why role portal engine version image schema table " +
    "column comment cluster service task line author from").split(" "),
);
/** Turns what follows round, and is not seen. */
const FORGED = "ab\u202ecd\u200bef";
/** A message for a page in which names from outside hide something. */
function forged(message: string): string {
  return JSON.stringify(
    JSON.parse(message, (key, value) => typeof value === "string" && READ.has(key) ? value + FORGED : value),
  );
}

stageTest("no page shows a character that hides or turns what stands beside it", async (_, stage, t) => {
  let forgedTexts = 0;
  const changeNoMore = changeMessages((text) => {
    const sent = /^\{"type":"(change|rows)"/.test(text) ? forged(text) : text;
    if (sent !== text) forgedTexts++;
    return sent;
  });
  try {
    for (const scene of spread(3)) {
      await t.step(`${scene.page}: ${scene.name}`, async () => {
        const { tab, close } = await stage.show(scene);
        assert.deepEqual(await tab.evaluate<string[]>(hiding), []);
        await close();
      });
    }
    assert.ok(forgedTexts >= PAGES_SHOWN);
  } finally {
    changeNoMore();
  }
}, { still: true });
