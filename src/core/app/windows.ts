import { patched, without } from "../state/list.ts";
import type { AppState, WindowState } from "../state/state.ts";
import { reuse } from "../state/selector.ts";
import { readSizes, type WindowSize } from "../state/sizes.ts";
import type { Writing } from "../state/store.ts";
import { oneLine } from "../text/outside.ts";
import { type Ask, askedFor, currentAsk } from "./asks.ts";

/** Characters of a window's title. */
const LONGEST_TITLE = 200;

/** What the windows of a page are like; sizes in CSS pixels. */
export interface PageTraits {
  readonly title: string;
  /** The title of a window about something that has a name of its own; without one it is {@link title}. */
  readonly titleOf?: (state: AppState, params: Readonly<Record<string, string>>) => string | undefined;
  readonly width: number;
  readonly height: number;
  /** One window shows it, whatever the parameters; else there is one for each, or for each value of the one named here. */
  readonly single: boolean | "account";
  /** Its windows keep the size that the user gives them; other windows fit their content. */
  readonly resizable: boolean;
  /** False for a window without a title bar. */
  readonly frame: boolean;
}

/** The pages that windows can show, by name. */
export type PageTable = Readonly<Record<string, PageTraits>>;

/** What a new window differs in from its page's usual title and size. */
interface WindowLooks {
  readonly title?: string;
  readonly width?: number;
  readonly height?: number;
}

/** The open windows, as a list in the state that the surfaces follow. */
export interface Windows {
  /**
   * Opens the page, or brings its window for the same parameters to the front. Returns the window's id. Throws when there
   * is no page of that name.
   */
  open(page: string, params?: Readonly<Record<string, string>>, looks?: WindowLooks): string;
  resize(id: string, height: number): void;
  /** Restores sizes that were kept; what is not a size of a page that has one is left out. */
  restoreSizes(saved: unknown): void;
  /** The user has sized a window: its page's next one opens like that. */
  remember(id: string, size: WindowSize): void;
  /** A page tells whether closing its window would lose what was entered there. */
  markUnsaved(id: string, unsaved: boolean): void;
  /** Whether a window stays open although the user closed it: its page asks once about unsaved input. */
  asksFirst(id: string): boolean;
  /** The same for all windows when the user quits: true when one of them stays. */
  allAskFirst(): boolean;
  /** Gives the window of a page another title, for when the name of its subject is known or has changed. */
  retitle(page: string, params: Readonly<Record<string, string>>): void;
  /** A window about an account looks in that region now: its title says so. */
  lookIn(id: string, region: string): void;
  /** Renames the subject of a page's windows, which that parameter names. */
  rename(page: string, param: string, from: string, to: string): void;
  /**
   * Gives a window other parameters when its subject has come to exist: the form of a new server becomes that
   * server's form.
   */
  become(id: string, params: Readonly<Record<string, string>>): void;
  /** The press that last opened or raised a window; commands that its page sends unasked follow from it. */
  askOf(id: string): Ask | undefined;
  close(id: string): void;
  /** Closes every window that `which` picks. */
  closeWhere(which: (window: WindowState) => boolean): void;
}

