import assert from "node:assert/strict";
import { scenes } from "../gallery/scenes.ts";
import { openStage } from "../gallery/show.ts";

/** Every control that can be used now, each by a mark of its own. */
const CONTROLS = `[...document.querySelectorAll(
    "button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [role=option]")]
  .filter((one) => !one.closest("[inert], .toasts, .aside") && one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => one.tabIndex >= 0 || one.closest(".list, .choices, [role=tablist], [role=listbox]"))`;

/**
 * Walks the page as a keyboard does: from stop to stop by Tab's order, and in each list, menu or group by its arrows.
 * Gives what was never reached.
 */
const WALK = `(() => {
  const all = ${CONTROLS};
  const reached = new Set();
  const press = (key) => document.activeElement.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const groups = (one) => one.closest(".list, .choices");
  for (const stop of all.filter((one) => one.tabIndex === 0)) {
    stop.focus();
    reached.add(document.activeElement);
    if (!groups(stop)) continue;
    press("Home");
    for (let line = 0; line < 3000; line++) {
      const begin = document.activeElement;
      reached.add(begin);
      for (let side = 0; side < 20; side++) {
        const before = document.activeElement;
        press("ArrowRight");
        reached.add(document.activeElement);
        if (document.activeElement === before) break;
      }
      press("ArrowDown");
      if (document.activeElement === begin) break;
    }
  }
  const radios = (one) => one.type === "radio" || one.role === "tab" || one.role === "option";
  return all.filter((one) => !reached.has(one) && !radios(one))
    .map((one) => one.outerHTML.slice(0, 160));
})()`;

Deno.test("every control of every page is reached by keys", async (t) => {
  const stage = await openStage();
  try {
    for (const scene of scenes.filter(({ browser }) => !browser)) {
      await t.step(scene.name, async () => {
        const shown = await stage.show(scene, { ...(scene.pages && { pages: scene.pages }) });
        await scene.act?.(shown.tab);
        await shown.settle();
        assert.deepEqual(await shown.tab.evaluate<string[]>(WALK), []);
        const first = await shown.tab.evaluate<string[]>(
          `[...document.querySelectorAll(".list")].flatMap((list) => {
            const stop = list.querySelector('[tabindex="0"]');
            return stop && list.querySelector("[data-row] [data-current], [data-row] [tabindex]") &&
              !stop.closest("[data-row]") ? [stop.outerHTML.slice(0, 160)] : [];
          })`,
        );
        assert.deepEqual(first, [], "a list begins at its first row");
        await shown.close();
      });
    }
  } finally {
    await stage.close();
  }
});
