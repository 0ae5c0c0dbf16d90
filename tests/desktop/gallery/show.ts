import type { Command } from "../../../src/core/app/command.ts";
import type { PageAssets, PagesOptions } from "../../../src/pages/mod.ts";
import { beginWait } from "../../runner/slowness.ts";
import { type Browser, startBrowser, type Tab, type TabOptions } from "../../support/browser/mod.ts";
import { testAssets } from "../../support/pages/assets.ts";
import { type TestPages, testPages } from "../../support/pages/pages.ts";
import { windowOf } from "../../support/pages/pages_state.ts";
import type { Scene } from "./scenes.ts";
import { logOf } from "./state.ts";

/** A browser with the real pages, served by the real page server. */
export interface Stage {
  show(scene: Scene, options?: TabOptions & { readonly pages?: Partial<PagesOptions> }): Promise<Shown>;
  close(): Promise<void>;
}

/** A scene that is shown in the browser. */
export interface Shown {
  readonly tab: Tab;
  readonly pages: TestPages;
  /**
   * Returns the commands of the page so far, except those that only report its size and whether
   * something is entered.
   */
  commands(): Command[];
  /** Waits for a command of that name and returns it. */
  command<N extends Command["name"]>(name: N): Promise<Extract<Command, { name: N }>>;
  /** Waits until both sides have handled all messages, and drawing has finished. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Records the WebSocket connections of the page to its server. */
const NOTE_LINES = `{
  const Line = WebSocket;
  globalThis.linesToKedge = [];
  globalThis.WebSocket = class extends Line {
    constructor(...given) {
      super(...given);
      linesToKedge.push(this);
    }
  };
}`;

const STILL = { "prefers-reduced-motion": "reduce" };

/** An ID that no page uses for its own questions. */
export const ROUND_TRIP = -1;

/**
 * Waits until both sides have handled all earlier messages: messages keep their order, and each
 * question is answered.
 */
const roundTrip = `new Promise((done) => {
  const line = linesToKedge.findLast(({ readyState }) => readyState === WebSocket.OPEN);
  if (!line) return done();
  line.addEventListener("close", done);
  line.addEventListener("message", ({ data }) => JSON.parse(data).id === ${ROUND_TRIP} && done());
  line.send(JSON.stringify({ type: "query", id: ${ROUND_TRIP} }));
})`;

/** Options of a stage. */
export interface StageOptions {
  /**
   * Whether animations are off, as for users who prefer reduced motion. Then there is no animation
   * to wait for.
   */
  readonly still?: boolean;
}

/** Bundles the pages, starts the browser, and returns the stage. */
export async function openStage({ still = false }: StageOptions = {}): Promise<Stage> {
  const assets = await testAssets();
  const browser = await startBrowser();
  return {
    show: (scene, options = {}) =>
      show(browser, assets, scene, still ? { media: STILL, ...options } : options),
    close: () => browser.close(),
  };
}

async function show(
  browser: Browser,
  assets: PageAssets,
  scene: Scene,
  options: TabOptions & { readonly pages?: Partial<PagesOptions> },
): Promise<Shown> {
  const window = { ...windowOf(scene.page, scene.params), width: scene.width, height: scene.height };
  const state = { ...scene.state, windows: [window, ...scene.state.windows] };
  const pages = await testPages(state, {
    assets,
    surface: scene.browser ? "browser" : "window",
    ...scene.pages,
    ...options.pages,
  });
  pages.log.push(...logOf(scene));
  const tab = await browser.open(pages.openAddress(window.id), {
    width: scene.width,
    height: scene.height,
    ...options,
    script: NOTE_LINES,
  });
  await tab.until("document.querySelector('.window, .fitted, .state')");
  // Milliseconds until transitions have begun.
  const begun = options.media === STILL ? 0 : 90;
  const settle = () =>
    tab.evaluate<void>(
      // Also wait for transitions of colours, but not for endless animations.
      `${roundTrip}
        .then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, ${begun})))))
        .then(() => Promise.all(document.getAnimations()
          .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
          .map(({ finished }) => finished.catch(() => {}))))
        .then(() => ${roundTrip}).then(() => undefined)`,
    );
  await settle();
  const commands = () =>
    pages.commands.map(({ command }) => command).filter(({ name }) =>
      name !== "resizeWindow" && name !== "rememberSize" && name !== "setWindowRegion" &&
      name !== "markUnsaved"
    );
  return {
    tab,
    pages,
    commands,
    settle,
    async command(name) {
      const isOver = beginWait(60_000);
      for (;;) {
        const found = commands().findLast((command) => command.name === name);
        if (found) return found as Extract<Command, { name: typeof name }>;
        if (isOver()) throw new Error(`No ${name} came, but ${JSON.stringify(commands())}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    async close() {
      await tab.close();
      await pages.close();
    },
  };
}
