/**
 * Measures pages with thousands of accounts: a change, the palette, each typed letter, the host's
 * memory.
 */
import { join } from "node:path";
import { parseConfig } from "../../src/core/config/mod.ts";
import type { AppState } from "../../src/core/state/state.ts";
import type { PageName } from "../../src/pages/registry.ts";
import type { Scene } from "../desktop/gallery/scenes.ts";
import { openStage, type Stage } from "../desktop/gallery/show.ts";
import { sceneOf } from "../desktop/pages/steps.ts";
import { threadTime } from "../support/growth.ts";
import { fullState } from "../desktop/gallery/state.ts";
import { account } from "../support/pages/state.ts";
import { goal } from "./goal.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const CHANGES = 100;
const NAMES = ["shop", "data", "billing", "search"], STAGES = ["production", "staging", "development"];
const TYPED = ["shop prod 12", "data", "bill stag", "1000 1", "srch dev 77"];

const accountId = (n: number) => String(100_000_000_000 + 7919 * n);
const accounts = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    account(accountId(n), {
      name: `${NAMES[n % 4]}-${STAGES[n % 3]}-${n}`,
      env: ["prd", "stg", "dev"][n % 3]!,
    }));

/**
 * Returns the measured lines. Bytes and ms of a change are measured in the host; the page runs in a
 * separate browser.
 */
export async function bench(): Promise<string[]> {
  const stage = await openStage();
  try {
    const change = await progress(stage);
    const [few, many] = [await opening(stage, 0), await opening(stage, 5000)];
    const [five, all] = [await settings(stage, 5), await settings(stage, 5000)];
    const large = fullState({ accounts: accounts(20_000), config: configOf(20_000) });
    const painted: string[] = [];
    for (const { what, scene, field, texts, rows = true } of fields(large)) {
      const [quick, middle, slow] = await typing(stage, scene, field, texts, rows);
      painted.push(
        `${
          `a key until it is painted, ${what}`.padEnd(54)
        }${middle} ms, a quarter within ${quick} ms, 95 of 100 within ${slow} ms, ${goal("50", slow <= 50)}`,
      );
    }
    const [none, some] = [await memory(0), await memory(5000)];
    return [
      `one change of a run, palette open on 5,000 accounts   ${change.bytes} bytes, ${
        change.ms.toFixed(2)
      } ms of the host`,
      `palette until it can be typed into                    ${many} ms with 5,000 accounts, ${few} ms with none`,
      `Settings until its accounts can be opened             ${all} ms with 5,000 accounts, ${five} ms with 5`,
      ...painted,
      `memory that the host keeps                             ${some} MB with 5,000 accounts, ${none} MB with none`,
    ];
  } finally {
    await stage.close();
  }
}

const palette = (state: AppState): Scene => ({
  name: "palette",
  page: "palette",
  state,
  width: 640,
  height: 420,
});

/** Measures what the host sends and computes for one change of a run's progress. */
async function progress(stage: Stage): Promise<{ readonly bytes: number; readonly ms: number }> {
  const { pages, close } = await stage.show(palette(fullState({ accounts: accounts(5000) })));
  let bytes = 0;
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (data) {
    bytes += String(data).length;
    send.call(this, data);
  };
  const rest = () => new Promise((resolve) => setTimeout(resolve, 60));
  const spent = async (act: (n: number) => void) => {
    const before = threadTime();
    for (let n = 0; n < CHANGES; n++) {
      act(n);
      await rest();
    }
    return (threadTime() - before) / CHANGES;
  };
  // A page is told of a change some ms later, and that turn of the event loop costs the same
  // without any change.
  const idle = await spent(() => void setTimeout(() => {}, 30));
  bytes = 0;
  const busy = await spent((n) =>
    pages.store.update((state) => ({
      ...state,
      runs: state.runs.map((run) =>
        run.progress ? { ...run, progress: { ...run.progress, fraction: n / CHANGES } } : run
      ),
    }))
  );
  WebSocket.prototype.send = send;
  await close();
  return { bytes: Math.round(bytes / CHANGES), ms: Math.max(0, busy - idle) };
}

/**
 * Returns the time from the request of the palette until its field has the focus and its list is
 * shown.
 */
const opening = (stage: Stage, count: number) =>
  opened(
    stage,
    palette(fullState({ accounts: accounts(count) })),
    "document.activeElement.tagName === 'INPUT' && document.querySelector('[role=option]')",
  );

/**
 * Returns the time in ms from the request of Settings until it shows the accounts of a file with
 * `count` of them.
 */
function settings(stage: Stage, count: number): Promise<number> {
  const state = fullState({ accounts: accounts(count) });
  const listed = state.accounts.map(({ accountId, env }) => ({ accountId, region: "eu-central-1", env }));
  const config = { ...state.config, document: { accounts: listed } };
  const params = { section: "accounts" };
  const scene = {
    name: "settings",
    page: "settings",
    params,
    state: { ...state, config },
    width: 800,
    height: 560,
  };
  return opened(stage, scene as Scene, "document.querySelector('.entries .list-row')");
}

/**
 * Returns the time in ms from the request of a window until an expression holds; the median of
 * five.
 */
