import assert from "node:assert/strict";
import { engineTest } from "../../support/sql/engines.ts";
import { EDITOR, editorText, NAMES, shows, showsCell, write } from "../../support/sql/query_page.ts";

const setup = "create table orders (id int primary key, name varchar(20), total int, remark varchar(20)); " +
  "insert into orders values (1, 'Anna', 10, 'a'), (2, 'Bert', 20, 'b'); " +
  "create table pieces (of_order int, number int, foreign key (of_order) references orders (id)); " +
  "create table ones (id int primary key, n int); insert into ones values (1, 1);";
const SETUP = { postgres: { setup }, mysql: { setup } };
/** A statement whose third line names a missing column. */
const WRONG = "select *\nfrom orders\nwhere totl > 3";
const MARK = `${EDITOR}.querySelector('.cm-fault')`;
const GRID = "document.activeElement.matches('[data-grid]')";
const FILTER = "document.activeElement.matches('.result-filter input')";

engineTest("a day's work by keys in the query window", SETUP, async (t, { engine, start }) => {
  const tab = await (await start()).open("shop");
  const run = async (text: string) => {
    await write(tab, text);
    await tab.press("Control+Enter");
  };
  await t.step("the place of an error is marked until it is changed, and F8 leads there", async () => {
    await run(WRONG);
    await tab.until(`${MARK}?.innerText === 'totl'`);
    await tab.press("Control+Home", "End", "F8");
    await tab.type("X");
    await tab.until(`!${MARK}`);
    assert.match(await editorText(tab), /(^|\s)Xtotl\b/);
    await run(WRONG);
    await tab.until(MARK);
    await run("select 41");
    await showsCell(tab, "41");
    await tab.until(`!${MARK}`);
  });

  await t.step("Ctrl+F in the rows finds there, Enter and Esc lead back to them", async () => {
    await run("select id, name from orders");
    await showsCell(tab, "Anna");
    await tab.press("F6");
    await tab.until(GRID);
    await tab.press("Control+f");
    await tab.until(FILTER);
    await tab.type("ber");
    await shows(tab, "1 of 2 fetched rows");
    await tab.press("Enter");
    await tab.until(GRID);
    await tab.press("Control+f", "Escape");
    await shows(tab, "2 rows");
    await tab.press("Escape");
    await tab.until(GRID);
  });

  await t.step("a result stays chosen while another tab is shown or result closed", async () => {
    const results = "document.querySelectorAll('.result-tab')",
      tabs = "document.querySelectorAll('.query-tab')";
    await tab.reach(`${results}[0]`);
    await tab.until(`${results}[0].ariaSelected === 'true'`);
    await tab.press("Control+t");
    await tab.until(`${tabs}[1]?.ariaSelected === 'true' && ${results}.length === 0`);
    await tab.press("Control+PageUp");
    await tab.until(`${tabs}[0].ariaSelected === 'true' && ${results}.length > 1`);
    assert.equal(await tab.evaluate(`${results}[0].ariaSelected`), "true");
    const count = await tab.evaluate<number>(`${results}.length`);
    await tab.evaluate(
      `[...${results}].at(-1).dispatchEvent(new MouseEvent("auxclick", { button: 1, bubbles: true }))`,
    );
    await tab.until(`${results}.length === ${count - 1}`);
    assert.equal(await tab.evaluate(`${results}[0].ariaSelected`), "true");
    await tab.press("Control+PageDown", "Control+w");
    await tab.until(`${tabs}.length === 1`);
  });

  await t.step("only the selected text is formatted", async () => {
    await write(tab, "select a,b from t;\nselect c,d from e");
    await tab.press("Control+Home", "Shift+End", "Shift+Control+i");
    await tab.until(`${EDITOR}.querySelectorAll('.cm-line').length === 6`);
    assert.match(await editorText(tab), /\n {2}t;\nselect c,d from e$/);
  });

  await t.step("a table that is made is in the catalog and offered at once", async () => {
    await tab.press("Shift+Control+l");
    await shows(tab, "Let this tab write");
    await tab.press("Enter");
    await shows(tab, "Writing");
    await run("create table made_here (id int)");
    await shows(tab, engine === "mysql" ? "takes effect at once" : "Nothing is committed yet");
    await tab.press("Control+Shift+s");
    await tab.until("document.querySelector('.catalog').innerText.includes('made_here')");
    await write(tab, "select * from made");
    await tab.type("_");
    await tab.until(`${NAMES}?.innerText.includes("made_here")`);
    await tab.press("Escape");
  });

  await t.step(
    "foreign keys give the condition of a join, shown with their targets",
    async () => {
      await write(tab, "select * from orders o join pieces l");
      await tab.type(" ");
      await tab.until(`${NAMES}?.innerText.includes('on l.of_order = o.id')`);
      await tab.press("Enter");
      await tab.until(`!${NAMES}`);
      assert.equal(await editorText(tab), "select * from orders o join pieces l on l.of_order = o.id");
      await write(tab, "select * from pieces l join orders o on");
      await tab.type(" o.");
      await tab.until(`${NAMES}?.innerText.includes('id = l.of_order')`);
      await tab.press("Enter");
      await tab.until(`!${NAMES}`);
      assert.equal(await editorText(tab), "select * from pieces l join orders o on o.id = l.of_order");
      await tab.press("Control+Shift+f");
      await tab.type("orders");
      const rows = "[...document.querySelectorAll('.catalog-row')]";
      await tab.until(`${rows}[0]?.innerText.includes('orders')`);
      await tab.press("ArrowRight");
      await tab.until(`${rows}.some((one) => one.innerText.includes('Referenced by'))`);
      await tab.reach(`${rows}.find((one) => one.innerText.includes('Referenced by'))`);
      await tab.until(`${rows}.some((one) => /pieces\\s+of_order → id/.test(one.innerText))`);
      await tab.reach(`${rows}.find((one) => /of_order → id/.test(one.innerText))`);
      await tab.until("/of_order → id/.test(document.querySelector('.catalog-row.active')?.innerText)");
      await tab.press("Shift+Enter");
      const sheet = "document.querySelector('.sheet .query-text')";
      await tab.until(`/create table[^]*pieces[^]*of_order/i.test(${sheet}?.innerText)`);
      await tab.press("Escape");
      await tab.until(`!${sheet}`);
    },
  );

  await t.step("changed columns come right after the key", async () => {
    await run("update orders set remark = 'x' where id = 2");
    await tab.until("document.querySelector('.hold-sample ins')?.innerText === 'x'");
    const heads = await tab.evaluate<string[]>(
      "[...document.querySelectorAll('.hold-sample th')].map((head) => head.innerText)",
    );
    assert.deepEqual(heads, ["id", "remark", "name", "total"]);
    await tab.press("Control+Shift+r");
    await shows(tab, "Rolled back");
  });

  await t.step("headings of narrow columns stay in one line", async () => {
    await run("update ones set n = 2");
    await tab.until("document.querySelector('.hold-sample ins')?.innerText === '2'");
    const [caption, cell] = ["caption", "td"].map((part) =>
      `document.querySelector('.hold-sample ${part}').offsetHeight`
    );
    const lines = await tab.evaluate<number>(`${caption} / ${cell}`);
    assert.ok(lines < 1.5, `${lines} lines`);
  });

  await t.step("the message that a held write must be decided first stays until it is", async () => {
    const told = "document.querySelector('.notice.danger')?.innerText";
    await tab.press("Control+k");
    await tab.type("close the result");
    await tab.press("Enter");
    await tab.until(`/^A write waits/.test(${told})`);
    await tab.press("Control+Shift+r");
    await shows(tab, "Rolled back");
    await tab.until(`${told} === undefined`);
  });
  assert.deepEqual(tab.problems, []);
});
