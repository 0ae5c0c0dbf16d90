import assert from "node:assert/strict";
import { join } from "node:path";
import { testFolder } from "../../support/folder.ts";
import { engineTest } from "../../support/sql/engines.ts";
import {
  cells,
  CONTENT,
  EDITOR,
  editorHas,
  NAMES,
  press,
  shows,
  showsCell,
  write,
} from "../../support/sql/query_page.ts";
import { waitFor } from "../harness/mod.ts";
import { button } from "./button.ts";

const SETUP = `create table orders (id int primary key, name text, total decimal(10, 2));
  insert into orders values (1, 'Anna', 10.50), (2, null, 20), (3, '', 30);`;

engineTest("the query window in a real browser", {
  postgres: {
    setup: SETUP,
    many: "select n, 'row ' || n as s from generate_series(1, 1000000) n",
    sleep: "select pg_sleep(600)",
    atOnce: "vacuum orders",
  },
  mysql: {
    setup: SETUP,
    many: "select seq as n, concat('row ', seq) as s from seq_1_to_1000000",
    sleep: "select sleep(600)",
    atOnce: "create table once (n int)",
  },
}, async (t, { engine, database, real, many, sleep, atOnce, start }) => {
  const home = await testFolder();
  const count = async () => (await real.sql("select count(*) from orders", database)).trim();
  let app = await start({ home });
  let tab = await app.open("shop");

  await t.step("Ctrl+Enter runs the statement at the cursor, NULL differs from empty", async () => {
    await write(tab, "select id, name, total from orders order by id; select 7");
    await tab.press("Home", "Control+Enter");
    await tab.until("document.querySelectorAll('.cell').length === 9");
    assert.deepEqual(await cells(tab), ["1", "Anna", "10.50", "2", "NULL", "20.00", "3", "", "30.00"]);
    assert.equal(await tab.evaluate("document.querySelectorAll('.cell.null').length"), 1);
    assert.equal(await tab.evaluate("document.querySelectorAll('.cell.number').length"), 6);
    await tab.press("Shift+Control+Enter");
    await tab.until("document.querySelectorAll('.result-tab').length === 3");
  });

  await t.step("what hides in a statement, in names and in values is written out", async () => {
    const name = engine === "mysql" ? "`x\u200by`" : '"x\u200by"';
    await write(tab, `select 'a\u202eb' as ${name} -- written out`);
    const special = `${EDITOR}.querySelectorAll('.cm-specialChar')`;
    assert.equal(await tab.evaluate(`${special}.length`), 2);
    await tab.press("Control+Enter");
    await shows(tab, "a⟨U+202E⟩b");
    await shows(tab, "x⟨U+200B⟩y");
  });

  await t.step("names of the server are offered as they are typed", async () => {
    await write(tab, "select * from ord");
    await tab.type("e");
    await tab.until(`${NAMES}?.innerText.includes("orders")`);
    await tab.press("Enter");
    await tab.type(" o where o.t");
    await tab.type("o");
    await tab.until(`${NAMES}?.innerText.includes("total")`);
    await tab.press("Escape");
  });

  await t.step(
    "a million rows are scrolled through by keys, with few of them in the document",
    async () => {
      await write(tab, many);
      await tab.press("Control+Enter");
      await shows(tab, "The first ");
      await tab.reach("[...document.querySelectorAll('.result-foot button')].at(-1)");
      await tab.until("document.querySelector('[data-rows]').innerText === '1,000,000 rows'", 60_000);
      await tab.reach("document.querySelector('[data-grid]')", "focus");
      await tab.press("Control+End");
      await showsCell(tab, "row 1000000");
      assert.ok(await tab.evaluate<number>("document.querySelectorAll('.grid-row').length") < 60);
      await tab.press("Control+Home");
      await showsCell(tab, "row 1");
    },
  );

  await t.step("Esc frees the window at once", async () => {
    await write(tab, sleep);
    await tab.press("Control+Enter");
    await shows(tab, "Cancel");
    await tab.press("Escape");
    await shows(tab, "You stopped it");
    await tab.until(
      "[...document.querySelectorAll('button')].some((one) => one.innerText.startsWith('Run'))",
    );
  });

  await t.step(
    "a write is refused, then waits for a decision, and is rolled back and committed by keys",
    async () => {
      await write(tab, "delete from orders where id = 3");
      await tab.press("Control+Enter");
      await shows(tab, "This tab is reading");
      await tab.reach(button("Let this tab write…", ".result-messages"));
      await shows(tab, "Let this tab write to shop?");
      await tab.press("Enter");
      await shows(tab, "Writing");
      for (
        const [keys, left, words] of [["Control+Shift+r", "3", "Rolled back"], [
          "Control+Shift+s",
          "2",
          "Committed",
        ]] as const
      ) {
        await tab.press("Control+Enter");
        await shows(tab, "DELETE on shop: 1 row matched");
        await shows(tab, "Rolls back in");
        assert.equal(await count(), "3");
        await tab.press(keys);
        await shows(tab, words);
        assert.equal(await count(), left);
      }
    },
  );

  await t.step(
    "several writes wait for one decision by keys, begun by its button and by BEGIN; redo in the editor decides nothing",
    async () => {
      for (
        const [begun, keys, words, left] of [
          ["button", "Control+Shift+r", "The transaction is over. Rolled back", "2"],
          ["text", "Control+Shift+s", "The transaction is over. Committed", "3"],
        ] as const
      ) {
        const writes = "insert into orders values (7, 'x', 1); update orders set name = 'y' where id = 7";
        if (begun === "button") {
          await press(tab, "Begin");
          await shows(tab, "nothing was written yet");
          await write(tab, "select 1");
          await tab.press("Control+z");
          await tab.until(`!${CONTENT}.innerText.includes("select 1")`);
          // Redo once more than there is to redo.
          for (const _ of [1, 2]) await tab.press("Control+Shift+Z");
          await tab.until(`${CONTENT}.innerText.includes("select 1")`);
          await shows(tab, "Transaction on shop: nothing was written yet");
        }
        await write(tab, begun === "button" ? writes : `begin; ${writes}; commit`);
        await tab.press("Shift+Control+Enter");
        await shows(tab, "Transaction on shop: 2 statements, 2 rows");
        if (begun === "text") await shows(tab, "it is you who commits");
        assert.equal(await count(), "2");
        await tab.until("!document.querySelector('.hold-decide button').disabled");
        await tab.press(keys);
        await shows(tab, words);
        assert.equal(await count(), left);
      }
      await real.sql("delete from orders where id = 7", database);
    },
  );

  await t.step(
    "a statement that cannot be held is confirmed by keys, whatever is typed meanwhile, and statements before it run once",
    async () => {
      await write(tab, `select 'before'; ${atOnce}; select 'behind'`);
      await tab.press("Shift+Control+Enter");
      await shows(tab, "takes effect at once");
      const tabs = "document.querySelectorAll('.result-tab').length";
      const known = await tab.evaluate<number>(tabs);
      await write(tab, "delete from orders");
      await tab.press("Control+Shift+s");
      await tab.until(`${tabs} === ${known} + 2`);
      assert.equal(await count(), "2");
      await tab.press("Control+Enter");
      await shows(tab, "DELETE without WHERE");
      await tab.press("Control+Shift+r");
      await shows(tab, "Rolled back");
      await write(tab, atOnce);
      await tab.press("Control+Enter");
      await shows(tab, "takes effect at once");
      await tab.press("Control+Shift+r");
      await tab.until("!document.shownText.includes('takes effect at once')");
      assert.equal(await tab.evaluate(tabs), known + 3);
      await tab.click(".lock");
      await shows(tab, "Reading");
    },
  );

  await t.step("values of parameters are asked for", async () => {
    await write(tab, "select name from orders where id = :id");
    await tab.press("Control+Enter");
    await shows(tab, ":id");
    await tab.type("1");
    await tab.press("Enter");
    await showsCell(tab, "Anna");
  });

  await t.step("the first rows of a table come from the catalog by keys", async () => {
    await tab.press("Control+Shift+f");
    await tab.type("orders");
    await tab.until("document.querySelector('.catalog-row')?.innerText.includes('orders')");
    await tab.press("Enter");
    await tab.until("document.querySelectorAll('.query-tab').length === 2");
    await showsCell(tab, "Anna");
  });

  await t.step(
    "a table that is asked for again is shown where it is, whatever tab is looked at",
    async () => {
      const tabs = "[...document.querySelectorAll('.query-tab')]";
      const selected = `${tabs}.findIndex((tab) => tab.ariaSelected === "true")`;
      const results = () => app.app.store.get().queryWindows[0]!.tabs[1]!.results;
      const table = { schema: engine === "mysql" ? database : "public", name: "orders" };
      const openTable = () => app.app.dispatch({ name: "openQuery", server: "shop", table });
      for (const from of ["outside", "the catalog"]) {
        await tab.reach(`${tabs}[0]`);
        await tab.until(`${selected} === 0`);
        if (from === "outside") await openTable();
        else await tab.press("Control+Shift+f", "Enter");
        await tab.until(`${selected} === 1`);
        assert.equal(await tab.evaluate(`${tabs}.length`), 2, from);
        assert.equal(results().length, 1, `it runs no second time from ${from}`);
      }
      const { id } = app.app.store.get().queryWindows[0]!.tabs[1]!;
      await app.app.dispatch({ name: "dropResult", server: "shop", tab: id, result: results()[0]!.id });
      await openTable();
      await showsCell(tab, "Anna");
    },
  );

  await t.step("all rows go to a file without being shown", async () => {
    await write(tab, many);
    await tab.press("Control+Shift+e");
    await shows(tab, "Export all rows");
    await tab.reach("document.querySelector('.question [name=file]')", "select");
    await tab.type(join(home, "rows.csv"));
    await tab.press("Enter");
    await tab.until("document.shownText.includes('has 1,000,000 rows')", 60_000);
    const text = await Deno.readTextFile(join(home, "rows.csv"));
    assert.equal(text.split("\n").length, 1_000_002);
  });

  await t.step("earlier statements are found and run again", async () => {
    await tab.press("Control+h");
    await tab.type("total");
    await tab.until(
      "document.querySelector('.past [aria-selected=true]')?.innerText.includes('order by id')",
    );
    await tab.press("Control+Enter");
    await tab.until("document.querySelectorAll('.query-tab').length === 3");
    await showsCell(tab, "10.50");
    await tab.press("Control+w");
    await tab.until("document.querySelectorAll('.query-tab').length === 2");
  });

  await t.step("a killed server loses no text, and the next statement opens a new connection", async () => {
    await tab.reach("document.querySelectorAll('.query-tab')[0]");
    await write(tab, "select 40 + 2 as answer");
    await tab.press("Control+Enter");
    await showsCell(tab, "42");
    const list = engine === "postgres"
      ? "select pid from pg_stat_activity where application_name = 'kedge'"
      : "select id from information_schema.processlist where user = 'app'";
    for (const id of (await real.sql(list)).trim().split("\n")) {
      // A session may have ended already.
      await real.sql(engine === "postgres" ? `select pg_terminate_backend(${id})` : `kill ${id}`)
        .catch(() => {});
    }
    await shows(tab, "was lost");
    await tab.press("Control+Enter");
    await tab.until(
      "document.querySelectorAll('.result-tab').length > 1 && !document.shownText.includes('was lost')",
    );
    await editorHas(tab, "40 + 2");
  });

  await t.step("texts are there again after a restart", async () => {
    await write(tab, "select 'not finished");
    await editorHas(tab, "not finished");
    const id = await tab.evaluate<string>("document.querySelector('.query').dataset.tab");
    await tab.close();
    const kept = async () => {
      const read = await app.app.queries.queryWindows.text("shop", id)?.read(
        0,
        1,
        new AbortController().signal,
      );
      return read?.ok && read.rows[0]?.includes("not finished");
    };
    await waitFor("the text to be handed over", kept);
    app = await start({ home });
    tab = await app.open("shop");
    await tab.reach("document.querySelectorAll('.query-tab')[0]");
    await editorHas(tab, "not finished");
  });

  await t.step("closing the window while a write waits asks about it", async () => {
    for (const [answer, left] of [[false, "2"], [true, "1"]] as const) {
      const own = app.app.store.get().windows.find(({ page }) => page === "query")!;
      const id = await tab.evaluate<string>("document.querySelector('.query').dataset.tab");
      const tabId = { server: "shop", tab: id };
      await app.app.dispatch({ name: "setWriting", ...tabId, on: true });
      const text = "delete from orders where id = 2";
      await app.app.dispatch({ name: "runQuery", ...tabId, text, pick: "all" });
      await shows(tab, "DELETE on shop");
      await tab.close();
      app.app.windowClosed(own.id);
      await waitFor("the question", () => app.app.store.get().dialogs.length === 1);
      const [dialog] = app.app.store.get().dialogs;
      assert.match(dialog?.kind === "confirm" ? dialog.message : "", /not decided[\s\S]*DELETE: 1 row\b/);
      await app.app.dispatch({ name: "answerDialog", dialog: dialog!.id, answer });
      await waitFor("the window to go", () => app.app.store.get().queryWindows.length === 0);
      assert.equal(await count(), left);
      tab = await app.open("shop");
    }
  });

  await t.step("in production the server's name is typed before anything may write", async () => {
    await tab.close();
    app = await start({ home, config: { envRules: [{ env: "prd", matchName: "^shop$", flags: "i" }] } });
    tab = await app.open("shop");
    await tab.until("document.querySelector('.pill.prd')");
    await tab.click(".lock");
    await shows(tab, "Type its name");
    await tab.type("shoq");
    await tab.press("Enter");
    assert.equal(
      await tab.evaluate("document.querySelector('.question button[type=submit]').disabled"),
      true,
    );
    await tab.press("Backspace");
    await tab.type("p");
    await tab.press("Enter");
    await tab.until("document.querySelector('.lock.production')");
    const id = await tab.evaluate<string>("document.querySelector('.query').dataset.tab");
    const said = await app.app.dispatch({
      name: "setWriting",
      server: "shop",
      tab: id,
      on: true,
      typed: "other",
    });
    assert.equal(said.ok, false);
  });
  assert.deepEqual(tab.problems, []);
  await tab.close();
});
