import assert from "node:assert/strict";
import { type Answering, answering, sceneOf, stageTest } from "./steps.ts";

/**
 * Index of the selected row: the number at the end of the ID of the element that the field names.
 */
const FIELD =
  "Number(/\\d+$/.exec(document.activeElement.getAttribute('aria-activedescendant'))?.[0] ?? NaN)";
const HOME =
  "[...document.querySelectorAll('.home-main [data-row]')].findIndex((one) => one.matches('.best'))";
const MENU =
  "[...document.querySelectorAll('.menu .menu-item:not(:disabled)')].indexOf(document.activeElement)";

interface Picker {
  readonly scene: string;
  /** Opens the list. */
  readonly open?: (shown: Answering) => Promise<unknown>;
  /** Index of the first selected row; default 0. */
  readonly first?: number;
  readonly at?: string;
  /** What is typed to find one row only, and what that row says; absent where typing does something else. */
  readonly typed?: readonly [text: string, row: RegExp];
  /** An expression that is true once Esc has left it. */
  readonly left?: string;
}

const act = (shown: Answering) => shown.act();

const PICKERS: Readonly<Record<string, Picker>> = {
  palette: { scene: "palette", typed: ["refund", /Refund/] },
  "Ctrl+K": {
    scene: "query",
    open: async ({ tab }) => {
      await tab.press("Control+k");
      await tab.until("document.querySelector('.here [role=option]')");
    },
    typed: ["history", /history/i],
    left: "!document.querySelector('.here')",
  },
  "past queries": {
    scene: "query",
    open: async ({ tab }) => {
      await tab.press("Control+h");
      await tab.until("document.querySelector('.past [role=option]')");
    },
    left: "!document.querySelector('.past')",
  },
  "roles of a search": {
    scene: "everywhere-role",
    open: act,
    typed: ["ReadOnly", /ReadOnly/],
    left: "!document.querySelector('.search-role')",
  },
  secrets: { scene: "secrets", typed: ["smtp", /smtp/] },
  services: { scene: "services" },
  databases: { scene: "databases" },
  "secrets for a login": {
    scene: "databases-secret",
    open: act,
    typed: ["writer", /writer/],
  },
  accounts: { scene: "accounts", first: 1, typed: ["2222 1111 3333", /warehouse-production/] },
  "account of a run": { scene: "dialog-account" },
  "account of a setting": {
    scene: "configure",
    open: async ({ tab }) => {
      await tab.click(".combo input");
      await tab.until("document.querySelector('.combo-list [role=option]')");
    },
    left: "!document.querySelector('.combo-list')",
  },
  "filter of Home": {
    scene: "home",
    at: HOME,
    open: async ({ tab }) => {
      await tab.type("o");
      await tab.until("document.querySelector('.best')");
    },
  },
  menu: {
    scene: "query",
    at: MENU,
    open: async ({ tab }) => {
      await tab.click('.query-head [aria-label="More"]');
      await tab.until("document.querySelector('.menu')");
    },
    left: "!document.querySelector('.menu')",
  },
};

/** Keys, and the row that they select, where `f` is the first row and `l` the last one. */
const KEYS: readonly (readonly [keys: string, to: (f: number, l: number) => number])[] = [
  ["ArrowDown", (f) => f + 1],
  ["ArrowDown ArrowUp", (f) => f],
  ["ArrowUp", (_, l) => l],
  ["ArrowUp ArrowDown", (f) => f],
  ["End", (_, l) => l],
  ["End Home", (f) => f],
  ["PageDown PageUp", (f) => f],
  ["End PageDown", (_, l) => l],
];

stageTest("all pickers have one set of keys", async (_, stage, t) => {
  for (const [name, { scene, open, at = FIELD, first = 0, typed, left }] of Object.entries(PICKERS)) {
    await t.step(name, async (t) => {
      const shown = await answering(stage, sceneOf(scene));
      const { tab } = shown;
      await open?.(shown);
      await shown.settle();
      // In a field with text, Home and End move the caret first.
      const press = async (key: string) => {
        await tab.press(key);
        await shown.settle();
        const typed = await tab.evaluate<boolean>("Boolean(document.activeElement.value)");
        if (typed && (key === "Home" || key === "End")) await tab.press(key).then(shown.settle);
      };
      const start = async () => {
        await press("ArrowDown");
        await press("Home");
      };
      await start();
      assert.equal(await tab.evaluate(at), first);
      let last = -1;
      // Near the end more rows may be loaded.
      for (let now = first; now !== last; now = await tab.evaluate<number>(at)) {
        last = now;
        await press("End");
      }
      assert.ok(last > first, `${last}`);
      for (const [keys, to] of KEYS) {
        await t.step(`${keys} leads where it should`, async () => {
          await start();
          for (const key of keys.split(" ")) await press(key);
          assert.equal(await tab.evaluate(at), to(first, last));
        });
      }
      await t.step("a key that is held down stops at the end", async () => {
        await press("End");
        await tab.press("ArrowUp");
        await tab.hold("ArrowDown", 4);
        await shown.settle();
        assert.equal(await tab.evaluate(at), last);
      });
      if (typed) {
        await t.step(`typing narrows the rows, and the first one is picked`, async () => {
          await start();
          await tab.press("ArrowDown");
          await tab.type(typed[0]);
          const row = "document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))";
          await tab.until(`${typed[1]}.test(${row}?.innerText)`);
          assert.equal(await tab.evaluate(at), 0);
        });
      }
      if (left) {
        await t.step("Esc leaves it", async () => {
          // The first Escape removes the typed text.
          if (await tab.evaluate("Boolean(document.activeElement.value)")) await tab.press("Escape");
          await tab.press("Escape");
          await tab.until(left);
        });
      }
      assert.deepEqual(tab.problems, []);
      await shown.close();
    });
  }
}, { still: true });
