/**
 * Every page writes out hidden and direction-changing characters of foreign names, in tooltips too.
 */
import assert from "node:assert/strict";
import { hiding } from "./audit.ts";
import { changeMessages, PAGES_SHOWN, spread, stageTest } from "./steps.ts";

/**
 * Fields of messages that contain text for people; the others are only exchanged between Kedge and
 * its pages.
 */
const READ = new Set(
  ("name label title message hint error detail description tooltip summary text email host database user source file " +
    "folder extensionName actionLabel placeholder help reason why role portal engine version image schema table " +
    "column comment cluster service task line author from").split(" "),
);
/** A character that reverses the following text, and an invisible one. */
const FORGED = "ab\u202ecd\u200bef";
/** Adds hidden characters to every field of a message that people read. */
function forged(message: string): string {
  return JSON.stringify(
    JSON.parse(message, (key, value) => typeof value === "string" && READ.has(key) ? value + FORGED : value),
  );
}

stageTest("no page shows a character that hides or reverses text beside it", async (_, stage, t) => {
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
