import assert from "node:assert/strict";
import type { Command } from "../../../src/core/app/command.ts";
import type { AppState } from "../../../src/core/state/state.ts";
import { patched } from "../../../src/core/state/list.ts";
import type { Shown } from "../gallery/show.ts";
import { answering, sceneOf, stageTest } from "./steps.ts";

/** How many commands of that name have come. */
const count = (shown: Shown, name: Command["name"]) =>
  shown.commands().filter((command) => command.name === name).length;

/** A key that is held down: in which scene, at what, and which command it gives once. */
const HELD: readonly (readonly [scene: string, at: string, key: string, command: Command["name"]])[] = [
  ["query", ".query-code", "Control+Enter", "runQuery"],
  ["query", ".query-code", "Control+Shift+Enter", "runQuery"],
  ["query", ".query-code", "Control+t", "addQueryTab"],
  ["query", ".query-code", "Control+w", "closeQueryTab"],
  ["query", ".query-tab", "Delete", "closeQueryTab"],
  ["home", "[aria-label='Forget this run']", "Enter", "dismissRun"],
  ["home", "[aria-label='Recent runs'] .row-main", "Enter", "openWindow"],
  ["console-running", ".console-buttons .button:last-child", "Enter", "stopRun"],
];

/** The second click of a double click finds another button, or other words on it: what was to be pressed, what stands there then. */
const SECOND: readonly (readonly [
  scene: string,
  at: string,
  first: Command["name"],
  becomes: (state: AppState) => AppState,
  shows: string,
  next: Command["name"],
])[] = [
  [
    "review-install",
    ".review-foot > .button:last-child",
    "confirmReview",
    (state) => ({ ...state, reviews: patched(state.reviews, "r", { status: "installed" }) }),
    "is installed",
    "openWindow",
  ],
  [
    "console-running",
    ".console-buttons .button:last-child",
    "stopRun",
    (state) => ({ ...state, runs: patched(state.runs, "run-1", { status: "stopping" }) }),
    "End now",
    "stopRun",
  ],
];

stageTest("keys that are held down and clicks that come twice", async (step, stage, t) => {
  for (const [scene, at, key, command] of HELD) {
    await step(`${scene}: ${key} that is held down at ${at} does it once`, scene, async (shown) => {
      await shown.tab.until(`document.querySelector("${at}")`);
      await shown.tab.evaluate(`(({ shadowRoot: root }) => {
        const at = document.querySelector("${at}");
        (root?.querySelector(".cm-content") ?? at).focus();
      })(document.querySelector("${at}"))`);
      await shown.tab.hold(key, 3);
      await shown.settle();
      assert.equal(count(shown, command), 1);
    });
  }

  await step("palette: Ctrl+P that is held down pins once", "palette", async (shown) => {
    await sceneOf("palette-typed").act?.(shown.tab);
    await shown.tab.until("document.querySelector('.palette-foot')?.innerText.includes('Pin')");
    await shown.tab.hold("Control+p", 3);
    await shown.settle();
    assert.equal(count(shown, "pinEntry"), 1);
  });

  for (const [scene, at, first, becomes, shows, next] of SECOND) {
    await t.step(`${scene}: a double click presses only what its first click was on`, async () => {
      const { shown, of, sent } = await answering(stage, sceneOf(scene), {
        dispatch() {
          shown.pages.store.update(becomes);
          return Promise.resolve({ ok: true });
        },
      });
      await shown.tab.click(at);
      await sent(first, 1);
      await shown.tab.until(`document.body.innerText.includes("${shows}")`);
      await shown.tab.evaluate(
        `addEventListener("click", ({ detail }) => document.title = \`click \${detail}\`, true)`,
      );
      const before = of(next).length;
      await shown.tab.click(at, 2);
      await shown.tab.until("document.title === 'click 2'");
      await shown.settle();
      assert.equal(of(next).length, before);
      // A click of its own counts.
      await shown.tab.click(at);
      await sent(next, before + 1);
      assert.deepEqual(shown.tab.problems, []);
      await shown.close();
    });
  }
});
