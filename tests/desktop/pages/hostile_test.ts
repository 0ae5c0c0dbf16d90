/**
 * Every page gets names, rows and log lines that contain markup: none of it becomes an element,
 * runs or is loaded.
 */
import assert from "node:assert/strict";
import { hostileMessage } from "../../support/pages/hostile_texts.ts";
import { changeMessages, PAGES_SHOWN, spread, stageTest } from "./steps.ts";

stageTest("nothing that a page shows becomes an element, runs, or breaks its policy", async (_, stage, t) => {
  let hostileTexts = 0, shownTexts = 0;
  const changeNoMore = changeMessages((text) => {
    const sent = hostileMessage(text);
    if (sent !== text) hostileTexts++;
    return sent;
  });
  try {
    for (const scene of spread(1)) {
      await t.step(`${scene.page}: ${scene.name}`, async () => {
        const { tab, settle, close } = await stage.show(scene);
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
    assert.ok(hostileTexts >= PAGES_SHOWN);
    assert.ok(shownTexts >= PAGES_SHOWN / 2, `${shownTexts} of ${PAGES_SHOWN} pages show it as text`);
  } finally {
    changeNoMore();
  }
});
