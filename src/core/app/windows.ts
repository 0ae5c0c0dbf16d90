import type { AppState, PageName, WindowState } from "../state/state.ts";
import { readSizes, type WindowSize } from "../state/sizes.ts";
import type { Store } from "../state/store.ts";

/** Title and size of each page's window, in CSS pixels; UI.md names the ones that set the tone. */
const PAGES: Record<PageName, { title: string; width: number; height: number }> = {
  home: { title: "Kedge", width: 960, height: 640 },
  palette: { title: "Kedge palette", width: 640, height: 420 },
  dialog: { title: "Kedge", width: 420, height: 200 },
  review: { title: "Review", width: 960, height: 640 },
  console: { title: "Run", width: 720, height: 420 },
  extensions: { title: "Extensions", width: 800, height: 560 },
  configure: { title: "Configure action", width: 560, height: 560 },
  settings: { title: "Settings", width: 800, height: 560 },
  server: { title: "Server", width: 480, height: 360 },
};

/** Pages whose content already says what they are about show one window each, whatever the parameters. */
const SINGLE: ReadonlySet<PageName> = new Set(["home", "palette", "extensions", "settings"]);

/** What a new window differs in from its page's usual title and size. */
export interface WindowLooks {
  readonly title?: string;
  readonly width?: number;
  readonly height?: number;
}

/** The open windows, as a list in the state that the faces follow. */
export interface Windows {
  /** Opens the page, or brings its window for the same parameters to the front. Returns the window's id. */
  open(page: PageName, params?: Readonly<Record<string, string>>, looks?: WindowLooks): string;
  resize(id: string, height: number): void;
  /** The user has sized a window: its page's next one opens like that. */
  remember(id: string, size: WindowSize): void;
  close(id: string): void;
  /** Closes every window that `which` picks. */
  closeWhere(which: (window: WindowState) => boolean): void;
}

/** Makes the window list of a store. */
export function createWindows(store: Store): Windows {
  return {
    open(page, params = {}, looks = {}) {
      const open = store.get().windows.find((window) => isFor(window, page, params));
      if (open) {
        patch(store, open.id, { raised: open.raised + 1, params });
        return open.id;
      }
      const usual = { ...PAGES[page], ...store.get().sizes?.[page] };
      const window: WindowState = { id: crypto.randomUUID(), page, params, raised: 1, ...usual, ...looks };
      store.update((state) => ({ ...state, windows: [...state.windows, window] }));
      return window.id;
    },
    resize(id, height) {
      patch(store, id, { height: Math.min(Math.max(Math.round(height), 80), 1200) });
    },
    remember(id, size) {
      const page = store.get().windows.find((window) => window.id === id)?.page;
      if (!page) return;
      // Read as a file would be: a size that no one wants is none.
      const sizes = readSizes({ ...store.get().sizes, [page]: size });
      store.update((state) => ({ ...state, sizes }));
    },
    close(id) {
      this.closeWhere((window) => window.id === id);
    },
    closeWhere(which) {
      store.update((state) =>
        state.windows.some(which)
          ? { ...state, windows: state.windows.filter((window) => !which(window)) }
          : state
      );
    },
  };
}

function isFor(window: WindowState, page: PageName, params: Readonly<Record<string, string>>): boolean {
  if (window.page !== page) return false;
  return SINGLE.has(page) || JSON.stringify(window.params) === JSON.stringify(params);
}

function patch(store: Store, id: string, change: Partial<WindowState>): void {
  store.update((state: AppState) => ({
    ...state,
    windows: state.windows.map((window) => window.id === id ? { ...window, ...change } : window),
  }));
}
