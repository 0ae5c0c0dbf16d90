import type { PageAssets } from "../../../src/pages/mod.ts";
import { createDesktopWindows } from "../../../src/tray/windows/mod.ts";
import { testAssets } from "../../support/pages/assets.ts";
import { type TestPages, testPages } from "../../support/pages/pages.ts";
import { windowOf } from "../../support/pages/pages_state.ts";
import { type Scene, scenes } from "../gallery/scenes.ts";
import { logOf } from "../gallery/state.ts";
import { type Desktop, waitFor, type Window } from "../harness/mod.ts";
import { removeFolder } from "../../support/remove_folder.ts";

/**
 * Reports the focused element after each key. It uses a connection of its own, because only a
 * limited number of a page's errors is passed on.
 */
const PROBE = `
addEventListener("keydown", ({ key }) => setTimeout(() => {
  const active = document.activeElement;
  const name = active === document.body || !active ? "nothing"
    : active.tagName + " " + (active.getAttribute("aria-label") ?? active.innerText ?? "").slice(0, 40) +
      (active.closest("[data-over]") ? " over the page" : "");
  const socket = new WebSocket(new URL("socket", location.href).href.replace(/^http/, "ws"));
  socket.onopen = () => {
    socket.send(JSON.stringify({ type: "error", message: "probe " + key + " → " + name }));
    socket.close();
  };
}, 20), true);
`;

/** A scene in a real window. */
export interface RealPage {
  /** Problems, errors and closed windows reported so far. */
  readonly failed: readonly string[];
  readonly pages: TestPages;
  readonly window: Window;
  /** Returns the focused element after each key that reached the page: `Tab → BUTTON Run`. */
  keys(): string[];
  close(): Promise<void>;
}

/** Returns the pages' files with {@link PROBE}, which reports the focused element after each key. */
export async function probedAssets(): Promise<PageAssets> {
  const { files } = await testAssets();
  const main = new TextDecoder().decode(files.get("main.js"));
  return { files: new Map([...files, ["main.js", new TextEncoder().encode(main + PROBE)]]) };
}

/**
 * Shows a scene in a real, focused window of that desktop; `onClosed` is called when the user
 * closes it. With `itself` the window opens without a user's request.
 */
export async function showReal(
  desktop: Desktop,
  assets: PageAssets,
  scene: Scene,
  onClosed?: (pages: TestPages, id: string) => void,
  itself = false,
): Promise<RealPage> {
  const { page, params, width, height, state } = scene;
  const cache = await Deno.makeTempDir({ prefix: "kedge-real-" });
  const { asked, ...own } = windowOf(page, params);
  const window = { ...own, ...(itself ? {} : { asked }), width, height, title: scene.name };
  const answer = scene.pages?.dispatch;
  const pages: TestPages = await testPages({ ...state, windows: [window] }, {
    assets,
    ...scene.pages,
    // Commands that the scene answers itself are recorded as well.
    ...(answer && {
      dispatch: (command, from) => (pages.commands.push({ command, window: from }), answer(command, from)),
    }),
  });
  pages.log.push(...logOf(scene));
  const failed: string[] = [];
  const windows = createDesktopWindows({
    store: pages.store,
    paths: { cache },
    address: pages.openAddress,
    whenReady: pages.whenReady,
    onClosed: (id) => onClosed ? onClosed(pages, id) : failed.push(`closed ${id}`),
    onProblem: (problem) => problem && failed.push(`${problem.message} ${problem.hint ?? ""}`),
    onError: (error) => failed.push(String(error)),
    openInBrowser: () => Promise.resolve(),
    env: desktop.env,
    // On a busy machine a page may need more time than Kedge allows by default, and keys need a
    // page that is ready.
    times: { late: 60_000 },
  });
  const shown = await desktop.windows.find(scene.name).catch((error) => {
    throw new Error(`${error.message}; ${failed.join(", ")}`);
  });
  await desktop.windows.activate(shown);
  await waitFor("the focus", async () => await desktop.windows.focused() === shown.id);
  return {
    failed,
    pages,
    window: shown,
    keys: () =>
      pages.errors.flatMap((error) =>
        error instanceof Error && error.message.startsWith("probe ") ? [error.message.slice(6)] : []
      ),
    async close() {
      await windows.close();
      await pages.close();
      await removeFolder(cache);
    },
  };
}

/** Shows the scene of that name in a real window and calls `act` with it. */
export async function onScene(
  desktop: Desktop,
  assets: PageAssets,
  name: string,
  act: (real: RealPage) => Promise<void>,
): Promise<void> {
  const real = await showReal(desktop, assets, scenes.find((scene) => scene.name === name)!);
  try {
    await act(real);
  } finally {
    await real.close();
  }
}

/**
 * Presses a key, or types the text after `text:`, and returns the focused element. Shift and Ctrl
 * are counted as keys of their own.
 */
export async function pressIn(desktop: Desktop, real: RealPage, what: string): Promise<string> {
  const before = real.keys().length;
  const text = /^text:(.*)/.exec(what)?.[1];
  await (text === undefined ? desktop.windows.key(what) : desktop.windows.type(text));
  const count = text?.length ?? what.split("+").length;
  await waitFor(`${what} to reach the page`, () => real.keys().length >= before + count);
  return real.keys().at(-1)!;
}
