import assert from "node:assert/strict";
import type { Tab } from "../../support/browser/mod.ts";
import { engineTest } from "../../support/sql/engines.ts";
import { waitFor } from "../harness/mod.ts";
import { press, shows, showsCell, write } from "../../support/sql/query_page.ts";
import { button } from "./button.ts";

const ROWS =
  "insert into items (id, name, qty, due, paid, doc) values (1, 'Anna', 10, '2026-01-05', true, '{\"a\": 1}'), " +
  "(2, 'Bert', 20, null, false, null), (3, 'Cleo', 30, '2026-03-01', null, '[]')";
const GRID = "document.activeElement.matches('[data-grid]')";
const INPUT = "document.querySelector('.cell-over input')";
const FAULT = "document.querySelector('.cell-fault')";
const BAR = "document.querySelector('.edit-bar')";

/** Returns the visible rows, each as its number and cells. */
const grid = (tab: Tab) =>
  tab.evaluate<string[][]>(
    "[...document.querySelectorAll('.grid-row')].map((row) => [...row.children].map((cell) => cell.innerText.trim()))",
  );

/** Starts editing a cell with the first letter and types the rest in the editor. */
async function types(tab: Tab, text: string): Promise<void> {
  await tab.press(text[0]!);
  await tab.until(INPUT);
  await tab.type(text.slice(1));
}

const says = (tab: Tab, selector: string, text: string) =>
  tab.until(`${selector}?.innerText.includes(${JSON.stringify(text)})`);

