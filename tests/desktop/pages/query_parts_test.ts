import assert from "node:assert/strict";
import { join } from "node:path";
import type { Tab } from "../../support/browser/mod.ts";
import { engineTest } from "../../support/sql/engines.ts";
import {
  CONTENT,
  EDITOR,
  editorHas,
  editorText,
  NAMES,
  press,
  shows,
  showsCell,
  write,
} from "../../support/sql/query_page.ts";
import { button } from "./button.ts";

const INSERTS =
  "insert into orders values (1, 'Anna', 10.5, '{\"a\": [1]}'), (2, null, 20, null), (3, '', 30, '{}'), (4, 'Bo|b', 2, '[]')";

/** Copies the selection in a format and returns what was written to the clipboard. */
async function copiedAs(tab: Tab, format: string): Promise<string> {
  await tab.evaluate(
    "globalThis.copied = null; navigator.clipboard.write = async ([item]) => { globalThis.copied = await (await item.getType('text/plain')).text(); }",
  );
  await tab.reach(button("Copy", ".result-tools"));
  await tab.until("document.querySelector('[role=menuitem]')");
  await press(tab, `Copy as ${format}`);
  await tab.until("globalThis.copied !== null");
  return await tab.evaluate<string>("globalThis.copied");
}

const focus = (tab: Tab, selector: string) =>
  tab.reach(`document.querySelector(${JSON.stringify(selector)})`, "focus");

