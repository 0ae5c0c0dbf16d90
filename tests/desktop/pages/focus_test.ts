import assert from "node:assert/strict";
import type { AppState } from "../../../src/core/state/state.ts";
import { type Scene, scenes } from "../gallery/scenes.ts";
import { withServers } from "../../support/pages/state.ts";
import { openStage, type Shown } from "../gallery/show.ts";
import { sceneOf } from "./steps.ts";

/** Controls that are pressed on each page, and stops that are watched while what they stand in goes. */
const PRESSED = 20, WATCHED = 8;

/** One scene of each page in a window of its own, the fullest, and those that ask something. */
const WALKED: ReadonlySet<Scene> = new Set([
  ...Map.groupBy(scenes.filter(({ browser }) => !browser), ({ page }) => page).values().map(([first]) =>
    first!
  ),
  ...["home-problems", "dialog-form", "secrets-change", "services-redeploy"].map(sceneOf),
]);

/** The state without what comes and goes while a window is open. */
const emptied = (state: AppState): AppState => ({
  ...withServers(state, []),
  extensions: [],
  runs: [],
  accounts: [],
  problems: [],
  toasts: [],
  windows: state.windows.slice(0, 1),
});

/** Puts the focus on a control that was not pressed yet and gives its name; null when there is none left. */
const nextControl = `(() => {
  const pressed = globalThis.pressed ??= new Set();
  const nameOf = (one) => (one.getAttribute("aria-label") || one.innerText || one.name || one.className).trim().slice(0, 60);
  for (const one of document.querySelectorAll("button:not(:disabled), summary, [role=checkbox], input[type=checkbox]")) {
    const name = nameOf(one);
    if (one.closest("[inert], .aside, .toasts") || !one.checkVisibility({ visibilityProperty: true })) continue;
    // The system's own window for files is not the page's.
    if (pressed.has(name) || name === "Choose file") continue;
    pressed.add(name);
    one.focus();
    if (document.activeElement === one) return name;
  }
  return null;
})()`;

/** Where the focus is; empty when it is nowhere. */
const focused =
  `(document.activeElement ?? document.body) === document.body ? "" : document.activeElement.outerHTML.slice(0, 80)`;

const drawn = (shown: Shown) =>
  shown.tab.evaluate<void>(
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))",
  );

Deno.test("the focus is never nowhere: whatever is pressed, and whatever goes from below it", async (t) => {
  const stage = await openStage();
  try {
    for (const scene of WALKED) {
      await t.step(scene.name, async () => {
        const shown = await stage.show(scene);
        const { tab, pages: { store } } = shown;
        await scene.act?.(tab);
        const lost: string[] = [];
        const whole = store.get();
        for (let stop = 0; stop < WATCHED; stop++) {
          const name = await tab.evaluate<string | null>(nextControl);
          if (name === null) break;
          store.update(emptied);
          await drawn(shown);
          if (await tab.evaluate<string>(focused) === "") lost.push(`${name}, whose list went`);
          store.update(() => whole);
          await drawn(shown);
          if (await tab.evaluate<string>(focused) === "") lost.push(`${name}, whose list came again`);
        }
        await tab.evaluate<void>("void (globalThis.pressed = new Set())");
        for (let stop = 0; stop < PRESSED; stop++) {
          const name = await tab.evaluate<string | null>(nextControl);
          if (name === null) break;
          await tab.press("Enter");
          await drawn(shown);
          if (await tab.evaluate<string>(focused) === "") lost.push(`${name}, pressed`);
          await tab.press("Escape");
          await drawn(shown);
          if (await tab.evaluate<string>(focused) === "") lost.push(`${name}, pressed and left`);
        }
        assert.deepEqual(lost, []);
        await shown.close();
      });
    }
    for (const frames of [1, 2, 5]) {
      await t.step(
        `what is switched off for ${frames} frames has the focus again, or what is next`,
        async () => {
          const shown = await stage.show(sceneOf("databases"));
          await shown.tab.until("document.querySelector('.resource-foot .marked')");
          await shown.tab.evaluate<void>(`(async () => {
          const button = document.querySelector(".resource-foot .marked");
          button.focus();
          button.disabled = true;
          for (let frame = 0; frame < ${frames}; frame++) await new Promise(requestAnimationFrame);
          button.disabled = false;
        })()`);
          await drawn(shown);
          assert.match(await shown.tab.evaluate<string>(focused), /button/);
          await shown.close();
        },
      );
    }
  } finally {
    await stage.close();
  }
});
