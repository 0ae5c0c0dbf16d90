/** Keys typed into added rows before Kedge has answered whether the table accepts new rows. */
import assert from "node:assert/strict";
import { DONE } from "../../../src/core/result.ts";
import type { Shown } from "../gallery/show.ts";
import { sceneOf, stageTest } from "./steps.ts";

const WHY = "orders has no key, so its rows cannot be told apart.";
const FAULT = "document.querySelector('.cell-fault')";
const IN_GRID = "document.activeElement.matches('[data-grid]')";
const IN_EDITOR = "document.activeElement.matches('.cell-over input')";

/** A window with a writing tab whose result is not yet known to accept new rows. */
const queryWindows = sceneOf("query").state.queryWindows.map((one) => ({
  ...one,
  tabs: one.tabs.slice(0, 1).map((tab) => ({
    ...tab,
    writing: true,
    results: tab.results.map(({ edits: _, ...result }) => ({ ...result, status: "done" as const })),
  })),
}));

/** Keys for the grid before and after Kedge's answer, and the cells that they change. */
interface Case {
  readonly name: string;
  /** Why the table accepts no rows; absent when it does. */
  readonly refused?: string;
  readonly before: (shown: Shown) => Promise<unknown>;
  readonly after?: (shown: Shown) => Promise<unknown>;
  readonly changed: readonly (readonly [row: number, value: string])[];
}

/** Types a text whose first letter opens the editor. */
async function types({ tab }: Shown, text: string): Promise<void> {
  await tab.press(text[0]!);
  await tab.until(IN_EDITOR);
  await tab.type(text.slice(1));
}

const CASES: readonly Case[] = [
  {
    name: "what is typed right behind Insert is the new row's",
    before: async (shown) => {
      await shown.tab.press("Insert");
      await types(shown, "41");
      await shown.tab.press("Enter");
    },
    changed: [[-1, "41"]],
  },
  {
    name: "each of two new rows has what was typed into it",
    before: async (shown) => {
      for (const id of ["41", "42"]) {
        await shown.tab.press("Insert");
        await types(shown, id);
        await shown.tab.press("Tab");
      }
    },
    changed: [[-1, "41"], [-2, "42"]],
  },
  {
    name: "what is typed behind Insert goes to no row where the table takes none",
    refused: WHY,
    before: async (shown) => {
      // Stop the clock, so that a slow machine does not count as the pause that ends a text.
      await shown.tab.evaluate("{ const at = performance.now(); performance.now = () => at; }");
      await shown.tab.press("Insert");
      await types(shown, "41");
    },
    after: async ({ tab }) => {
      await tab.until(IN_GRID);
      await tab.press("2", "3");
      await tab.evaluate("delete performance.now");
      assert.equal(await tab.evaluate(`${FAULT}?.innerText`), WHY);
      assert.equal(await tab.evaluate("document.querySelector('.cell-over input')"), null);
    },
    changed: [],
  },
  {
    name: "a cell is changed again after a pause where the table takes no rows",
    refused: WHY,
    before: ({ tab }) => tab.press("Insert"),
    after: async (shown) => {
      await shown.tab.evaluate("new Promise((done) => setTimeout(done, 1100))");
      await types(shown, "41");
      await shown.tab.press("Tab");
    },
    changed: [[0, "41"]],
  },
];

stageTest("rows that are added before it is known whether the table takes any", async (step) => {
  for (const { name, refused, before, after, changed } of CASES) {
    await step(name, sceneOf("query", { state: { queryWindows } }), async (shown) => {
      const { tab, of, sent, on, settle } = shown;
      const known = Promise.withResolvers<void>();
      let added = 0;
      on("beginEdits", () => known.promise.then(() => DONE));
      on(
        "addRows",
        () =>
          refused === undefined
            ? { ok: true, value: { rowNumber: -++added } }
            : { ok: false, error: refused },
      );
      await tab.until("document.querySelector('#cell-0-0')");
      await tab.reach("document.querySelector('[data-grid]')", "focus");
      await tab.press("Control+Home");
      await sent("beginEdits", 1);
      await before(shown);
      await settle();
      assert.deepEqual(of("editCells"), []);
      known.resolve();
      if (refused !== undefined) await tab.until(FAULT);
      await after?.(shown);
      await sent("editCells", changed.length);
      await settle();
      const cells = of("editCells").flatMap(({ cells }) => cells as { row: number; value: string }[]);
      assert.deepEqual(cells.map(({ row, value }) => [row, value]), changed);
    });
  }
});
