import { deepEqual, equal } from "node:assert/strict";
import { startFakeInsights } from "../../support/cloud/fake_insights.ts";
import { ownerAt, putLines } from "../../support/cloud/put_lines.ts";
import { startMoto } from "../../support/servers/moto.ts";
import { startQueryApp } from "../../support/sql/query_app.ts";
import { CONTENT, NAMES, shows, showsCell } from "../../support/sql/query_page.ts";
import { keysAlone } from "../../unit/core/app/fixtures.ts";
import { waitFor } from "../harness/mod.ts";

const ACCOUNT = "123456789012", REGION = "eu-central-1", WEB = "/aws/lambda/web";

Deno.test("the query window of log groups is used with the keyboard alone", async (test) => {
  const moto = await startMoto();
  const insights = startFakeInsights(moto.url);
  const at = ownerAt(moto.url, REGION);
  const now = Date.now();
  const line = (minutes: number, text: string) => ({ at: now - minutes * 60_000, text });
  await putLines(at, WEB, [
    line(90, '{"level":"error","text":"long ago"}'),
    line(20, '{"level":"error","text":"no room"}'),
    line(5, '{"level":"info","text":"GET /"}'),
  ]);
  const before = Deno.env.toObject();
  Deno.env.set("AWS_ENDPOINT_URL", moto.url);
  Deno.env.set("AWS_ENDPOINT_URL_CLOUDWATCH_LOGS", insights.url);
  const stage = await startQueryApp([], {
    config: { accounts: [{ accountId: ACCOUNT, region: REGION, secrets: [], ecsClusters: [] }] },
    credentials: keysAlone(at.credentials),
  });
  const { app } = stage;
  try {
    deepEqual(
      await app.dispatch({ name: "queryLogs", account: ACCOUNT, role: "", groups: [WEB] }),
      { ok: true },
    );
    const tab = await stage.open(app.store.get().queryWindows[0]!.server);

    await test.step("Ctrl+Enter runs the first query, and shows how much was read", async () => {
      await tab.press("Control+Enter");
      await shows(tab, "2 rows");
      await shows(tab, "2 of 2 lines matched");
    });

    await test.step("Ctrl+Shift+L says how far back it looks", async () => {
      await tab.press("Control+Shift+L");
      await shows(tab, "How far back queries look");
      await tab.press("Control+a");
      await tab.type("soon");
      await shows(tab, "“soon” is no time.");
      await tab.press("Control+a");
      await tab.type("2h");
      await tab.press("Enter");
      await shows(tab, "Since 2h");
      await tab.reach(CONTENT, "focus");
      await tab.press("Control+Enter");
      await shows(tab, "3 rows");
    });

    await test.step("fields and commands are completed, but not complete words", async () => {
      await tab.press("Control+a", "Delete");
      await tab.type("fil");
      await tab.until(`${NAMES}?.innerText.includes('filter')`);
      await tab.type("ter lev");
      await tab.until(`${NAMES}?.innerText.includes('level')`);
      await tab.type("el");
      await tab.until(`!${NAMES}`);
      await tab.type(" = 'error'");
      await tab.press("Enter");
      await tab.type("| limit 5");
      equal(
        await tab.evaluate(`${CONTENT}.innerText.trim()`),
        "filter level = 'error'\n| limit 5",
      );
      await tab.press("Escape", "Control+Enter");
      await shows(tab, "2 rows");
    });

    await test.step("L shows the lines around the one that is chosen", async () => {
      await tab.reach("document.querySelector('[data-grid]')", "focus");
      await showsCell(tab, '{"level":"error","text":"no room"}');
      await tab.press("Control+End", "l");
      await waitFor(
        "the window of its log",
        () =>
          app.store.get().windows.some(({ page, params }) => page === "logs" && params.stream === "2026/one"),
      );
    });

    await test.step("nothing of a server's that log groups have not is offered", async () => {
      const words = await tab.evaluate<string>("document.shownText");
      for (const word of ["Reading", "Edit", "@ptr"]) equal(words.includes(word), false, word);
    });
    deepEqual(tab.problems, []);
    await tab.close();
  } finally {
    for (const name of Object.keys(Deno.env.toObject())) if (!(name in before)) Deno.env.delete(name);
    for (const [name, value] of Object.entries(before)) Deno.env.set(name, value);
    await stage.close();
    await insights.stop();
    await moto.stop();
  }
});
