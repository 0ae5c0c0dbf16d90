/** Every page with names from outside that turn round and hide what stands beside them: each is spelled out, tooltips too. */
import assert from "node:assert/strict";
import type { PageName } from "../../../src/pages/registry.ts";
import { type Scene, scenes } from "../gallery/scenes.ts";
import { openStage } from "../gallery/show.ts";
import { hiding } from "./audit.ts";

/** What people read of what pages are sent, by its name; other texts are words between Kedge and its pages. */
const READ = new Set(
  ("name label title message hint error detail description tooltip summary text email host database user source file " +
    "folder extensionName actionLabel placeholder help reason why role portal engine version image schema table " +
    "column comment cluster service task line author from").split(" "),
);
/** Turns what follows round, and is not seen. */
const FORGED = "ab\u202ecd\u200bef";
/** Scenes of one page that are looked at, spread over all of them. */
const EACH = 3;

/** A message for a page in which names from outside hide something. */
function forged(message: string): string {
  return JSON.stringify(
    JSON.parse(message, (key, value) => typeof value === "string" && READ.has(key) ? value + FORGED : value),
  );
}

Deno.test("no page shows a character that hides or turns what stands beside it", async (t) => {
  const stage = await openStage({ still: true });
  const { send } = WebSocket.prototype;
  const perPage = Map.groupBy(scenes, ({ page }) => page);
  let forgedTexts = 0;
  WebSocket.prototype.send = function (data) {
    const text = String(data);
    const sent = /^\{"type":"(change|rows)"/.test(text) ? forged(text) : text;
    if (sent !== text) forgedTexts++;
    send.call(this, sent);
  };
  try {
    for (const [page, all] of perPage as Map<PageName, Scene[]>) {
      const step = Math.max(1, Math.floor(all.length / EACH));
      for (const scene of all.filter((_, index) => index % step === 0)) {
        await t.step(`${page}: ${scene.name}`, async () => {
          const { tab, close } = await stage.show({ ...scene, act: undefined });
          assert.deepEqual(await tab.evaluate<string[]>(hiding), []);
          await close();
        });
      }
    }
    assert.ok(forgedTexts >= perPage.size);
  } finally {
    WebSocket.prototype.send = send;
    await stage.close();
  }
});
