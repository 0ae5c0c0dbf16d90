/** Every page with names, rows and lines from outside that are markup: nothing of it becomes an element, runs or is asked for. */
import assert from "node:assert/strict";
import type { PageName } from "../../../src/pages/registry.ts";
import { type Scene, scenes } from "../gallery/scenes.ts";
import { hostileMessage } from "../../support/pages/hostile_texts.ts";
import { openStage } from "../gallery/show.ts";

/** Scenes of one page that are looked at, spread over all of them. */
const EACH = 1;

Deno.test("nothing that a page shows becomes an element, runs, or breaks its policy", async (t) => {
  const stage = await openStage();
  const { send } = WebSocket.prototype;
  const perPage = Map.groupBy(scenes, ({ page }) => page);
  let hostileTexts = 0, shownTexts = 0;
  WebSocket.prototype.send = function (data) {
    const text = String(data);
    const sent = hostileMessage(text);
    if (sent !== text) hostileTexts++;
    send.call(this, sent);
  };
  try {
    for (const [page, all] of perPage as Map<PageName, Scene[]>) {
      const step = Math.max(1, Math.floor(all.length / EACH));
      for (const scene of all.filter((_, index) => index % step === 0)) {
        await t.step(`${page}: ${scene.name}`, async () => {
          const { tab, settle, close } = await stage.show({ ...scene, act: undefined });
          await settle();
          assert.deepEqual(tab.problems.filter((one) => /polic|evil|pwned|refused to/i.test(one)), []);
          assert.deepEqual(
            await tab.evaluate(
              "[typeof pwned, document.querySelectorAll('.pwned, base, meta[http-equiv=refresh], [onerror], [onload]').length," +
                " [...document.querySelectorAll('a')].filter(({ href }) => /^javascript:|evil/.test(href)).length," +
                " [...document.querySelectorAll('script, link')].filter((one) => /evil/.test(one.outerHTML)).length]",
            ),
            ["undefined", 0, 0, 0],
          );
          if (await tab.evaluate("document.shownText.includes('<img src=x')")) shownTexts++;
          await close();
        });
      }
    }
    assert.ok(hostileTexts >= perPage.size);
    assert.ok(shownTexts >= perPage.size / 2, `${shownTexts} of ${perPage.size} pages show it as text`);
  } finally {
    WebSocket.prototype.send = send;
    await stage.close();
  }
});
