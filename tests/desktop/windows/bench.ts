import type { AppState, Problem, WindowState } from "../../../src/core/state/state.ts";
import { bundlePages, readAssets } from "../../../src/pages/mod.ts";
import { createDesktopWindows } from "../../../src/tray/windows/mod.ts";
import type { DesktopWindows } from "../../../src/tray/windows/options.ts";
import { type TestPages, testPages } from "../../support/pages/pages.ts";
import { type Desktop, startDesktop, waitFor } from "../harness/mod.ts";
import { run } from "../harness/process.ts";
import { removeFolder } from "../../support/remove_folder.ts";

/** Real windows for a store, on a private desktop. */
export interface WindowsBench {
  readonly desktop: Desktop;
  readonly pages: TestPages;
  readonly windows: DesktopWindows;
  readonly closed: string[];
  readonly problems: (Problem | null)[];
  readonly errors: unknown[];
  open(window: WindowState): void;
  change(id: string, change: Partial<WindowState>): void;
  close(id: string): void;
  /** Waits until the window of that title has the colour (`#RRGGBB`) near that position. */
  showsAt(title: string, x: number, y: number, colour: string): Promise<void>;
  /** Returns the IDs of this desktop's processes whose command line contains `part`. */
  processes(part: string): Promise<number[]>;
  stop(): Promise<void>;
}

/** Milliseconds after which a window is shown although its page is not ready. */
const LATE = 60_000;

/**
 * Starts the windows with the tests' page instead of Kedge's pages. `prepare` is called before
 * windows are opened.
 */
export async function windowsBench(
  state: AppState,
  prepare: (desktop: Desktop) => Promise<void> = () => Promise.resolve(),
  more: Partial<Parameters<typeof createDesktopWindows>[0]> = {},
): Promise<WindowsBench> {
  const desktop = await startDesktop({ panel: false });
  await prepare(desktop);
  const folder = await testPageFolder();
  const pages = await testPages(state, { assets: readAssets(folder) });
  const closed: string[] = [], problems: (Problem | null)[] = [], errors: unknown[] = [];
  const { store } = pages;
  const close = (id: string) =>
    store.update((state) => ({ ...state, windows: state.windows.filter((window) => window.id !== id) }));
  const windows = createDesktopWindows({
    store,
    paths: { cache: folder },
    address: pages.openAddress,
    whenReady: pages.whenReady,
    onClosed(id) {
      closed.push(id);
      close(id);
    },
    onProblem: (problem) => problems.push(problem),
    onError: (error) => errors.push(error),
    openInBrowser: () => Promise.resolve(),
    env: desktop.env,
    ...more,
    // On a busy machine a page may need more time than Kedge allows by default.
    times: { late: LATE, ...more.times },
  });
  return {
    desktop,
    pages,
    windows,
    closed,
    problems,
    errors,
    open: (window) => store.update((state) => ({ ...state, windows: [...state.windows, window] })),
    change: (id, change) =>
      store.update((state) => ({
        ...state,
        windows: state.windows.map((window) => window.id === id ? { ...window, ...change } : window),
      })),
    close,
    async showsAt(title, x, y, colour) {
      await waitFor(`${colour} in ${title}`, async () => {
        const window = await desktop.windows.find(title);
        const place = `1x1+${window.x + x}+${window.y + y}`;
        const args = ["-silent", "-window", "root", "-crop", place, "+repage", "-depth", "8", "txt:-"];
        return (await run(["/usr/bin/import", ...args], desktop.env)).includes(colour);
      });
    },
    processes: (part) => processesOf(desktop.env.XDG_RUNTIME_DIR!, part),
    async stop() {
      await windows.close();
      await pages.close();
      await desktop.stop();
      await removeFolder(folder);
    },
  };
}

/** Creates a folder with the tests' page instead of Kedge's pages. */
export async function testPageFolder(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-pages-" });
  await bundlePages(folder, new URL("./page.tsx", import.meta.url).pathname);
  // Every page loads `main.js`.
  await Deno.rename(`${folder}/page.js`, `${folder}/main.js`);
  await Deno.rename(`${folder}/page.css`, `${folder}/main.css`);
  return folder;
}

/**
 * Returns the IDs of processes with the given runtime folder whose command line contains `part`.
 */
export async function processesOf(runtime: string, part: string): Promise<number[]> {
  const found: number[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const environment = await Deno.readTextFile(`/proc/${name}/environ`);
      const command = await Deno.readTextFile(`/proc/${name}/cmdline`);
      if (environment.includes(`XDG_RUNTIME_DIR=${runtime}`) && command.includes(part)) {
        found.push(Number(name));
      }
    } catch {
      // The process has just ended.
    }
  }
  return found;
}

export { waitFor };
