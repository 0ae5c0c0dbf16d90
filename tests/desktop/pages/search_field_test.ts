/**
 * Search fields: the keys that move to their rows, and what is shown when the rows cannot be read.
 */
import assert from "node:assert/strict";
import { servers } from "../../../src/core/state/selectors.ts";
import { withServers } from "../../support/pages/state.ts";
import { type Scene } from "../gallery/scenes.ts";
import type { Shown } from "../gallery/show.ts";
import { button, sceneOf, stageTest, textAt } from "./steps.ts";

const configure = sceneOf("configure-servers");
const settings = sceneOf("settings-servers");
const [first] = servers(configure.state);
const many = Array.from({ length: 30 }, (_, at) => ({ ...first!, name: `shop-${at}` }));

/** Lists of rows with controls below a search field: the typed text, and the row that it finds. */
const LISTS: readonly (readonly [scene: Scene, typed: string, row: string])[] = [
  [{ ...configure, name: "configure", state: withServers(configure.state, many) }, "shop-17", "shop-17 · "],
  [{ ...settings, name: "settings", state: withoutFile(settings) }, "shop-17", "shop-17"],
  [sceneOf("import-long"), "db299.internal", "db299.internal"],
  [sceneOf("dialog-form-many"), "service-77", "service-77, of the shop"],
];

/** Returns the state with many servers and an empty document. */
function withoutFile({ state }: Scene): Scene["state"] {
  return withServers({ ...state, config: { ...state.config, document: {} } }, many);
}

const FIELD = "document.querySelector('input[type=search]')";
/** The text of the focused row. */
const ROW = "document.activeElement.closest('[data-row]')?.innerText ?? ''";

/** Answers every request for rows with an error while `fails` is true. */
const FAIL = `(() => {
  const line = linesToKedge.at(-1);
  const { onmessage } = line;
  globalThis.fails = true;
  line.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (!fails || message.type !== "rows") return onmessage.call(line, event);
    const answer = { ok: false, error: "Kedge failed to read the list.", hint: "The log says why." };
    onmessage.call(line, { data: JSON.stringify({ ...message, answer }) });
  };
})()`;

/**
 * Lists that are read again for each search: the typed text, and the row that must return after
 * "Try again".
 */
const READ:
  readonly (readonly [scene: string, typed: string, row: string, act?: (shown: Shown) => Promise<void>])[] = [
    ["accounts", "legacy", "legacy"],
    ["catalogue", "tool", "Toolbox"],
    ["everywhere-found", "pay", "orders-db", ({ tab }) => tab.press("Enter")],
    ["secrets", "smtp", "smtp"],
    ["home", "legacy", "Legacy shop"],
  ];

stageTest("search fields", async (step) => {
  for (const [scene, typed, row] of LISTS) {
    for (const key of ["Enter", "ArrowDown"]) {
      await step(`${key} in the field of ${scene.name} leads to the first row`, scene, async (shown) => {
        const { tab, commands, settle, act } = shown;
        await act();
        await tab.reach(FIELD, "focus");
        const before = commands().length;
        await tab.type(typed);
        // Rows for the last letter may still be missing.
        await tab.press(key);
        await tab.until(`(${ROW}).includes(${JSON.stringify(row)})`);
        await settle();
        assert.deepEqual(commands().slice(before), []);
        await tab.press("Control+f");
        await tab.until(`document.activeElement === ${FIELD}`);
        await tab.press("Delete");
        await tab.until(`${FIELD}.value === ""`);
        await settle();
        await tab.press("ArrowDown");
        const top = await tab.evaluate<string>(ROW);
        assert.notEqual(top, "");
        await tab.press("PageDown", "ArrowDown");
        await tab.until(`!["", ${JSON.stringify(top)}].includes(${ROW})`);
        await tab.press("PageUp", "ArrowUp");
        assert.equal(await tab.evaluate<string>(ROW), top);
      });
    }
  }

  for (const [name, typed, row, act] of READ) {
    await step(
      `${name}: a list that could not be read says so, and is read again by a press`,
      name,
      async (shown) => {
        const { tab } = shown;
        await shown.act();
        await tab.evaluate(FAIL);
        await tab.reach(FIELD, "focus");
        await tab.press("Control+a");
        await tab.type(typed);
        await act?.(shown);
        await tab.until("document.shownText.includes('Kedge failed to read the list.')");
        assert.doesNotMatch(await textAt(shown, "main"), /Nothing fits|No account|not found|Looking for/);
        await tab.evaluate("void (globalThis.fails = false)");
        const again = button("Try again");
        while (await tab.evaluate<boolean>(`${again} !== undefined`)) {
          await tab.reach(again);
          await shown.settle();
        }
        await tab.until(`document.shownText.includes(${JSON.stringify(row)})`);
      },
    );
  }
});
