/**
 * The query window while something else goes on: a running statement, an edited cell, an open
 * sheet, a lost text.
 */
import assert from "node:assert/strict";
import { type CommandResult, DONE } from "../../../src/core/result.ts";
import { fixedRows, type RowSource } from "../../../src/core/resources/rows.ts";
import type { TabState } from "../../../src/core/state/query_window.ts";
import { CONTENT, editorText, shows } from "../../support/sql/query_page.ts";
import { queryLists } from "../gallery/queries.ts";
import type { Scene } from "../gallery/scenes.ts";
import type { Shown } from "../gallery/show.ts";
import { button, sceneOf, stageTest } from "./steps.ts";

const CELL = "document.querySelector('.cell-over input')";
const SHEET = "document.querySelector('.question')";
const IN_FRONT = "document.querySelector('.query').dataset.tab";

/**
 * Returns a scene with a background tab and a visible tab that may write and whose rows can be
 * edited.
 */
function sceneWith(change: Partial<TabState>, texts: Readonly<Record<string, string>> = {}): Scene {
  const queryWindows = sceneOf("query").state.queryWindows.map((one) => {
    const [first, second] = one.tabs;
    const results = first!.results.slice(-1).map(({ edits: _, ...result }) => ({
      ...result,
      status: "done" as const,
    }));
    return { ...one, tabs: [second!, { ...first!, writing: true, results, ...change }] };
  });
  const text = (_: string, tab: string) => fixedRows([texts[tab] ?? `select '${tab}'`]);
  const pages = { queryWindows: { ...queryLists(500, ""), text } };
  return sceneOf("query", { state: { queryWindows }, pages });
}

/** Shows the background tab, as the palette and a proposal do. */
function bringForward({ pages }: Shown): void {
  pages.store.update((state) => ({
    ...state,
    queryWindows: state.queryWindows.map((one) => ({ ...one, front: { tab: "t2", turn: 1 } })),
  }));
}

/** Opens the editor of this column in the first row and replaces the value with a text. */
async function edit({ tab }: Shown, column: number, text: string): Promise<void> {
  await tab.until("document.querySelector('#cell-0-0')");
  await tab.reach("document.querySelector('[data-grid]')", "focus");
  await tab.press("Control+Home", ...Array<string>(column).fill("ArrowRight"), "F2");
  await tab.until(`document.activeElement === ${CELL}`);
  await tab.type(text);
  await tab.until(`${CELL}.value === ${JSON.stringify(text)}`);
}

const running: Partial<TabState> = { run: { number: 1, count: 1, startedAt: Date.now(), paused: false } };

/**
 * Things that Esc closes before it cancels a statement: how each is opened, and an expression that
 * is true once it is closed.
 */
const LEFT: readonly (readonly [what: string, open: (shown: Shown) => Promise<unknown>, left: string])[] = [
  [
    "the menu of the window",
    async ({ tab }) => {
      await tab.click('.query-head [aria-label="More"]');
      await tab.until("document.activeElement.closest('.menu')");
    },
    "!document.querySelector('.menu')",
  ],
  [
    "a menu of the rows",
    async ({ tab }) => {
      await tab.reach(button("Copy", ".result-tools"));
      await tab.until("document.activeElement.closest('.menu')");
    },
    "!document.querySelector('.menu')",
  ],
  [
    "the text of the row filter",
    async ({ tab }) => {
      await tab.reach("document.querySelector('.result-filter input')", "focus");
      await tab.type("an");
      await tab.until("document.querySelector('.result-filter input').value === 'an'");
    },
    "document.querySelector('.result-filter input').value === ''",
  ],
  [
    "the search of the catalog",
    async ({ tab }) => {
      await tab.press("Control+Shift+f");
      await tab.type("ord");
      await tab.until("document.querySelector('.catalog input').value === 'ord'");
    },
    "document.querySelector('.catalog input').value === ''",
  ],
  ["the editor of a cell", (shown) => edit(shown, 2, "Ada"), `!${CELL}`],
];

/** Keys of the window, and the command that each sends. */
const TAKEN: readonly (readonly [key: string, command: string | null])[] = [
  ["Control+t", "addQueryTab"],
  ["Control+w", "closeQueryTab"],
  ["Control+Enter", "runQuery"],
  ["Control+Shift+t", "reopenQueryTab"],
  ["Control+PageDown", null],
  ["Control+h", null],
];

