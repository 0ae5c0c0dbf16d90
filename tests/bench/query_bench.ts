/**
 * Measures the query window: the time from the menu to the first rows, and frames while a million
 * rows are scrolled.
 */
import type { Tab } from "../support/browser/mod.ts";
import { shopAt, startPostgres } from "../support/servers/postgres.ts";
import { type QueryApp, startQueryApp } from "../support/sql/query_app.ts";
import { goal } from "./goal.ts";

const ROWS = 1_000_000;
const TEXT =
  "select n, n * 7.25 as total, 'name of the row ' || n as name, now() as at from generate_series(1, 1000000) n";

/** Runs the measurements; the browser is headless, without a graphics card. */
export async function bench(): Promise<string[]> {
  const real = await startPostgres();
  const server = shopAt(real);
  const app = await startQueryApp([{ server, real }]);
  try {
    const cold = await firstRows(app, true);
    await closed(app, cold.tab);
    const warm: number[] = [];
    for (let i = 0; i < 5; i++) {
      const once = await firstRows(app);
      warm.push(once.ms);
      await closed(app, once.tab);
    }
    const [, , median = 0] = warm.toSorted((a, b) => a - b);
    // Only the memory of this process counts; the browser is another one.
    const idle = await settled();
    const { tab } = await firstRows(app);
    const memory = createPeak();
    const lines = await scrolling(tab);
    const peak = memory.stop();
    await tab.close();
    return [
      `from the menu to the first rows   ${Math.round(cold.ms)} ms the first time, ${
        Math.round(median)
      } ms after ` +
      "(connecting, without the window of the desktop)",
      ...lines,
      `${ROWS.toLocaleString("en")} rows in a window   ${mb(peak - idle)} MB over idle at most (${
        goal("64", (peak - idle) / 2 ** 20 <= 64)
      })`,
    ];
  } finally {
    await app.close();
    await real.stop();
  }
}

const mb = (bytes: number) => (bytes / 1024 / 1024).toFixed(0);

/** Returns the memory of this process once it is idle. */
async function settled(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 2000));
  return Deno.memoryUsage().rss;
}

/** Measures the peak memory of this process from now on. */
function createPeak(): { stop(): number } {
  let peak = 0;
  const timer = setInterval(() => peak = Math.max(peak, Deno.memoryUsage().rss), 20);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

/** Opens the window as the menu does, runs the saved text, and waits for rows. */
async function firstRows(app: QueryApp, first = false): Promise<{ readonly tab: Tab; readonly ms: number }> {
  const begun = performance.now();
  // The first time the text comes with the command, as from an entry of the palette; later it is
  // saved.
  if (first) await app.app.dispatch({ name: "openQuery", server: "shop", sql: TEXT });
  const tab = await app.open("shop");
  await tab.until("document.querySelector('.query-code').shadowRoot.textContent.includes('generate_series')");
  await tab.press("Control+Enter");
  await tab.until("document.querySelector('.cell')");
  return { tab, ms: performance.now() - begun };
}

async function closed({ app }: QueryApp, tab: Tab): Promise<void> {
  await tab.close();
  for (const { id, page } of app.store.get().windows) if (page === "query") app.windowClosed(id);
  while (app.store.get().queryWindows.length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Measures frames while all rows are scrolled in ten seconds, and the page's memory afterwards. */
async function scrolling(tab: Tab): Promise<string[]> {
  await tab.until("document.querySelector('[data-rows]').innerText.startsWith('The first')");
  await tab.reach("[...document.querySelectorAll('.result-foot button')].at(-1)");
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
