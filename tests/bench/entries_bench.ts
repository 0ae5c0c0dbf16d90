/** Measures how long scripts of the palette delay a frame, with ten thousand entries. */
import { openStage } from "../desktop/gallery/show.ts";
import { fullState } from "../desktop/gallery/state.ts";
import { threadTime } from "../support/growth.ts";
import { account } from "../support/pages/state.ts";
import { foundEntries } from "../../src/core/find/rows.ts";
import type { AppState } from "../../src/core/state/state.ts";
import { createStore } from "../../src/core/state/store.ts";

const COUNT = 10_000;
const FIELD = ".palette-field input";

/** Number of accounts among which Kedge itself searches. */
const LARGE = 20_000;
/** Number of lists whose search is measured; one more comes first and is not counted. */
const LISTS = 8;

/**
 * Measures Kedge's own processor time of a search: the first letter with and without an earlier
 * palette, and a later one.
 */
async function finding(): Promise<string[]> {
  let first = 0, opened = 0, later = 0;
  const fail = (error: unknown) => {
    throw error;
  };
  const find = async (state: AppState, typed: string): Promise<number> => {
    const before = threadTime();
    await foundEntries(createStore(state, fail), typed).read(0, 30, AbortSignal.timeout(60_000));
    return threadTime() - before;
  };
  for (let list = 0; list <= LISTS; list++) {
    const state = () =>
      fullState({
        accounts: Array.from(
          { length: LARGE },
          (_, n) => account(String(100_000_000_000 + 7919 * n), { name: `team-${list}-${n}` }),
        ),
      });
    const cold = await find(state(), "t");
    const open = state();
    await find(open, "");
    await new Promise((resolve) => setTimeout(resolve, 300));
    const [warm, next] = [await find(open, "t"), await find(open, "te")];
    // The first list is not counted, because functions are compiled then.
    if (list > 0) [first, opened, later] = [first + cold, opened + warm, later + next];
  }
  const line = (what: string, sum: number) =>
    `${`a letter in ${LARGE.toLocaleString("en")} accounts, ${what}`.padEnd(66)}${
      (sum / LISTS).toFixed(1)
    } ms of Kedge`;
  return [
    line("the first one", first),
    line("the first one in an open palette", opened),
    line("a later one", later),
  ];
}

/**
 * Measures the processor time of the page's scripts, which does not depend on other load; the
 * longest time of each step counts.
 */
export async function bench(): Promise<string[]> {
  const accounts = Array.from(
    { length: COUNT },
    (_, n) =>
      account(String(100_000_000_000 + 7919 * n), { name: `team-${n}-${["production", "staging"][n % 2]}` }),
  );
  const stage = await openStage();
  try {
    const scene = {
      name: "palette",
      page: "palette",
      state: fullState({ accounts }),
      width: 640,
      height: 420,
    } as const;
    const { tab, close } = await stage.show(scene);
    await tab.until("document.querySelectorAll('[role=option]').length > 8");
    const opening = await tab.scriptTime();
    /** Returns the longest time of several steps, each until the page has drawn its effect. */
    const longest = async (steps: readonly (() => Promise<unknown>)[]): Promise<number> => {
      let most = 0;
      for (const step of steps) {
        const before = await tab.scriptTime();
        await step();
        await tab.evaluate(
          "new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done)), 250))",
        );
        most = Math.max(most, await tab.scriptTime() - before);
      }
      return most;
    };
    await tab.reach(`document.querySelector(${JSON.stringify(FIELD)})`, "focus");
    const typing = await longest([..."team 42 prod"].map((letter) => () => tab.type(letter)));
    const select = () => tab.reach(`document.querySelector(${JSON.stringify(FIELD)})`, "select");
    await select();
    await tab.press("Backspace");
    const arrows = await longest(Array.from({ length: 20 }, () => () => tab.press("ArrowDown")));
    await tab.type("team");
    await tab.until("document.querySelectorAll('[role=option]').length > 8");
    const scroll = () =>
      tab.evaluate(
        "void [...document.querySelectorAll('*')].filter((one) => one.scrollHeight > one.clientHeight + 40)" +
          ".forEach((one) => one.scrollTop = one.scrollHeight)",
      );
    const scrolling = await longest(Array.from({ length: 20 }, () => scroll));
    const rows = await tab.evaluate<number>("document.querySelectorAll('[role=option]').length");
    const below = await longest(Array.from({ length: 5 }, () => () => tab.press("ArrowUp")));
    await close();
    const line = (what: string, ms: number) =>
      `${`scripts of the palette, ${what}`.padEnd(66)}${ms.toFixed(1)} ms`;
    return [
      line(`${COUNT.toLocaleString("en")} entries, opening`, opening),
      `${line("the longest of 12 letters", typing)}, a frame has 16`,
      `${line("the longest of 20 arrows", arrows)}, a frame has 16`,
      `${line(`the longest of 20 scrolls, to ${rows} rows`, scrolling)}, a frame has 16`,
      `${line(`an arrow below ${rows} rows`, below)}, a frame has 16`,
      ...await finding(),
    ];
  } finally {
    await stage.close();
  }
}