async function opened(stage: Stage, scene: Scene, there: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 5; n++) {
    const begun = performance.now();
    const { tab, close } = await stage.show(scene);
    await tab.until(there);
    times.push(performance.now() - begun);
    await close();
  }
  return Math.round(times.sort((a, b) => a - b)[2]!);
}

/** Returns the configuration of a file with `count` accounts. */
function configOf(count: number): AppState["config"] {
  const listed = accounts(count).map(({ accountId, env }) => ({ accountId, region: "eu-central-1", env }));
  const { config, document, diagnostics } = parseConfig(JSON.stringify({ version: 2, accounts: listed }));
  const file = "/home/anna/.kedge/config.json";
  return { file, status: "loaded", value: config!, document: document!, diagnostics, canUndo: false };
}

/** Keys pressed in a field; `rows` is whether rows must change, by default true. */
interface Typed {
  readonly what: string;
  readonly scene: Scene;
  readonly field: string;
  readonly texts: readonly (string | readonly string[])[];
  readonly rows?: boolean;
}

/** Returns the fields to measure: letters in fields, and arrow keys in the list below one. */
function fields(state: AppState): readonly Typed[] {
  const scene = (page: PageName, width: number, height: number, params = {}): Scene => ({
    name: page,
    page,
    params,
    state,
    width,
    height,
  });
  const rows = false;
  const arrows = Array.from({ length: 20 }, () => "ArrowDown");
  return [
    { what: "palette", scene: scene("palette", 640, 420), field: ".palette-field input", texts: TYPED },
    {
      what: "palette's arrows",
      scene: scene("palette", 640, 420),
      field: ".palette-field input",
      texts: [arrows],
      rows,
    },
    { what: "home", scene: scene("home", 960, 640), field: ".home-search input", texts: TYPED },
    { what: "accounts", scene: scene("accounts", 880, 600), field: "input", texts: TYPED },
    { what: "accounts' arrows", scene: scene("accounts", 880, 600), field: "input", texts: [arrows], rows },
    {
      what: "catalogue of 10,000",
      scene: sceneOf("catalogue-many"),
      field: "input[type=search]",
      texts: ["tools 4321", "999"],
    },
    {
      what: "settings",
      scene: scene("settings", 800, 560, { section: "sign-in" }),
      field: "input",
      texts: ["https://shop.awsapps.com/start"],
      rows,
    },
    {
      what: "settings' accounts",
      scene: scene("settings", 800, 560, { section: "accounts" }),
      field: "[role=tab]",
      texts: [[
        "ArrowDown",
        "ArrowUp",
        "ArrowDown",
        "ArrowUp",
        "ArrowDown",
        "ArrowUp",
        "ArrowDown",
        "ArrowUp",
      ]],
    },
  ];
}

/**
 * Returns the time in ms from each key until its effect is painted: the fastest quarter, the median
 * and the 95th percentile. Each turn types a text, or presses keys given by their names; with
 * `rows` only changed rows count.
 */
async function typing(
  stage: Stage,
  scene: Scene,
  field: string,
  texts: readonly (string | readonly string[])[],
  rows: boolean,
): Promise<[quick: number, median: number, slow: number]> {
  const { tab, close } = await stage.show(scene);
  await tab.until(`document.querySelector(${JSON.stringify(field)})`);
  await tab.evaluate(`void (() => {
    let begun = 0;
    window.times = [];
    document.addEventListener("keydown", (event) => begun = event.timeStamp, true);
    document.addEventListener("input", (event) => begun = event.timeStamp, true);
    const painted = () => begun && requestAnimationFrame(() => setTimeout(() => {
      if (begun) window.times.push(performance.now() - begun);
      begun = 0;
    }));
    if (!${rows}) document.addEventListener("input", painted);
    new MutationObserver(painted).observe(document.body,
      { subtree: true, childList: true, characterData: true, attributes: !${rows} });
  })()`);
  let keys = 0;
  for (const text of texts) {
    await tab.evaluate(`void (() => {
      const field = document.querySelector(${JSON.stringify(field)});
      field.focus();
      field.select?.();
    })()`);
    for (const key of typeof text === "string" ? text.replaceAll(" ", "") : text) {
      if (typeof text === "string") await tab.type(key);
      else await tab.press(key);
      keys++;
      // A letter that changes no row causes no painting.
      await tab.until(`window.times.length >= ${keys}`, 1000).catch(() => keys = -1);
      if (keys < 0) keys = await tab.evaluate<number>("window.times.length");
    }
  }
  const times = (await tab.evaluate<number[]>("window.times")).sort((a, b) => a - b);
  await close();
  const at = (share: number) =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))]!);
  return [at(0.25), at(0.5), at(0.95)];
}

/**
 * Returns the memory of Kedge in MB after it has read `count` accounts of a configuration and
 * searched them.
 */
async function memory(count: number): Promise<string> {
  const home = await Deno.makeTempDir({ prefix: "kedge-bench-memory-" });
  try {
    const listed = accounts(count).map(({ accountId, env }) => ({ accountId, region: "eu-central-1", env }));
    await Deno.writeTextFile(join(home, "config.json"), JSON.stringify({ version: 2, accounts: listed }));
    const probe = new URL("./probe/memory.ts", import.meta.url).pathname;
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--v8-flags=--expose-gc", probe, home],
      cwd: ROOT,
    }).output();
    return new TextDecoder().decode(stdout).trim();
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}