engineTest("the parts of the query window", {
  postgres: {
    setup: `create table orders (id int primary key, name text, total decimal(10, 2), doc jsonb); ${INSERTS};
        create function noise() returns int language plpgsql as $$ begin raise notice 'something to know';
        return 1; end $$;`,
    noise: "select noise()",
    remark: "something to know",
    many: "select n from generate_series(1, 300) n",
  },
  mysql: {
    setup: `create table orders (id int primary key, name text, total decimal(10, 2), doc json); ${INSERTS};`,
    noise: "select cast('12 apples' as unsigned)",
    remark: "Truncated incorrect",
    many: "select seq as n from seq_1_to_300",
  },
}, async (t, { database, real, noise, remark, many, start }) => {
  const app = await start();
  const { home } = app;
  const tab = await app.open("shop");
  const run = async (text: string, cell: string) => {
    await write(tab, text);
    await tab.press("Control+Enter");
    await showsCell(tab, cell);
  };
  await t.step("Esc closes a list of names, and rows that wait to be wanted go on", async () => {
    await run(many, "1");
    await shows(tab, "first 50 rows");
    await tab.press("End");
    await tab.type(" ");
    await tab.type("o");
    await tab.until(NAMES);
    await tab.press("Escape");
    await tab.until(`!${NAMES}`);
    await tab.press("Escape");
    await shows(tab, "first 50 rows");
    await press(tab, "More");
    await shows(tab, "first 100 rows");
    await press(tab, "All");
    await shows(tab, "300 rows");
  });

  await t.step("names that are offered go when the statement runs", async () => {
    await write(tab, "select 41 ");
    await tab.type("o");
    await tab.until(NAMES);
    await tab.press("Control+Enter");
    await tab.until(`!${NAMES}`);
    await showsCell(tab, "41");
  });

  await t.step("a refusal to run goes with the next run, and when another tab is shown", async () => {
    const refuse = async () => {
      await write(tab, "");
      await tab.press("Control+Enter");
      await shows(tab, "There is no statement here.");
    };
    const gone = () => tab.until("!document.shownText.includes('There is no statement here.')");
    await refuse();
    await run("select 42", "42");
    await gone();
    await refuse();
    await tab.press("Control+t");
    await tab.until("document.querySelectorAll('.query-tab').length === 2");
    await gone();
    await tab.press("Control+w");
    await tab.until("document.querySelectorAll('.query-tab').length === 1");
    await run("select 43", "43");
  });

  await t.step("F6 goes round: editor, rows, catalog", async () => {
    const where = () =>
      tab.evaluate<string>(
        "document.activeElement.matches('[data-grid]') ? 'rows' : document.activeElement.closest('.catalog') ? 'catalog' : document.activeElement.closest('[data-editor]') ? 'editor' : '?'",
      );
    await tab.reach(CONTENT, "focus");
    const seen = [];
    for (let i = 0; i < 3; i++) {
      await tab.press("F6");
      seen.push(await where());
    }
    await tab.press("Shift+F6");
    assert.deepEqual([...seen, await where()], ["rows", "catalog", "editor", "catalog"]);
  });

  const inRows = "document.activeElement.matches('[data-grid]')";

  await t.step("F6 right after a run moves to the rows when they come", async () => {
    await write(tab, "select 61 as sixty_one");
    await tab.press("Control+Enter", "F6");
    await showsCell(tab, "61");
    await tab.until(inRows);
  });

  await t.step("rows keep the focus when their statement runs again", async () => {
    await tab.evaluate("document.activeElement.former = true");
    await tab.press("Control+Enter");
    await tab.until(`${inRows} && !document.activeElement.former`);
    await showsCell(tab, "61");
  });

  await t.step("find, comment and format by keys", async () => {
    await write(tab, "select id,name from orders");
    await tab.press("Control+/");
    assert.equal(await editorText(tab), "-- select id,name from orders");
    await tab.press("Control+/");
    await tab.press("Control+f");
    await tab.until(`${EDITOR}.activeElement?.matches('.cm-search input')`);
    await tab.press("n", "a", "m", "e");
    await tab.until(`${EDITOR}.querySelector('.cm-searchMatch')`);
    await tab.press("Escape");
    await tab.until(`!${EDITOR}.querySelector('.cm-search')`);
    await tab.press("Control+Shift+i");
    await tab.until(`${EDITOR}.querySelectorAll('.cm-line').length === 5`);
    await tab.press("Control+z");
    assert.equal(await editorText(tab), "select id,name from orders");
  });

  await t.step("F5 reads the catalog again", async () => {
    const name = `made_${crypto.randomUUID().slice(0, 8)}`;
    await real.sql(`create table ${name} (id int)`, database);
    await tab.press("F5");
    await shows(tab, name);
  });

  await t.step("a misspelt word is reported as such, not as a write", async () => {
    await write(tab, "selct 1");
    await tab.press("Control+Enter");
    await shows(tab, "Did you mean “select”?");
    assert.doesNotMatch(await tab.evaluate<string>("document.shownText"), /Switch it to Writing/);
  });

  await t.step("remarks of the server can be read", async () => {
    await write(tab, noise);
    await tab.press("Control+Enter");
    await shows(tab, "1 notice from the server");
    await tab.reach("document.querySelector('.result-notices summary')");
    await shows(tab, remark);
  });

  await t.step(
    "a range of cells is selected by keys and the pointer, and copied in every way",
    async () => {
      await run("select id, name, total from orders order by id", "Anna");
      await focus(tab, "[data-grid]");
      await tab.press("Control+Home", "Shift+ArrowDown", "Shift+ArrowRight");
      await shows(tab, "4 cells selected");
      assert.equal(await copiedAs(tab, "Text"), "1\tAnna\n2\t");
      assert.equal(await copiedAs(tab, "CSV"), "id,name\n1,Anna\n2,\n");
      assert.deepEqual(JSON.parse(await copiedAs(tab, "JSON")), [{ id: 1, name: "Anna" }, {
        id: 2,
        name: null,
      }]);
      assert.match(
        await copiedAs(tab, "Markdown"),
        /^\| id \| name \|\n\| ---: \| --- \|\n\| 1 \| Anna \|/,
      );
      assert.match(await copiedAs(tab, "SQL insert"), /\(1, 'Anna'\),\n {2}\(2, null\);$/);
      const drag = (selector: string, type: string, more = "") =>
        tab.evaluate(
          `document.querySelector('${selector}').dispatchEvent(new PointerEvent('${type}', { bubbles: true, button: 0, buttons: 1 ${more} }))`,
        );
      await drag('[data-r="1"][data-c="0"]', "pointerdown");
      await drag('[data-r="3"][data-c="2"]', "pointermove");
      await shows(tab, "9 cells selected");
      await focus(tab, "[data-grid]");
      await tab.press("Control+a");
      await shows(tab, "12 cells selected");
    },
  );

  await t.step("rows are put into order and filtered", async () => {
    await tab.reach("document.querySelectorAll('.grid-column')[2]");
    await tab.until("document.querySelector('[aria-sort=ascending]')");
    await tab.until("document.querySelector('.cell.number')?.innerText === '4'");
    await tab.reach("document.querySelectorAll('.grid-column')[2]");
    await tab.until("document.querySelector('.cell.number')?.innerText === '3'");
    await press(tab, "Original order");
    await tab.until("document.querySelector('.cell.number')?.innerText === '1'");
    // The keyboard sorts by the current column as well.
    await focus(tab, "[data-grid]");
    await tab.press("Control+Home", "ArrowRight", "ArrowRight");
    for (const [sort, first] of [["ascending", "4"], ["descending", "3"]] as const) {
      await tab.press("s");
      await tab.until(`document.querySelectorAll('.grid-column')[2].ariaSort === '${sort}'`);
      await tab.until(`document.querySelector('.cell.number')?.innerText === '${first}'`);
    }
    await tab.press("s");
    await tab.until("!document.querySelector('[aria-sort]')");
    await focus(tab, ".result-filter input");
    await tab.type("AN");
    await shows(tab, "1 of 4 fetched rows");
    await tab.press("Control+a", "Delete");
    await shows(tab, "4 rows");
  });

  await t.step("a cell is seen whole, documents indented", async () => {
    await run("select doc from orders where id = 1", '{"a": [1]}');
    await focus(tab, "[data-grid]");
    await tab.press("Enter");
    await tab.until(
      "document.querySelector('.cell-view-text')?.innerText === '{\\n  \"a\": [\\n    1\\n  ]\\n}'",
    );
    await shows(tab, "10 characters");
    await press(tab, "Cell");
    await tab.until("!document.querySelector('.cell-view')");
    // The view of a cell is also closed by a key, from the rows and from inside.
    for (const selector of ["[data-grid]", ".cell-view button"]) {
      await focus(tab, "[data-grid]");
      await tab.press("Enter");
      await tab.until("document.querySelector('.cell-view')");
      await focus(tab, selector);
      await tab.press("Escape");
      await tab.until("!document.querySelector('.cell-view')");
      await tab.until("document.activeElement.matches('[data-grid]')");
    }
  });

  await t.step("a chart is drawn where a column has numbers, and a plan as a tree", async () => {
    await run("select name, total from orders order by id", "Anna");
    await press(tab, "Chart");
    await tab.until("document.querySelectorAll('.chart-bar').length === 4");
    await press(tab, "Line");
    await tab.until("document.querySelector('.chart-path')");
    await write(tab, "select * from orders o join orders p on p.id = o.id order by o.name");
    await tab.click('.query-head [aria-label="More"]');
    await tab.until("document.querySelector('[role=menuitem]')");
    await press(tab, "Plan");
    await tab.until("document.querySelectorAll('.plan-step').length > 1");
    await shows(tab, "the statement did not run");
  });

  await t.step(
    "rows go to a workbook, in the place of another file only when that is wanted",
    async () => {
      const file = join(home, "rows.xlsx");
      await Deno.writeTextFile(file, "of the user");
      await write(tab, "select id, name from orders");
      await tab.press("Control+Shift+e");
      await shows(tab, "Export all rows");
      await tab.until("document.querySelector('.sheet [name=file]').value.endsWith('/orders.csv')");
      await tab.reach("document.querySelector('.sheet [value=xlsx]')");
      await tab.until("document.querySelector('.sheet [name=file]').value.endsWith('/orders.xlsx')");
      await tab.reach("document.querySelector('.sheet [name=file]')", "select");
      await tab.type(file);
      await tab.press("Enter");
      await shows(tab, "is there already");
      assert.equal(await Deno.readTextFile(file), "of the user");
      await press(tab, "Replace it");
      await shows(tab, "has 4 rows");
      assert.equal((await Deno.readTextFile(file)).startsWith("PK"), true);
      // The reason why a file cannot be written is shown where the export was asked for.
      await tab.press("Control+Shift+e");
      await shows(tab, "Export all rows");
      await tab.type("/nowhere/at/all.csv");
      await tab.press("Enter");
      await shows(tab, "cannot be written");
      await tab.press("Escape");
    },
  );

  await t.step("new rows are shown before they count", async () => {
    await tab.click(".lock");
    await shows(tab, "Let this tab write");
    await tab.press("Enter");
    await shows(tab, "Writing");
    await write(tab, "insert into orders (id, name) values (7, 'Zoë')");
    await tab.press("Control+Enter");
    await shows(tab, "INSERT on shop: 1 new row");
    await tab.until("document.querySelector('.hold-sample')?.innerText.includes('Zoë')");
    await tab.press("Control+Shift+r");
    await shows(tab, "Rolled back");
    await write(tab, "update orders set total = 99 where id = 1");
    await tab.press("Control+Enter");
    await tab.until("document.querySelector('.hold-sample ins')?.innerText === '99.00'");
    assert.equal(await tab.evaluate("document.querySelector('.hold-sample del').innerText"), "10.50");
    const right = "[...document.querySelectorAll('.hold-sample th, .hold-sample td')]" +
      ".filter((one) => getComputedStyle(one).textAlign === 'right').map((one) => one.innerText)";
    assert.deepEqual(await tab.evaluate(right), ["id", "total", "1", "10.50 99.00"]);
    await tab.press("Control+Shift+r");
    await tab.until("!document.querySelector('.hold')");
    await tab.click(".lock");
    await shows(tab, "Reading");
  });

  await t.step("the definition of a table comes from the catalog by keys", async () => {
    await tab.press("Control+Shift+f");
    await tab.type("orders");
    await tab.until("document.querySelector('.catalog-row')?.innerText.includes('orders')");
    await tab.press("Shift+Enter");
    await tab.until(
      "/create table/i.test(document.querySelector('.sheet .query-text')?.innerText)",
    );
    await tab.press("Enter");
    await tab.until("document.querySelectorAll('.query-tab').length === 2");
    await tab.until(`/create table/i.test(${EDITOR}.textContent)`);
  });

  await t.step("a tab that was closed comes back with its text", async () => {
    await write(tab, "select 'not to be lost'");
    await editorHas(tab, "not to be");
    await tab.press("Control+w");
    await tab.until("document.querySelectorAll('.query-tab').length === 1");
    await tab.press("Control+Shift+t");
    await tab.until("document.querySelectorAll('.query-tab').length === 2");
    await editorHas(tab, "not to be lost");
  });

  await t.step("many results: the newest are kept, and it is shown that there were more", async () => {
    await write(tab, Array.from({ length: 22 }, (_, n) => `select ${n}`).join("; "));
    await tab.press("Control+Shift+Enter");
    await shows(tab, "older ones dropped");
    await tab.until("document.querySelectorAll('.result-tab').length === 20");
  });

  await t.step("an overlay of the window has the keys", async () => {
    await tab.press("Control+k");
    await tab.until("document.querySelector('[aria-modal=true]')");
    await tab.press("Control+h");
    assert.equal(await tab.evaluate("document.querySelector('.past')"), null);
    await tab.press("Escape");
    await tab.until("!document.querySelector('[aria-modal=true]')");
  });

  await t.step("the palette shows the tab that has a query that was just saved or run", async () => {
    // Typed text is saved after a delay. Disable that timer, so that only the save of the query can
    // be the reason. The page's own effects give no delay.
    await tab.evaluate(
      "globalThis.timers = setTimeout; setTimeout = (act, after = 0, ...more) => after < 200 ? timers(act, after, ...more) : 0",
    );
    await tab.evaluate("dispatchEvent(new Event('blur'))");
    const save = async () => {
      await tab.press("Control+s");
      await shows(tab, "Save this query");
      await tab.type("Orders of the week");
      await tab.press("Enter");
      await shows(tab, "Saved as");
    };
    const execute = async () => {
      await tab.press("Control+Enter");
      await showsCell(tab, "of the month");
    };
    for (
      const { text, then, typed, row } of [
        {
          text: "select 'of the week' as w",
          then: save,
          typed: "orders of the week",
          row: "Orders of the week",
        },
        {
          text: "select 'of the month' as m",
          then: execute,
          typed: "of the month",
          row: "select 'of the month'",
        },
      ]
    ) {
      await write(tab, text);
      await then();
      const tabs = "[...document.querySelectorAll('.query-tab')]";
      const selected = `${tabs}.findIndex((tab) => tab.ariaSelected === "true")`;
      const mine = await tab.evaluate<number>(selected);
      await tab.reach(`${tabs}[${1 - mine}]`);
      await tab.until(`${selected} === ${1 - mine}`);
      const palette = await app.page("palette");
      await palette.until("document.querySelector('input')");
      await palette.type(typed);
      await palette.until(
        `document.querySelector('[role=option]')?.innerText.includes(${JSON.stringify(row)})`,
      );
      await palette.press("Enter");
      await tab.until(`${selected} === ${mine}`);
      assert.equal(await tab.evaluate(`${tabs}.length`), 2);
      await palette.close();
    }
    await tab.evaluate("setTimeout = timers");
  });
  assert.deepEqual(tab.problems, []);
  await tab.close();
});
