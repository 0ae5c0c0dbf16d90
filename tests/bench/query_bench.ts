/** The query window: from the menu to the first rows, and frames while a million rows are scrolled. */
import type { Server } from "../../src/core/config/config.ts";
import type { Tab } from "../support/browser/mod.ts";
import { startPostgres } from "../support/servers/postgres.ts";
import { type QueryApp, startQueryApp } from "../support/sql/query_app.ts";

const ROWS = 1_000_000;
const TEXT =
  "select n, n * 7.25 as total, 'name of the row ' || n as name, now() as at from generate_series(1, 1000000) n";

/** Measures; the browser is headless, without a graphics card. */
export async function bench(): Promise<string[]> {
  const real = await startPostgres();
  const server: Server = {
    name: "shop",
    engine: "postgres",
    host: real.host,
    port: real.port,
    database: "postgres",
    tls: false,
  };
  const app = await startQueryApp([{ server, real }]);
  try {
    const cold = await firstRows(app);
    await closed(app, cold.tab);
    const warm: number[] = [];
    for (let i = 0; i < 5; i++) {
      const once = await firstRows(app);
      warm.push(once.ms);
      if (i < 4) await closed(app, once.tab);
      else {return [
          `from the menu to the first rows   ${Math.round(cold.ms)} ms the first time, ${
            Math.round(warm.toSorted((a, b) => a - b)[2]!)
          } ms after (connecting, without the window of the desktop)`,
          ...await scrolling(once.tab),
        ];}
    }
    return [];
  } finally {
    await app.close();
    await real.stop();
  }
}

/** Opens the window as the menu does, runs the text that is kept, and waits for rows. */
async function firstRows(app: QueryApp): Promise<{ readonly tab: Tab; readonly ms: number }> {
  const begun = performance.now();
  const tab = await app.open("shop");
  if (
    (await tab.evaluate<string>(
      "document.querySelector('.query-code').shadowRoot.querySelector('.cm-content').innerText",
    )).trim().length < 20
  ) {
    await tab.type(TEXT);
  }
  await tab.press("Control+Enter");
  await tab.until("document.querySelector('.cell')");
  return { tab, ms: performance.now() - begun };
}

async function closed({ app }: QueryApp, tab: Tab): Promise<void> {
  await tab.close();
  for (const { id, page } of app.store.get().windows) if (page === "query") app.windowClosed(id);
  while (app.store.get().desks.length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Frames while all rows are scrolled through in ten seconds, and what the page holds then. */
async function scrolling(tab: Tab): Promise<string[]> {
  await tab.evaluate("[...document.querySelectorAll('.result-foot button')].at(-1).click()");
  await tab.until(
    `document.querySelector('[data-rows]').innerText === '${ROWS.toLocaleString("en")} rows'`,
    120_000,
  );
  const { frames, nodes, heap } = await tab.evaluate<{ frames: number[]; nodes: number; heap: number }>(
    `(async () => {
    const grid = document.querySelector("[data-grid]");
    const frames = [];
    const begun = performance.now();
    let last = begun;
    while (performance.now() - begun < 10000) {
      grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * ((performance.now() - begun) / 10000);
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      frames.push(now - last);
      last = now;
    }
    return {
      frames: frames.sort((a, b) => a - b),
      nodes: document.querySelectorAll("*").length,
      heap: performance.memory?.usedJSHeapSize ?? 0,
    };
  })()`,
  );
  const at = (share: number) =>
    frames[Math.min(frames.length - 1, Math.floor(frames.length * share))]!.toFixed(0);
  return [
    `frames while ${ROWS.toLocaleString("en")} rows are scrolled    ${at(0.5)} ms, 95 of 100 within ${
      at(0.95)
    } ms; ${nodes} elements, ${(heap / 1024 / 1024).toFixed(0)} MB of the page's heap`,
  ];
}
