/**
 * Text that screen readers announce: the elements with the role of a status, once they stay the
 * same.
 */
import assert from "node:assert/strict";
import type { Tab } from "../../support/browser/mod.ts";
import { stageTest } from "./steps.ts";

const VOICE = "document.querySelector('[data-voice]')";

const CASES: readonly (readonly [scene: string, then: (tab: Tab) => Promise<void>, says: string])[] = [
  ["settings-environments", async (tab) => {
    await tab.reach("document.querySelector('[name=try-name]')", "focus");
    await tab.type("x");
  }, "no rule matches"],
  ["logs", (tab) => tab.type("z"), "1 of 7 lines"],
  ["catalogue-none", () => Promise.resolve(), "No extension fits"],
];

/** Scenes with words that change by themselves, where those stand, and what is typed first. */
const MOVING: readonly (readonly [scene: string, where: string, typed?: string])[] = [
  ["logs", ".place-bar .numbers"],
  ["logs", ".place-bar .numbers", "z"],
  ["query-running", ".result-foot > :last-child"],
  ["review-refused", ".either [data-moves]"],
];

stageTest("a page reads out", async (step) => {
  for (const [scene, then, says] of CASES) {
    await step(`“${says}” in ${scene}`, scene, async ({ tab, act }) => {
      await act();
      await then(tab);
      await tab.until(`${VOICE}.innerText.includes(${JSON.stringify(says)})`);
    });
  }

  for (const [scene, where, typed = ""] of MOVING) {
    await step(`not what moves by itself in ${scene} ${typed}`, scene, async ({ tab, act }) => {
      await act();
      await tab.until(`document.querySelector(${JSON.stringify(where)})`);
      await tab.press("Shift");
      if (typed !== "") {
        await tab.type(typed);
        await tab.until(`${VOICE}.innerText !== ""`);
      }
      await tab.evaluate(`void (() => {
        window.said = [];
        new MutationObserver(() => said.push(${VOICE}.innerText)).observe(${VOICE}, { childList: true });
        document.querySelector(${JSON.stringify(where)}).textContent = "moved";
        const last = document.createElement("span");
        last.role = "status";
        last.textContent = "the end";
        document.body.append(last);
      })()`);
      await tab.until("said.join().includes('the end')");
      assert.doesNotMatch(await tab.evaluate("said.join()"), /moved/);
    });
  }

  await step(
    "words once they rest, without buttons, and no words that a window comes with",
    "logs",
    async ({ tab }) => {
      await tab.until("document.querySelector('.logs-filter')");
      const said = await tab.evaluate<string[]>(`new Promise((done) => {
      const said = [], voice = ${VOICE};
      new MutationObserver(() => said.push(voice.innerText)).observe(voice, { childList: true });
      const place = document.createElement("span");
      place.role = "status";
      place.innerHTML = "<b></b> s <button>Stop</button>";
      document.querySelector("main").append(place);
      let ticks = 0;
      const clock = setInterval(() => {
        place.firstChild.textContent = ++ticks;
        if (ticks === 20) clearInterval(clock);
      }, 50);
      const end = setInterval(() => {
        if (!said.includes("20 s")) return;
        clearInterval(end);
        done(said);
      }, 50);
    })`);
      assert.deepEqual(said.filter((words) => words.endsWith(" s")), ["20 s"]);
      assert.ok(!said.some((words) => words.includes("7 lines")), said.join(", "));
    },
  );
});
