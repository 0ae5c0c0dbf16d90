import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { startBrowser } from "../../support/browser/mod.ts";
import { shopAt, startPostgres } from "../../support/servers/postgres.ts";
import { big, message, PG } from "../../support/sql/parts.ts";
import { startQueryApp } from "../../support/sql/query_app.ts";
import { shows, showsCell, write } from "../../support/sql/query_page.ts";
import { playServer } from "../../support/sql/scripted.ts";
import { waitFor } from "../harness/mod.ts";
import { button } from "./button.ts";

const rows = "document.querySelector('[data-grid]')";

Deno.test("huge cells, equal names, bytes that are no text and results without end in the query window", async (t) => {
  const real = await startPostgres();
  const browser = await startBrowser();
  const server = { ...shopAt(real), database: "raw" };
  await real.sql("create database raw template template0 encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'");
  const app = await startQueryApp([{ server, real }], { browser });
  const tab = await app.open("shop");
  try {
    await t.step("a cell of 64 MB is shown in part and copied whole", async () => {
      await write(tab, "select repeat('x', 67108864) as big, 'two' as big");
      await tab.press("Control+Enter");
      await showsCell(tab, "two");
      assert.deepEqual(
        await tab.evaluate(
          "[...document.querySelectorAll('.grid-column')].map((one) => one.innerText.trim())",
        ),
        ["big", "big"],
      );
      await tab.reach(rows, "focus");
      await tab.press("Control+Home", "Enter");
      await tab.until(
        "document.querySelector('.cell-view-foot')?.innerText.includes('67,108,864 characters')",
        60_000,
      );
      await shows(tab, "the first 200,000 are shown");
      await tab.evaluate(
        "globalThis.size = 0; navigator.clipboard.writeText = (text) => { globalThis.size = text.length; return Promise.resolve(); }; navigator.clipboard.write = async ([item]) => { globalThis.size = (await item.getType('text/plain')).size; }",
      );
      await tab.reach(button("Copy", ".cell-view"));
      await tab.until("globalThis.size === 67108864");
      await tab.reach("document.querySelector('[data-grid]')", "focus");
      await tab.press("Control+c");
      await tab.until("document.shownText.includes('Copied 1 cell as Text')", 60_000);
      await tab.press("Escape");
      // The window still works.
      await write(tab, "select 'after' as it");
      await tab.press("Control+Enter");
      await showsCell(tab, "after");
    });

    await t.step("names of narrow columns are read whole, also of the one that sorts", async () => {
      const names = ["n", "id", "WWWWWWWWWW", "合計金額", "an ordinary name"];
      await write(tab, `select ${names.map((name, n) => `${n} as "${name}"`).join(", ")}`);
      await tab.press("Control+Enter");
      await showsCell(tab, "4");
      const cut = "[...document.querySelectorAll('.grid-column .cut')]" +
        ".filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)";
      for (const [at] of names.entries()) {
        const heads = `document.querySelectorAll('.grid-column')[${at}]`;
        const left = await tab.evaluate(`${heads}.querySelector('.cut').getBoundingClientRect().left`);
        await tab.reach(heads);
        await tab.until(`${heads}.ariaSort === 'ascending' && ${heads}.querySelector('.icon')`);
        assert.deepEqual(await tab.evaluate(cut), []);
        assert.equal(await tab.evaluate(`${heads}.querySelector('.cut').getBoundingClientRect().left`), left);
      }
      await write(tab, `select ${names.map((name, n) => `${n} as "${name}"`).join(", ")} where false`);
      await tab.press("Control+Enter");
      await shows(tab, "0 rows");
      await tab.until(`document.querySelectorAll('.grid-column').length === ${names.length}`);
      assert.deepEqual(await tab.evaluate(cut), []);
    });

    await t.step(
      "a column gets the width that it needs while there is room, whatever letters its cells have",
      async () => {
        await write(
          tab,
          "select repeat('plan of a line ', 8) as plan, E'two\\nlines' as note, repeat('東京', 5) as city",
        );
        await tab.press("Control+Enter");
        await showsCell(tab, "two ⏎ lines");
        const cut =
          "[...document.querySelectorAll('.cell')].filter((one) => one.scrollWidth > one.clientWidth)" +
          ".map((one) => one.innerText)";
        await tab.resize(1600, 720);
        await tab.until(`${cut}.length === 0`);
        assert.ok(
          await tab.evaluate(
            "document.querySelector('.grid').scrollWidth <= document.querySelector('.grid').clientWidth",
          ),
        );
        await tab.resize(1040, 720);
      },
    );

    await t.step("bytes that the server itself cannot read are an error of its own", async () => {
      await write(tab, "select convert_from(decode('61ff62', 'hex'), 'SQL_ASCII') as odd");
      await tab.press("Control+Enter");
      await shows(tab, "invalid byte sequence");
    });

    await t.step("a result without end is fetched as it is wanted, and ended by Cancel", async () => {
      await write(tab, "with recursive r as (select 1 as n union all select n + 1 from r) select n from r");
      await tab.press("Control+Enter");
      await shows(tab, "first 50 rows");
      await tab.reach(button("All", ".result-foot"));
      await shows(tab, "Cancel");
      await tab.press("Escape");
      await shows(tab, "until it was stopped");
      const busy =
        "select count(*) from pg_stat_activity where application_name = 'kedge' and state = 'active'";
      await waitFor("the server to be idle", async () => (await real.sql(busy)).trim() === "0");
    });
    assert.deepEqual(tab.problems, []);
    await tab.close();
  } finally {
    await app.close();
    await browser.close();
    await real.stop();
  }
});

