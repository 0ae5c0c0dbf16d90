import assert from "node:assert/strict";
import { scenes } from "../gallery/scenes.ts";
import { openStage } from "../gallery/show.ts";

/** What is too wide, or a control that no scrolling brings into view. */
const OUT_OF_VIEW = `(() => {
  const found = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push("too wide by " + wide + " px");
  for (const one of document.querySelectorAll("button, input, textarea, select, a[href]")) {
    if (one.disabled || !one.checkVisibility({ checkVisibilityCSS: true }) || one.closest(".aside, [inert]")) continue;
    one.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { left, right, top, bottom, width } = one.getBoundingClientRect();
    const fits = width <= innerWidth ? left >= -1 && right <= innerWidth + 1 : right > 0 && left < innerWidth;
    if (width > 0 && !(fits && bottom > 1 && top < innerHeight - 1)) {
      found.push((one.getAttribute("aria-label") || one.textContent || one.name).trim().slice(0, 40));
    }
  }
  return found;
})()`;

Deno.test("every scene is usable at 200 % and at 320 px: nothing is too wide, and every control comes into view", async (t) => {
  const stage = await openStage();
  try {
    for (const scene of scenes.filter(({ browser }) => !browser)) {
      await t.step(scene.name, async () => {
        const shown = await stage.show(scene);
        await scene.act?.(shown.tab);
        // A window half as large in its own pixels is one that draws twice as large.
        const sizes = [[Math.max(210, scene.width / 2), Math.max(150, scene.height / 2)], [
          320,
          600,
        ]] as const;
        for (const [width, height] of sizes) {
          await shown.tab.resize(Math.round(width), Math.round(height));
          await shown.settle();
          assert.deepEqual(await shown.tab.evaluate<string[]>(OUT_OF_VIEW), [], `${width} × ${height}`);
        }
        await shown.close();
      });
    }
  } finally {
    await stage.close();
  }
});