/** WebKit sends no blur event to a removed field, so suppress it here. */
const NO_BLUR =
  "addEventListener('blur', (event) => event.target === document.querySelector('.cell-over input') && event.stopImmediatePropagation(), true)";

/**
 * Sheets of a tab: the tab's text, the keys that open the sheet, the typed text, and the command of
 * its button.
 */
const SHEETS: readonly (readonly [
  sheet: string,
  text: string,
  key: string,
  typed: string,
  command: string,
  writing?: false,
])[] = [
  ["Values", "select name from orders where id = :id", "Control+Enter", "5", "runQuery"],
  ["Let this tab write", "select 1", "Control+Shift+l", "", "setWriting", false],
  ["Save this query", "select 1", "Control+s", "Of the week", "saveQuery"],
  ["Export all rows", "select 1", "Control+Shift+e", "/tmp/rows.csv", "exportRows"],
];

/** Keys that may close the window. */
const CLOSING: readonly KeyboardEventInit[] = [
  { key: "Alt", altKey: true },
  { key: "F4", altKey: true },
  { key: "q", ctrlKey: true },
  { key: "w", metaKey: true },
  { key: "Super" },
];

/** Disables timers of 200 ms and more, so that the test proves that none is needed. */
const SOON = `(() => {
  const plain = window.setTimeout;
  window.setTimeout = (run, after = 0, ...rest) => after >= 200 ? 0 : plain(run, after, ...rest);
})()`;

