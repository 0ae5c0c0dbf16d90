import assert from "node:assert/strict";
import { fakeAssistant, givenTo } from "../../support/assistant/assistant.ts";
import { testFolder } from "../../support/folder.ts";
import { startBrowser } from "../../support/browser/mod.ts";
import { shopAt, startPostgres } from "../../support/servers/postgres.ts";
import { startQueryApp } from "../../support/sql/query_app.ts";
import { editorHas, editorText, press, shows, write } from "../../support/sql/query_page.ts";
import { button } from "./button.ts";

Deno.test("asking in plain language is nowhere to be seen, unless it is switched on: then SQL lands in the editor", async () => {
  const real = await startPostgres();
  const browser = await startBrowser();
  const folder = await testFolder();
  const server = shopAt(real);
  try {
    await real.sql("create table orders (id int primary key, name text)");
    const off = await startQueryApp([{ server, real }], { browser });
    const plain = await off.open("shop");
    await plain.click('.query-head [aria-label="More"]');
    await shows(plain, "Saved and history");
    assert.equal(await plain.evaluate("document.shownText.includes('plain language')"), false);
    await plain.press("Escape", "Control+Shift+a");
    assert.equal(await plain.evaluate("document.querySelector('.question')"), null);
    const refused = await off.app.dispatch({ name: "askAssistant", server: "shop", question: "How many?" });
    assert.equal(refused.ok, false);
    await plain.close();
    await off.close();

    const config = { aiEnabled: true, assistantBinPath: await fakeAssistant(folder, "deletes") };
    const on = await startQueryApp([{ server, real }], { browser, config });
    const tab = await on.open("shop");
    await tab.press("Control+Shift+a");
    await shows(tab, "Ask in plain language");
    await tab.type("Remove all orders");
    await tab.reach(button("Read what", ".question"));
    await shows(
      tab,
      '{"table":["public","orders"],"columns":[["id","integer"],["name","text"]],"keys":["PRIMARY KEY (id)"]}',
    );
    await tab.reach("document.querySelector('.question [name=question]')", "focus");
    await tab.press("Enter");
    await editorHas(tab, "delete from orders;");
    assert.match(
      await editorText(tab),
      /-- Remove all orders\n-- It counts the orders\.\n-- It writes: DELETE of every row\.\ndelete from orders;/,
    );
    // The proposed text has not run; when it runs, its writes are held like any other.
    assert.equal(await tab.evaluate("document.querySelectorAll('.result-foot').length"), 0);

    // Errors of the assistant are shown where the question was asked.
    await fakeAssistant(folder, "signed-out");
    await tab.press("Control+Shift+a");
    await tab.type("Again");
    await tab.press("Enter");
    await shows(tab, "claude is not signed in");
    await fakeAssistant(folder, "hangs");
    await tab.press("Enter");
    await shows(tab, "Asking…");
    await tab.reach(button("Cancel", ".question"));
    await shows(tab, "You stopped it");
    await tab.press("Escape");
    await tab.until("!document.querySelector('[aria-modal=true]')");

    // A failed statement goes to the assistant without its values and without those of the error;
    // the user sees first what is sent.
    await fakeAssistant(folder, "answers", "select id from orders where name = :value1");
    await write(tab, "select id from orders where nam = 'planted-value' -- planted-note");
    await tab.press("Control+Enter");
    await shows(tab, 'column "nam" does not exist');
    await press(tab, "Ask about it");
    await shows(tab, "Ask about the error");
    await shows(tab, "select id from orders where nam = :value1");
    await shows(tab, '"error":"column \\"nam\\" does not exist');
    assert.equal(
      await tab.evaluate("document.querySelector('[aria-modal=true]').innerText.includes('planted')"),
      false,
    );
    await tab.press("Enter");
    await editorHas(tab, "where name = 'planted-value';");
    assert.equal((await givenTo(folder)).input.includes("planted"), false);
    assert.deepEqual(tab.problems, []);
    await tab.close();
    await on.close();
  } finally {
    await browser.close();
    await real.stop();
  }
});
