import assert from "node:assert/strict";
import { headersFor, REPORT } from "../../../src/pages/http/headers.ts";
import { startBrowser, type Tab } from "../../support/browser/mod.ts";
import { HOSTILE } from "../../support/pages/hostile_reports.ts";
import { testPages } from "../../support/pages/pages.ts";
import { htmlOf, stateWith, windowOf } from "../../support/pages/pages_state.ts";
import { trap } from "../../support/trap.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { raw } from "./raw.ts";

/** Number of windows that show reports at the same time. */
const AT_ONCE = 4;

/** Navigates a tab from the window of a dialog to its report. */
async function showReport(tab: Tab, dialog = "h"): Promise<void> {
  await tab.evaluate(`void setTimeout(() => location.href = 'report/${dialog}')`);
  await tab.until(
    `location.pathname.endsWith('/report/${dialog}') && document.readyState === 'complete'`,
  );
}

Deno.test("a report opens no connection in a browser, whatever its markup asks for", async (t) => {
  const browser = await startBrowser({ whole: true });
  try {
    await t.step("the trap hears what the policy alone does not keep in", async () => {
      await using heard = trap();
      const html = HOSTILE[0]!.replaceAll("evil.example", heard.host);
      await using server = Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen: () => {} },
        () => new Response(html, { headers: headersFor(REPORT, "text/html; charset=utf-8") }),
      );
      await browser.open(`http://127.0.0.1:${server.addr.port}/`);
      await heard.hears();
    });
    await using heard = trap();
    const at = (window: number, dialog: number) => windowOf("dialog", { dialog: `h${dialog}` }, `w${window}`);
    const pages = await testPages(stateWith({
      windows: Array.from({ length: AT_ONCE }, (_, window) => at(window, window)),
      dialogs: HOSTILE.map((html, i) =>
        htmlOf(`h${i}`, `<h1>Report</h1>${html.replaceAll("evil.example", heard.host)}`)
      ),
    }));
    const left = HOSTILE.keys();
    await Promise.all(Array.from({ length: AT_ONCE }, async (_, window) => {
      const tab = await browser.open(pages.openAddress(`w${window}`));
      const start = await tab.evaluate<string>("location.href");
      for (const i of left) {
        pages.store.update((state) => ({
          ...state,
          windows: state.windows.map((one) => one.id === `w${window}` ? at(window, i) : one),
        }));
        await tab.go(new URL(`report/h${i}`, start).href);
        await tab.until(
          `document.querySelector('h1')?.innerText === 'Report' && location.href.endsWith('/h${i}')`,
        );
      }
      await tab.close();
    }));
    await pages.close();
    // Requests of the reports have had enough time; a connection from here proves that the server
    // hears them.
    assert.equal(heard.count(), 0);
    await (await Deno.connect({ hostname: "127.0.0.1", port: heard.port })).close();
    await heard.hears();
  } finally {
    await browser.close();
  }
});

Deno.test("a link of a report asks Kedge to open it, and the report stays", async () => {
  const browser = await startBrowser();
  const pages = await testPages(
    stateWith({
      windows: [windowOf("dialog", { dialog: "h" }, "w"), windowOf("dialog", { dialog: "other" }, "w2")],
      dialogs: [
        htmlOf(
          "h",
          '<a href="https://docs.example/?q=1#part">Docs</a> <a href="#end">End</a><p id="end">End',
        ),
      ],
    }),
  );
  try {
    const tab = await browser.open(pages.openAddress("w"));
    await showReport(tab);
    await tab.click("a");
    await tab.until("document.querySelector('a')");
    await waitFor("the link to be opened", () => pages.opened.length > 0);
    assert.deepEqual(pages.opened, ["https://docs.example/?q=1#part"]);
    assert.equal(await tab.evaluate("document.querySelector('a').title"), "https://docs.example/?q=1#part");
    const link = await tab.evaluate<string>("new URL(document.querySelector('a').href).pathname");
    const cases: readonly (readonly [path: string, status: number])[] = [
      [link, 204],
      [link.replace(/\d+$/, "1"), 403],
      [link.replace(/\d+$/, "-1"), 403],
      [link.replace("/w/", "/w2/"), 403],
      [link.replace(/[0-9a-f]{32}/, "0".repeat(32)), 403],
    ];
    for (const [path, status] of cases) assert.equal((await raw(pages.port, { path })).status, status, path);
    assert.equal((await raw(pages.port, { path: link, method: "POST" })).status, 403);
    pages.store.update((state) => ({ ...state, dialogs: [] }));
    await waitFor(
      "the report to be over",
      async () => (await raw(pages.port, { path: link })).status === 403,
    );
  } finally {
    await pages.close();
    await browser.close();
  }
});