Deno.test("5,000 columns of equal names, and bytes that are no text, with few of them in the document", async () => {
  const COLUMNS = 5000;
  const row = message(
    "D",
    big(COLUMNS, 2),
    Buffer.concat(
      Array.from({ length: COLUMNS }, (_, n) => {
        const cell = n === 4998 ? Buffer.from([0x61, 0xff]) : Buffer.from(`${n}`);
        return Buffer.concat([big(cell.length, 4), cell]);
      }),
    ),
  );
  const names = Array.from({ length: COLUMNS }, (_, n) => `c${n % 10}`);
  const head = message(
    "T",
    big(COLUMNS, 2),
    Buffer.concat(
      names.map((name) =>
        Buffer.concat([
          Buffer.from(`${name}\0`),
          big(0, 4),
          big(0, 2),
          big(25, 4),
          big(-1, 2),
          big(-1, 4),
          big(0, 2),
        ])
      ),
    ),
  );
  const fake = playServer({
    begins: false,
    lines: [
      Buffer.concat([PG.signedIn, PG.setting, PG.key, PG.ready("I")]),
      Buffer.concat([PG.done("BEGIN"), PG.done("SET"), PG.columns("a"), PG.row("1"), PG.done(), PG.ready()]),
      Buffer.concat([PG.parsed, head, row, PG.done("SELECT 1"), PG.ready()]),
      Buffer.concat([PG.done("ROLLBACK"), PG.ready("I")]),
    ],
    then: "silent",
  });
  const server = shopAt({ host: "127.0.0.1", port: fake.port });
  const app = await startQueryApp([{ server, real: { user: "u", password: "p" } }]);
  try {
    // In a narrow window the catalog, which this server cannot list, is folded.
    const tab = await app.open("shop", { width: 640 });
    const { id } = app.app.store.get().queryWindows[0]!.tabs[0]!;
    await app.app.dispatch({ name: "runQuery", server: "shop", tab: id, text: "select 1", pick: "all" });
    await showsCell(tab, "1");
    await tab.reach(rows, "focus");
    await tab.press("End");
    await showsCell(tab, "4999");
    assert.ok(await tab.evaluate<number>("document.querySelectorAll('.cell').length") < 40);
    assert.equal(
      await tab.evaluate("document.querySelector('[data-c=\"4999\"]').innerText"),
      "4999",
    );
    await tab.press("ArrowLeft", "Enter");
    await showsCell(tab, "a\ufffd");
    await shows(tab, "bytes that are no UTF-8 stand as \ufffd");
    await tab.reach(rows, "focus");
    await tab.press("Home");
    await showsCell(tab, "0");
    assert.deepEqual(tab.problems, []);
    await tab.close();
  } finally {
    fake.close();
    await app.close();
  }
});
