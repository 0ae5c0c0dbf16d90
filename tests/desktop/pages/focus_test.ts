import assert from "node:assert/strict";
import type { AppState } from "../../../src/core/state/state.ts";
import { type Scene, scenes } from "../gallery/scenes.ts";
import { withServers } from "../../support/pages/state.ts";
import type { Shown } from "../gallery/show.ts";
import { button, sceneOf, stageTest } from "./steps.ts";

/**
 * Maximum number of controls that are pressed on each page, and of focus positions that are tested
 * while their elements disappear.
 */
const PRESSED = 20, WATCHED = 8;

/**
 * Scenes to test: the fullest one of each page in a window, and every scene that asks a question.
 */
const WALKED: ReadonlySet<Scene> = new Set([
  ...Map.groupBy(scenes.filter(({ browser }) => !browser), ({ page }) => page).values().map(([first]) =>
    first!
  ),
  ...[
    "home-problems",
    "console-begun",
    "console-failed",
    "dialog-form",
    "secrets-change",
    "services-redeploy",
  ].map((name) => sceneOf(name)),
]);

/** Returns the state without everything that may appear and disappear while a window is open. */
const emptied = (state: AppState): AppState => ({
  ...withServers(state, []),
  extensions: [],
  runs: [],
  accounts: [],
  problems: [],
  toasts: [],
  windows: state.windows.slice(0, 1),
});

/** Focuses a control that was not pressed yet and returns its name; null when all were pressed. */
const nextControl = `(() => {
  const pressed = globalThis.pressed ??= new Set();
  const nameOf = (one) => (one.getAttribute("aria-label") || one.innerText || one.name || one.className).trim().slice(0, 60);
  for (const one of document.querySelectorAll("button:not(:disabled), summary, [role=checkbox], input[type=checkbox]")) {
    const name = nameOf(one);
    if (one.closest("[inert], .aside, .toasts") || !one.checkVisibility({ visibilityProperty: true })) continue;
    // This button opens the system's own file dialog, which is not part of the page.
    if (pressed.has(name) || name === "Choose file") continue;
    pressed.add(name);
    one.focus();
    if (document.activeElement === one) {
      globalThis.put = one;
      return name;
    }
  }
  return null;
})()`;

/** The focused element; empty when nothing has the focus. */
const focused =
  `(document.activeElement ?? document.body) === document.body ? "" : document.activeElement.outerHTML.slice(0, 80)`;

/** Whether the focus moved by itself to a control that ends a running task. */
const ends =
  `document.activeElement !== globalThis.put && document.activeElement?.dataset?.ends !== undefined`;

const drawn = (shown: Shown) =>
  shown.tab.evaluate<void>(
    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))",
  );

stageTest(
  "the focus is never nowhere: whatever is pressed, and whatever goes from below it",
  async (_, stage, t) => {
    for (const scene of WALKED) {
      await t.step(scene.name, async () => {
        const shown = await stage.show(scene);
        const { tab, pages: { store } } = shown;
        await scene.act?.(tab);
        const lost: string[] = [];
        if (await tab.evaluate<boolean>(ends)) lost.push("it begins at what ends something");
        const whole = store.get();
        for (let stop = 0; stop < WATCHED; stop++) {
          const name = await tab.evaluate<string | null>(nextControl);
          if (name === null) break;
          store.update(emptied);
          await drawn(shown);
          if (await tab.evaluate<string>(focused) === "") lost.push(`${name}, whose list went`);
          if (await tab.evaluate<boolean>(ends)) lost.push(`${name}, gone, leads to what ends something`);
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
          if (await tab.evaluate<boolean>(ends)) lost.push(`${name}, pressed, leads to what ends something`);
          await tab.press("Escape");
          await drawn(shown);
          if (await tab.evaluate<string>(focused) === "") lost.push(`${name}, pressed and left`);
        }
        assert.deepEqual(lost, []);
        await shown.close();
      });
    }
  },
  { still: true },
);

/**
 * Changes to a button that has the focus: each step runs in a task of its own, after its number of
 * `frames`.
 */
const SWITCHED: readonly [does: string, steps: readonly [frames: number, does: string][]][] = [
  ["is switched off", [[0, "one.disabled = true"]]],
  ["is switched off and on at once", [[0, "one.disabled = true"], [0, "one.disabled = false"]]],
  ["is switched off and on after a frame", [[0, "one.disabled = true"], [1, "one.disabled = false"]]],
  ["is switched off and on after two frames", [[0, "one.disabled = true"], [2, "one.disabled = false"]]],
  ["is switched off and on after five frames", [[0, "one.disabled = true"], [5, "one.disabled = false"]]],
  ["is switched off between frames", [[1, "one.disabled = true"], [1, "one.disabled = false"]]],
  ["is switched off and goes", [[0, "one.disabled = true"], [1, "one.remove()"]]],
];