stageTest("the query window meanwhile", async (step) => {
  for (const [what, open, left] of LEFT) {
    await step(
      `Esc leaves ${what}, and the next one cancels the statement`,
      sceneWith(running),
      async (shown) => {
        await open(shown);
        await shown.tab.press("Escape");
        await shown.settle();
        assert.deepEqual([shown.of("cancelQuery").length, await shown.tab.evaluate(left)], [0, true]);
        await shown.tab.press("Escape");
        await shown.sent("cancelQuery", 1);
        await shown.settle();
        assert.deepEqual(shown.of("editCells"), []);
      },
    );
  }

  await step(
    "Esc closes a menu, then a message, and then cancels",
    sceneWith(running),
    async (shown) => {
      const { tab } = shown;
      shown.on("refreshServerCatalog", () => ({ ok: false, error: "No catalog." }));
      await tab.press("F5");
      await shows(tab, "No catalog.");
      await LEFT[0]![1](shown);
      const seen = "[!!document.querySelector('.menu'), document.shownText.includes('No catalog.')]";
      for (const after of [[false, true], [false, false]]) {
        await tab.press("Escape");
        await shown.settle();
        assert.deepEqual([await tab.evaluate(seen), shown.of("cancelQuery")], [after, []]);
      }
      await tab.press("Escape");
      await shown.sent("cancelQuery", 1);
    },
  );

  await step(
    "rows with the focus are asked whether they can be edited once their statement is done",
    sceneWith({
      ...running,
      results: sceneWith({}).state.queryWindows.flatMap(({ tabs }) =>
        tabs[1]!.results.map((result) => ({ ...result, status: "running" as const }))
      ).slice(0, 1),
    }),
    async ({ tab, pages, of, sent, settle }) => {
      await tab.until("document.querySelector('#cell-0-0')");
      await tab.reach("document.querySelector('[data-grid]')", "focus");
      await settle();
      assert.deepEqual(of("beginEdits"), []);
      pages.store.update((state) => ({
        ...state,
        queryWindows: state.queryWindows.map((one) => ({
          ...one,
          tabs: one.tabs.map((each) => ({
            ...each,
            run: null,
            results: each.results.map((result) => ({ ...result, status: "done" as const })),
          })),
        })),
      }));
      await sent("beginEdits", 1);
    },
  );

  for (const [key, command] of TAKEN) {
    await step(`${key} takes what is typed in a cell first`, sceneWith({}), async (shown) => {
      await shown.tab.evaluate(NO_BLUR);
      await edit(shown, 2, "Ada");
      await shown.tab.press(key);
      const [given] = await shown.sent("editCells", 1);
      assert.deepEqual(given!.cells, [{ row: 0, column: 2, value: "Ada" }]);
      if (command !== null) await shown.sent(command, 1);
      await shown.settle();
      assert.equal(shown.of("editCells").length, 1);
    });

    await step(
      `${key} does nothing while the cell cannot have what is typed`,
      sceneWith({}),
      async (shown) => {
        await shown.tab.evaluate(NO_BLUR);
        await edit(shown, 4, "a lot");
        await shown.tab.press(key);
        await shown.tab.until("document.querySelector('.cell-fault')");
        await shown.settle();
        const state = `[${IN_FRONT}, document.activeElement === ${CELL}, !!document.querySelector('.past')]`;
        assert.deepEqual(await shown.tab.evaluate(state), ["t", true, false]);
        assert.deepEqual(["editCells", ...(command === null ? [] : [command])].flatMap(shown.of), []);
      },
    );
  }

  await step(
    "text typed in a cell is saved when another tab is brought to the front",
    sceneWith({}),
    async (shown) => {
      await shown.tab.evaluate(NO_BLUR);
      await edit(shown, 2, "Ada");
      bringForward(shown);
      const [given] = await shown.sent("editCells", 1);
      assert.deepEqual([given!.tab, given!.cells], ["t", [{ row: 0, column: 2, value: "Ada" }]]);
    },
  );

  await step(
    "a new tab that is reported late does not replace one that was chosen meanwhile",
    sceneWith({ writing: false }),
    async ({ tab, pages: { store }, settle, on, sent }) => {
      const told = Promise.withResolvers<void>();
      on("addQueryTab", async () => {
        store.update((state) => ({
          ...state,
          queryWindows: state.queryWindows.map((one) => ({
            ...one,
            tabs: [...one.tabs, { ...one.tabs[0]!, id: "t3", title: "Query 3" }],
          })),
        }));
        await told.promise;
        return { ok: true, value: { tab: "t3" } };
      });
      const selected =
        "[...document.querySelectorAll('.query-tab')].findIndex((tab) => tab.ariaSelected === 'true')";
      await tab.until(`${selected} === 1`);
      await tab.press("Control+t");
      await sent("addQueryTab", 1);
      await tab.until("document.querySelectorAll('.query-tab').length === 3");
      await tab.press("Control+PageUp");
      const chosen = await tab.evaluate(selected);
      told.resolve();
      await settle();
      assert.equal(await tab.evaluate(selected), chosen);
    },
  );

  await step("a tab is closed once Kedge has the text typed in its cell", sceneWith({}), async (shown) => {
    const counted = Promise.withResolvers<CommandResult>();
    shown.on("editCells", () => counted.promise);
    await edit(shown, 2, "Ada");
    await shown.tab.press("Control+w");
    await shown.sent("editCells", 1);
    await shown.settle();
    assert.deepEqual(shown.of("closeQueryTab"), []);
    counted.resolve(DONE);
    await shown.sent("closeQueryTab", 1);
  });

  await step(
    "a text is kept before the keys that may close the window, however soon they come",
    sceneWith({ writing: false }, { t: "select 1" }),
    async ({ tab, settle, of, sent }) => {
      const press = (key: KeyboardEventInit) =>
        tab.evaluate(`dispatchEvent(new KeyboardEvent("keydown", ${JSON.stringify(key)})), 0`);
      await tab.until(`${CONTENT}.innerText.includes("select 1")`);
      await tab.reach(CONTENT, "focus");
      await tab.press("Control+Home");
      await tab.evaluate(SOON);
      for (const [at, key] of CLOSING.entries()) {
        await tab.type("a");
        await tab.until(`${CONTENT}.innerText.startsWith(${JSON.stringify("a".repeat(at + 1) + "select")})`);
        await press({ key: "Backspace", ctrlKey: true, repeat: true });
        await press({ key: "AltGraph" });
        await settle();
        assert.equal(of("keepQueryText").length, at);
        await press(key);
        const kept = await sent("keepQueryText", at + 1);
        assert.equal(kept.at(-1)!.text, "a".repeat(at + 1) + "select 1", JSON.stringify(key));
      }
    },
  );

  await step(
    "the new name of a renamed server is shown above the text, with the server that keeps the text",
    sceneWith({}),
    async ({ tab, pages: { store } }) => {
      store.update((state) => ({
        ...state,
        queryWindows: state.queryWindows.map((one) => ({ ...one, renamed: "store-production" })),
      }));
      const { server } = store.get().queryWindows[0]!;
      await tab.until("document.body.innerText.includes('calls this server store-production now')");
      await tab.until(`document.body.innerText.includes('stays under the name ${server}')`);
    },
  );

  await step(
    "a text is kept when the pointer leaves the page, however soon it does",
    sceneWith({ writing: false }, { t: "select 1" }),
    async ({ tab, settle, of, sent }) => {
      const leave = (element: string) =>
        tab.evaluate(`${element}.dispatchEvent(new MouseEvent("mouseleave")), 0`);
      await tab.until(`${CONTENT}.innerText.includes("select 1")`);
      await tab.reach(CONTENT, "focus");
      await tab.press("Control+Home");
      await tab.evaluate(SOON);
      await tab.type("a");
      await tab.until(`${CONTENT}.innerText.startsWith("aselect")`);
      await leave("document.querySelector('.query')");
      await settle();
      assert.deepEqual(of("keepQueryText"), []);
      await leave("document.documentElement");
      assert.equal((await sent("keepQueryText", 1))[0]!.text, "aselect 1");
    },
  );

  for (const how of ["is refused", "is lost with its connection"]) {
    const never = Promise.withResolvers<void>();
    let reads = 0;
    const text: RowSource<string> = {
      ...fixedRows([]),
      async read() {
        if (++reads > 1) return { ok: true, rows: ["select 'saved'"], total: 1 };
        if (how === "is refused") return { ok: false, error: "No." };
        await never.promise;
        return { ok: true, rows: ["select 'late'"], total: 1 };
      },
    };
    const base = sceneWith({ writing: false });
    const scene = { ...base, pages: { queryWindows: { ...base.pages!.queryWindows!, text: () => text } } };
    await step(
      `a text that ${how} is neither shown as empty nor kept, and read again`,
      scene,
      async ({ tab, settle, of, sent }) => {
        const type = async () => {
          await tab.reach(CONTENT, "focus");
          await tab.type("x");
          await settle();
        };
        await type();
        if (how === "is refused") {
          await shows(tab, "The text of this tab could not be read.");
          await type();
          await tab.press("Control+Enter");
          await tab.reach(button("Read it again"));
        } else await tab.evaluate("linesToKedge.forEach((line) => line.close())");
        await tab.until("document.querySelector('.query-code').shadowRoot.textContent.includes('saved')");
        await settle();
        assert.deepEqual([of("keepQueryText"), of("runQuery"), reads], [[], [], 2]);
        assert.equal(await editorText(tab), "select 'saved'");
        await tab.until("!document.shownText.includes('could not be read')");
        await type();
        assert.match(String((await sent("keepQueryText", 1))[0]!.text), /saved/);
        never.resolve();
      },
    );
  }

  for (const [sheet, text, key, typed, command, writing = true] of SHEETS) {
    const scene = sceneWith({ writing }, { t: text, t2: "delete from customers where id = :id" });
    await step(`“${sheet}” does nothing with a tab that is brought to the front`, scene, async (shown) => {
      const { tab } = shown;
      await tab.until("document.querySelector('.query-code').shadowRoot.textContent.includes('select')");
      await tab.press(key);
      await tab.until(`${SHEET}?.innerText.includes(${JSON.stringify(sheet)})`);
      if (typed !== "") await tab.type(typed);
      bringForward(shown);
      await tab.until(`${IN_FRONT} === "t2"`);
      await shows(tab, "The question was about another tab");
      await shown.settle();
      await tab.evaluate(`${SHEET}?.closest("form").requestSubmit()`);
      await shown.settle();
      assert.deepEqual([shown.of(command), await tab.evaluate(`${SHEET} === null`)], [[], true]);
    });
  }

  await step(
    "a list over the window keeps the keys when a tab is brought to the front",
    sceneWith({}),
    async (shown) => {
      const { tab } = shown;
      await tab.press("Control+h");
      await tab.until("document.activeElement.closest('.past')");
      bringForward(shown);
      await tab.until(`${IN_FRONT} === "t2"`);
      await shown.settle();
      await tab.type("count");
      assert.equal(await tab.evaluate("document.querySelector('.past input').value"), "count");
    },
  );
});
