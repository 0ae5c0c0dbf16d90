import assert from "node:assert/strict";
import axe from "axe-core";
import { scenes } from "../gallery/scenes.ts";
import { openStage } from "../gallery/show.ts";

/**
 * The rules of WCAG 2.2 AA and of best practice; contrast is measured in all four themes elsewhere. What scrolls in the
 * editor of SQL is moved by the keys of its text, which has the focus; axe looks for that inside of what scrolls only.
 */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const RUN = `axe.run({ include: [["html"]] }, {
  runOnly: { type: "tag", values: ${JSON.stringify(TAGS)} },
  resultTypes: ["violations"],
  // A report is a document of its own, which the user's browser shows.
  iframes: false,
}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
  nodes.filter(({ html }) => !html.includes('class="cm-scroller"')).slice(0, 4).map(({ html, failureSummary }) => id + ": " + html.slice(0, 160) + " | " +
    failureSummary.split("\\n").slice(1, 3).join(" "))))`;

Deno.test("every page is clean by axe, in every picture of the gallery", async (t) => {
  const stage = await openStage();
  try {
    for (const scene of scenes) {
      await t.step(scene.name, async () => {
        const shown = await stage.show(scene, { ...(scene.pages && { pages: scene.pages }) });
        await scene.act?.(shown.tab);
        await shown.settle();
        await shown.tab.evaluate<void>(axe.source);
        assert.deepEqual(await shown.tab.evaluate<string[]>(RUN), []);
        await shown.close();
      });
    }
  } finally {
    await stage.close();
  }
});