stageTest("keepFocus() keeps the focus in the page when the focused element is disabled", async (step) => {
  for (const [does, steps] of SWITCHED) {
    await step(`it ${does}`, "databases", async (shown) => {
      await shown.settle();
      await shown.tab.evaluate(`(async () => {
        const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        const one = [...document.querySelectorAll("button:not(:disabled)")].findLast((one) => one.checkVisibility());
        one.focus();
        await frame();
        ${
        steps.map(([frames, does]) => `for (let at = 0; at < ${frames}; at++) await frame();\n${does};`)
          .join(
            "\nawait new Promise((done) => setTimeout(done));\n",
          )
      }
        await frame();
        await frame();
        await frame();
      })()`);
      assert.notEqual(await shown.tab.evaluate<string>(focused), "");
    });
  }
}, { still: true });

/** One scene of each page that has tabs or sections. */
const TABBED = ["query", "settings-general", "review-update"];

stageTest("the frame of an element that fills a window", async (step) => {
  await step("is thin until Tab has moved the focus", "console-running", async ({ tab, settle }) => {
    await settle();
    const frame = () => tab.evaluate<string>("getComputedStyle(document.activeElement).outlineWidth");
    assert.equal(await tab.evaluate("document.activeElement.getAttribute('role')"), "region");
    assert.equal(await frame(), "1px");
    await tab.press("Control+k");
    await tab.until("document.activeElement.matches('input')");
    await tab.press("Escape");
    await tab.until("document.activeElement.role === 'region'");
    assert.equal(await frame(), "1px");
    await tab.press("Shift+Tab", "Tab");
    assert.equal(await tab.evaluate("document.activeElement.getAttribute('role')"), "region");
    assert.equal(await frame(), "2px");
  });
});

stageTest("arrows lead through all tabs and stay among them", async (step) => {
  for (const name of TABBED) {
    await step(name, name, async (shown) => {
      const { tab } = shown;
      shown.on("findAgentClients", () => ({ ok: true, value: [] }));
      await tab.until("document.querySelector('[role=tablist]')");
      await shown.settle();
      const lists = await tab.evaluate<number>("document.querySelectorAll('[role=tablist]').length");
      for (let list = 0; list < lists; list++) {
        const here = `document.querySelectorAll('[role=tablist]')[${list}]`;
        const picked =
          `[...${here}.querySelectorAll('[role=tab]')].findIndex((one) => one.ariaSelected === 'true')`;
        const count = await tab.evaluate<number>(`${here}.querySelectorAll('[role=tab]').length`);
        const first = await tab.evaluate<number>(picked);
        const key = await tab.evaluate<string>(
          `${here}.ariaOrientation === 'vertical' ? 'ArrowDown' : 'ArrowRight'`,
        );
        await tab.reach(`${here}.querySelector('[aria-selected=true]')`, "focus");
        for (let turn = 1; turn <= count; turn++) {
          await tab.press(key);
          await tab.until(`${picked} === ${(first + turn) % count}`);
          await drawn(shown);
          assert.ok(
            await tab.evaluate(`${here}.querySelector('[aria-selected=true]') === document.activeElement`),
            `${name}, tabs ${list}, turn ${turn}`,
          );
        }
      }
    });
  }
}, { still: true });

/**
 * What the focused button does. A second press of its key must not reach the button that replaces it.
 */
const LET: readonly [does: string, scene: Scene][] = [
  ["lets agents in", sceneOf("agents-off")],
  ["lets agents on", sceneOf("agents-stopped")],
  [
    "lets agents on, whose writes wait",
    sceneOf("agents-stopped", { state: { agents: sceneOf("agents").state.agents } }),
  ],
];

stageTest(
  "a focused button that disappears passes the focus to no button that ends something",
  async (step) => {
    for (const [does, scene] of LET) {
      await step(`a button that ${does}`, scene, async (shown) => {
        const { tab, pages: { store } } = shown;
        await tab.until("document.activeElement.dataset.focus !== undefined");
        store.update((state) => ({ ...state, gate: { ...state.gate, on: true, stopped: false } }));
        await tab.until(button("Stop all"));
        await drawn(shown);
        assert.notEqual(await tab.evaluate<string>(focused), "");
        assert.equal(await tab.evaluate("document.activeElement.dataset.ends === undefined"), true);
      });
    }
  },
  { still: true },
);

stageTest("a button that disappears passes the focus to no button that lets agents in", async (step) => {
  for (
    const [name, gate] of [["Stop all", { stopped: true }], ["Let no agents in", { on: false }]] as const
  ) {
    await step(name, sceneOf("agents"), async (shown) => {
      const { tab, pages: { store } } = shown;
      await tab.reach(button(name), "focus");
      store.update((state) => ({ ...state, gate: { ...state.gate, ...gate } }));
      await tab.until(button(name === "Stop all" ? "Let them on again" : "Let agents in"));
      await drawn(shown);
      assert.equal(await tab.evaluate("document.activeElement.dataset.ends === undefined"), true);
    });
  }
}, { still: true });