engineTest("rows are edited in place by keys", {
  postgres: {
    setup: `create type state as enum ('open', 'held', 'done');
        create table items (id serial primary key, name varchar(12) not null, qty int, due date, paid boolean,
          state state default 'open', doc jsonb, photo bytea default 'x'); ${ROWS};
        select setval('items_id_seq', 100); create table plain (n int); insert into plain values (1);
        create table notes (id int primary key, title text, body text);
        insert into notes values (1, 'first', E'a\\r\\nb');
        create table lots (id int primary key); insert into lots select generate_series(1, 6000);`,
    yes: "t",
  },
  mysql: {
    setup:
      `create table items (id int primary key auto_increment, name varchar(12) not null, qty int, due date,
          paid boolean, state enum('open', 'held', 'done') default 'open', doc json, photo blob default 'x') engine=innodb; ${ROWS};
        create table plain (n int); insert into plain values (1);
        create table notes (id int primary key, title text, body text) engine=innodb;
        insert into notes values (1, 'first', 'a\\r\\nb');
        create table lots (id int primary key) engine=innodb; insert into lots select seq from seq_1_to_6000;`,
    yes: "1",
  },
}, async (t, { database, real, yes, start }) => {
  const sql = async (text: string) => (await real.sql(text, database)).trim();
  const app = await start();
  const tab = await app.open("shop");
  const run = async (text: string) => {
    await write(tab, text);
    await tab.press("Control+Enter");
  };
  /** Runs a statement and selects its first cell. */
  const show = async (text: string, cell: string) => {
    const results = () => app.app.store.get().queryWindows[0]?.tabs.at(-1)?.results ?? [];
    const before = results().at(-1)?.id;
    await run(text);
    while (results().at(-1)?.id === before) await tab.until("true");
    // A single result has no tab.
    const { length } = results();
    const result = `document.getElementById('result-${results().at(-1)!.id}')`;
    await tab.until(length > 1 ? `${result}?.ariaSelected === 'true'` : "document.querySelector('.grid')");
    await showsCell(tab, cell);
    await tab.until(`(document.querySelector('[data-grid]')?.focus(), ${GRID})`);
    await tab.press("Control+Home");
  };
  const commit = async () => {
    // Press right after the last change, before Kedge has counted it.
    await tab.press("F9");
    await tab.until("document.querySelector('.review-statements li')");
    // The question ignores clicks at first, so repeat them.
    await tab.until(
      "(document.querySelector('.sheet button.marked')?.click(), !document.querySelector('.sheet'))",
    );
    await shows(tab, "Nothing is committed yet");
    await tab.until(
      "([...document.querySelectorAll('.hold button')].find((one) => one.innerText.startsWith('Commit'))?.click(), !document.querySelector('.hold'))",
    );
  };
  /** Runs a step; the next one needs its result, so a failure ends the test. */
  const step = async (name: string, work: () => Promise<void>) => {
    if (!await t.step(name, work)) throw new Error(`not gone on behind: ${name}`);
  };
  const ALL = "select id, name, qty, due, paid, state, doc from items order by id";
  await step("a tab that reads shows cells, and its menu leads to writing", async () => {
    await show(ALL, "Anna");
    await tab.press("ArrowRight", "F2");
    await tab.until("document.querySelector('.cell-view')");
    await tab.press("Escape");
    await tab.reach(button("Edit", ".result-tools"));
    await shows(tab, "Let this tab write…");
    await tab.press("Enter");
    await tab.until("document.querySelector('.sheet')");
    await tab.until(
      "(document.querySelector('.sheet button.marked, .sheet button.danger')?.click(), !document.querySelector('.sheet'))",
    );
    await shows(tab, "Writing");
  });

  await step("typing, Enter and Tab change cells; Esc leaves one as it was", async () => {
    await show(ALL, "Anna");
    await tab.press("F9");

    await tab.press("ArrowRight");
    await types(tab, "Annabel");
    await tab.until(`${INPUT}?.value === 'Annabel'`);
    // Send both keys in one task, so that the page has no answer in between.
    await tab.evaluate(`for (const key of ["Enter", "F9"]) {
          ${INPUT}.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, composed: true }));
        }`);
    await tab.until("document.querySelectorAll('.review-statements li').length === 1");
    await tab.press("Escape");
    await showsCell(tab, "Annabel");
    await tab.until(
      `!document.querySelector('.sheet') && (document.querySelector('[data-grid]').focus(), ${GRID})`,
    );
    await tab.press("Control+Home", "ArrowRight", "ArrowDown");
    await tab.press("F2");
    await tab.until(`${INPUT}?.value === 'Bert'`);
    await tab.type("x");
    await tab.press("Escape");
    await tab.until(GRID);
    await tab.press("ArrowRight");
    await types(tab, "21");
    await tab.press("Tab");
    await showsCell(tab, "21");
    await says(tab, BAR, "2 rows changed");
    await tab.until("document.querySelectorAll('.change-row').length === 2");
    const rows = await grid(tab);
    assert.deepEqual(rows[1]!.slice(0, 5), [`•\n2`, "2", "Bert", "21", "NULL"]);
  });

  await step("a copy right after a change has the new value", async () => {
    await tab.evaluate(
      "globalThis.copied = null; navigator.clipboard.write = async ([item]) => { globalThis.copied = await (await item.getType('text/plain')).text(); }",
    );
    await tab.press("Control+Home", "ArrowRight", "ArrowRight");
    await types(tab, "11");
    await tab.until(`${INPUT}?.value === '11'`);
    // Send both keys in one task, so that the page has no answer in between.
    await tab.evaluate(`for (const [at, init] of [
          [${INPUT}, { key: "Enter" }],
          [document.querySelector("[data-grid]"), { key: "c", code: "KeyC", ctrlKey: true }],
        ]) at.dispatchEvent(new KeyboardEvent("keydown", { ...init, bubbles: true, cancelable: true, composed: true }))`);
    await tab.until("globalThis.copied !== null");
    assert.equal(await tab.evaluate("globalThis.copied"), "11");
    await tab.until(GRID);
    await tab.press("Control+z");
    await tab.until("[...document.querySelectorAll('.grid-row')][0].children[3].innerText === '10'");
  });

  await step("values are checked against their type, at the cell", async () => {
    await tab.press("Home", "ArrowRight", "ArrowRight");
    for (
      const [typed, told] of [["abc", "qty takes whole numbers."], ["99999999999", "from -2147483648"]]
    ) {
      await types(tab, typed!);
      await tab.press("Enter");
      await says(tab, FAULT, told!);
      assert.equal(await tab.evaluate(`${INPUT}.getAttribute('aria-invalid')`), "true");
      await tab.press("Escape");
      await tab.until(GRID);
    }
    await tab.press("ArrowRight");
    await types(tab, "2026-02-30");
    await tab.press("Enter");
    await says(tab, FAULT, "There is no day 2026-02-30.");
    await tab.press("Escape");
    await tab.until(GRID);
    await tab.press("ArrowRight", "ArrowRight");
    await tab.press("F2");
    await tab.until("document.querySelectorAll('.cell-choices [role=option]').length === 3");
    await tab.type("h");
    await tab.press("Enter");
    await showsCell(tab, "held");
    await tab.until(GRID);
  });

  await step("Delete is NULL where that may be, and says why where not", async () => {
    await tab.press("Control+Home", "ArrowRight", "Delete");
    await says(tab, FAULT, "name may not be NULL.");
    await tab.press("ArrowRight");
    await tab.until(`!${FAULT}`);
    await tab.press("Delete");
    await tab.until("[...document.querySelectorAll('.grid-row')][0].children[3].innerText === 'NULL'");
    await tab.press("Control+z");
    await tab.until("[...document.querySelectorAll('.grid-row')][0].children[3].innerText === '10'");
    await tab.press("Control+Shift+z");
    await tab.until("[...document.querySelectorAll('.grid-row')][0].children[3].innerText === 'NULL'");
  });

  await step("rows are added, copied and removed", async () => {
    await tab.press("Insert");
    await says(tab, BAR, "1 added");
    await tab.until("document.querySelector('.add-row')");
    await tab.press("Home", "ArrowRight");
    await types(tab, "Dora");
    await tab.press("Tab");
    await showsCell(tab, "Dora");
    await tab.press("ArrowUp", "Control+Delete");
    await says(tab, BAR, "1 removed");
    await tab.until("document.querySelector('.remove-row')");
    await tab.press("Control+Home", "Control+d");
    await says(tab, BAR, "2 added");
  });

  await step("a paste is one step: over cells, and after the last row as new rows", async () => {
    const paste = async (text: string) => {
      await tab.evaluate(`(() => {
            const field = document.body.appendChild(document.createElement("textarea"));
            field.value = ${JSON.stringify(text)};
            field.select();
            document.execCommand("copy");
            field.remove();
            document.querySelector("[data-grid]").focus();
          })()`);
      await tab.press("Control+v");
    };
    await tab.until("document.querySelectorAll('.add-row').length === 2");
    await tab.until(
      "[...document.querySelectorAll('.grid-row')].every((row) => row.children.length > 2)",
    );
    const before = await grid(tab);
    await tab.press("Control+End", "Home", "ArrowRight");
    await paste("Emil\t50\nFinn\tmany\n");
    await says(tab, FAULT, "Row 2 of what is pasted: qty takes whole numbers.");
    assert.deepEqual(await grid(tab), before);
    await paste("Emil\t50\nFinn\t60\n");
    await showsCell(tab, "Finn");
    await says(tab, BAR, "3 added");
    await tab.until("document.querySelectorAll('.add-row').length === 3");
    await tab.press("Control+z");
    await says(tab, BAR, "2 added");
    await tab.until(
      "![...document.querySelectorAll('.cell')].some(({ innerText }) => /Emil|Finn/.test(innerText))",
    );
    assert.deepEqual(await grid(tab), before);
    await tab.press("Control+Home");
  });

  await step("the review shows the statements, and Commit writes them", async () => {
    await tab.press("F9");
    await tab.until("document.querySelectorAll('.review-statements li').length === 5");
    const statements = await tab.evaluate<string>(
      "document.querySelector('.review-statements').innerText",
    );
    assert.match(statements, /update .*items.* set .*name.* = 'Annabel'/);
    assert.match(statements, /delete from .*items.* where .*id.* = 3/);
    assert.match(statements, /insert into .*items.*'Dora'/);
    assert.match(statements, /Anna → Annabel/);
    await tab.press("Escape");
    await tab.until(GRID);
    assert.equal(await sql("select count(*) from items where name = 'Annabel'"), "0");
    await commit();
    await tab.until(`!${BAR} || !${BAR}.innerText.includes('not written')`);
    assert.equal(
      (await sql("select name, qty from items order by id")).replaceAll(/[\t|]/g, " ").replaceAll(
        "NULL",
        "",
      )
        .split("\n").map((line) => line.trim()).join(", "),
      "Annabel, Bert 21, Dora, Annabel",
    );
    await waitFor(
      "the key that the server gave",
      async () => /^\d+$/.test((await grid(tab))[3]?.[1] ?? ""),
    );
    const rows = await grid(tab);
    assert.deepEqual(rows.map((row) => row[2]), ["Annabel", "Bert", "Cleo", "Dora", "Annabel"]);
    assert.equal(rows[0]![5], yes);
  });

  await step("a copy has no removed rows", async () => {
    await tab.until(`(document.querySelector('[data-grid]')?.focus(), ${GRID})`);
    await tab.evaluate("globalThis.copied = null");
    await tab.press("Control+a", "Control+c");
    await tab.until("globalThis.copied !== null");
    const copied = await tab.evaluate<string>("globalThis.copied");
    assert.deepEqual(copied.split("\n").map((line) => line.split("\t")[1]), [
      "Annabel",
      "Bert",
      "Dora",
      "Annabel",
    ]);
  });

  await step("changes of others are reported, and not overwritten", async () => {
    await show(ALL, "Annabel");
    await tab.press("ArrowRight");
    await types(tab, "Mine");
    await tab.press("Enter");
    await showsCell(tab, "Mine");
    await sql("update items set name = 'Theirs' where id = 1");
    await tab.press("F9");
    await tab.until("document.querySelector('.review-statements li')");
    await tab.until(
      "(document.querySelector('.sheet button.marked')?.click(), !document.querySelector('.sheet'))",
    );
    await shows(tab, "somebody else");
    await shows(tab, "Theirs");
    assert.equal(await sql("select name from items where id = 1"), "Theirs");
    await tab.reach(button("Show as", ".edit-bar"));
    await tab.until("!document.querySelector('.edit-problems')");
    await commit();
    await tab.until(`!${BAR}?.innerText.includes('not written')`);
    assert.equal(await sql("select name from items where id = 1"), "Mine");
  });

  await step("the pane of a cell follows the changes of that cell", async () => {
    await show(ALL, "Mine");
    await press(tab, "Cell");
    const pane = "document.querySelector('.cell-view-text')?.innerText";
    await tab.until(`${pane} !== undefined && (document.querySelector('[data-grid]').focus(), ${GRID})`);
    await tab.press("Control+Home", "ArrowDown", "ArrowRight", "ArrowRight");
    await tab.until(`${pane} === '21'`);
    await tab.press("Delete");
    await tab.until(`${pane} === 'NULL'`);
    await tab.press("Control+z");
    await tab.until(`${pane} === '21'`);
    await tab.press("Escape");
    await tab.until("!document.querySelector('.cell-view')");
  });

  await step("a shortcut of the window saves the cell that is typed in", async () => {
    await show(ALL, "Mine");
    await tab.press("ArrowRight", "ArrowRight");
    const type = async (text: string) => {
      await tab.press("F2");
      await tab.until(INPUT);
      await tab.type(text);
      await tab.until(`${INPUT}?.value === '${text}'`);
    };
    await type("9000");
    await tab.press("Control+t");
    // The new tab exists before it is shown.
    await tab.until("document.querySelectorAll('.query-tab')[1]?.ariaSelected === 'true'");
    await tab.press("Control+PageUp");
    await showsCell(tab, "9000");
    await says(tab, BAR, "1 row changed");
    await tab.press("Control+PageDown", "Control+w");
    await tab.until("document.querySelectorAll('.query-tab').length === 1");
    await showsCell(tab, "9000");
    await tab.press("F6");
    await tab.until(GRID);
    await tab.press("Control+z");
    await says(tab, BAR, "Nothing is changed.");
    await tab.press("Control+Home", "ArrowRight", "ArrowRight");
    await type("9001");
    await tab.press("Control+w");
    await shows(tab, "Close this tab?");
    await tab.press("Escape");
    await tab.until("!document.querySelector('.sheet')");
    await showsCell(tab, "9001");
    await press(tab, "Discard");
    await tab.until(`!${BAR}?.innerText.includes('row changed')`);
  });

  await step("where rows cannot be edited a plain word says why", async () => {
    for (
      const [text, cell, why] of [
        ["select n from plain", "1", "has no key"],
        ["select qty, name from items order by id", "Bert", "items.id is not among the columns."],
        ["select id, qty + 1 as more from items order by id", "22", "more is computed."],
        ["select id, photo from items order by id", "2", "photo holds bytes, which are not typed."],
      ]
    ) {
      await show(text!, cell!);
      for (const key of ["F2", "x"]) {
        await tab.press("End", key);
        await says(tab, FAULT, why!);
        await tab.press("Escape");
        await tab.until(`!${FAULT}`);
      }
    }
  });

  await step("a text of several lines keeps its line ends when it is edited", async () => {
    await show("select id, title, body from notes", "first");
    await tab.press("End", "F2");
    await tab.until("document.activeElement.matches('.sheet textarea')");
    await tab.press("Control+End");
    await tab.type("c");
    await tab.until("document.querySelector('.sheet textarea').value === 'a\\nbc'");
    await tab.press("Control+Enter");
    await tab.until("!document.querySelector('.sheet')");
    await commit();
    await tab.until(`!${BAR}?.innerText.includes('not written')`);
    assert.equal(await sql("select length(body) from notes"), "5");
  });

  await step("more rows than are changed at a time are left as they are", async () => {
    await show("select id from lots order by id", "1");
    await shows(tab, "The first ");
    await tab.reach("[...document.querySelectorAll('.result-foot button')].at(-1)");
    await tab.until("document.querySelector('[data-rows]').innerText === '6,000 rows'");
    await tab.until(`(document.querySelector('[data-grid]').focus(), ${GRID})`);
    for (const key of ["Control+d", "Delete", "Control+Delete"]) {
      await tab.press("Control+a", key);
      await says(tab, FAULT, "At most 1,000 rows are changed at a time, and these are 6,000.");
      await tab.press("Escape");
      await tab.until(`!${FAULT}`);
    }
    const { edits } = app.app.store.get().queryWindows[0]!.tabs.at(-1)!.results.at(-1)!;
    assert.equal(edits?.added ?? 0, 0);
  });

  await step("closing a tab with changes asks, and a result with changes stays", async () => {
    await show(ALL, "Mine");
    await tab.press("ArrowRight");
    await types(tab, "Lost");
    await tab.press("Enter");
    await says(tab, BAR, "1 row changed");
    await tab.until(
      "(document.querySelector('.result-tab[aria-selected=true]').focus(), document.activeElement.matches('.result-tab'))",
    );
    await tab.press("Delete");
    await shows(tab, "1 row of items is changed and not written.");
    await showsCell(tab, "Lost");
    await tab.press("Control+w");
    await shows(tab, "items: 1 row changed, not written.");
    await tab.press("Escape");
    await showsCell(tab, "Lost");
    await tab.press("Control+w");
    await tab.until("document.querySelector('.sheet')");
    await tab.until(
      "(document.querySelector('.sheet button.danger')?.click(), !document.querySelector('.sheet'))",
    );
    await tab.until("!document.querySelector('.grid')");
    assert.equal(await sql("select count(*) from items where name = 'Lost'"), "0");
  });
  assert.deepEqual(tab.problems, []);
});