/** Makes the window list of a store, for windows of these pages. */
export function createWindows(
  store: Writing<"windows" | "sizes">,
  pages: PageTable,
  now: () => number = Date.now,
): Windows {
  const all = store.slices.windows, sizes = store.slices.sizes;
  const patch = (id: string, change: Partial<WindowState>) =>
    all.update((windows) => patched(windows, id, change));
  const asks = new Map<string, Ask | undefined>();
  /** Brings an open window to the front. Without a press of the user it only calls for attention. */
  function raise({ id, raised }: WindowState, change: Partial<WindowState>) {
    asks.set(id, currentAsk());
    const asked = askedFor(now());
    all.update((windows) =>
      windows.map((window) => {
        if (window.id !== id) return window;
        const { asked: _before, ...rest } = window;
        return { ...rest, ...change, raised: raised + 1, ...(asked && { asked }) };
      })
    );
  }
  const asksFirst = (id: string) => {
    const window = all.get().find((window) => window.id === id);
    if (window?.unsaved !== "entered") return false;
    // It may be minimised, or under others.
    raise(window, { unsaved: "asked" });
    return true;
  };
  const titleOf = (page: string, params: Readonly<Record<string, string>>, title?: string) =>
    // Names of accounts, servers, actions and extensions are in it.
    oneLine(title ?? pages[page]!.titleOf?.(store.get(), params) ?? pages[page]!.title, {
      longest: LONGEST_TITLE,
    });
  const isResizable = (page: string) => Object.hasOwn(pages, page) && pages[page]!.resizable;
  return {
    open(page, params = {}, looks = {}) {
      const traits = Object.hasOwn(pages, page) ? pages[page] : undefined;
      if (!traits) throw new Error(`There is no page “${page}”`);
      const { single } = traits;
      const isMeant = (window: WindowState) =>
        typeof single === "string"
          ? window.params[single] === params[single]
          : single || isAbout(window, params);
      const open = all.get().find((window) => window.page === page && isMeant(window));
      if (open) {
        const title = single === "account" ? { title: titleOf(page, params, looks.title) } : {};
        raise(open, { params, ...title });
        return open.id;
      }
      const { width, height, frame } = traits;
      const size = sizes.get()[page] ?? { width, height };
      const asked = askedFor(now());
      const window: WindowState = {
        id: crypto.randomUUID(),
        page,
        params,
        raised: 1,
        frame,
        ...size,
        ...looks,
        ...(asked && { asked }),
        title: titleOf(page, params, looks.title),
      };
      asks.set(window.id, currentAsk());
      all.update((windows) => [...windows, window]);
      return window.id;
    },
    resize(id, height) {
      patch(id, { height: Math.min(Math.max(Math.round(height), 80), 1200) });
    },
    restoreSizes(saved) {
      sizes.update((since) => ({ ...readSizes(saved, isResizable), ...since }));
    },
    remember(id, size) {
      const page = all.get().find((window) => window.id === id)?.page;
      if (!page) return;
      // Read like a value of the file: a size that does not fit counts as none.
      const sized = readSizes({ [page]: size }, isResizable)[page];
      if (!sized) return;
      sizes.update((before) => ({ ...before, [page]: sized }));
      patch(id, { sized });
    },
    markUnsaved(id, unsaved) {
      if (unsaved) return patch(id, { unsaved: "entered" });
      all.update((windows) =>
        reuse(
          windows,
          windows.map((window) => {
            const { unsaved: _unsaved, ...rest } = window;
            return window.id === id ? rest : window;
          }),
        )
      );
    },
    asksFirst,
    allAskFirst: () => all.get().filter(({ id }) => asksFirst(id)).length > 0,
    retitle(page, params) {
      const open = all.get().find((window) => window.page === page && isAbout(window, params));
      if (open) patch(open.id, { title: titleOf(page, params) });
    },
    lookIn(id, region) {
      const look = (window: WindowState): WindowState => {
        if (window.id !== id || window.params.region === region) return window;
        const params = { ...window.params, region };
        return { ...window, params, title: titleOf(window.page, params) };
      };
      all.update((windows) => reuse(windows, windows.map(look)));
    },
    rename(page, param, from, to) {
      const renamed = (window: WindowState): WindowState => {
        if (window.page !== page || window.params[param] !== from) return window;
        const title = window.title === oneLine(from, { longest: LONGEST_TITLE })
          ? oneLine(to, { longest: LONGEST_TITLE })
          : window.title;
        return { ...window, params: { ...window.params, [param]: to }, title };
      };
      all.update((windows) => reuse(windows, windows.map(renamed)));
    },
    become(id, params) {
      const window = all.get().find((window) => window.id === id);
      if (window) patch(id, { params, title: titleOf(window.page, params) });
    },
    askOf: (id) => asks.get(id),
    close(id) {
      this.closeWhere((window) => window.id === id);
    },
    closeWhere(which) {
      all.update((windows) => {
        const left = without(windows, which);
        if (left === windows) return windows;
        for (const id of asks.keys()) if (!left.some((window) => window.id === id)) asks.delete(id);
        return left.map((window) => ({ ...window, uncovered: (window.uncovered ?? 0) + 1 }));
      });
    },
  };
}

function isAbout({ params }: WindowState, others: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(params);
  return names.length === Object.keys(others).length && names.every((name) => params[name] === others[name]);
}
