import { patched, without } from "../state/list.ts";
import type { AppState, WindowState } from "../state/state.ts";
import { reuse } from "../state/selector.ts";
import { readSizes, type WindowSize } from "../state/sizes.ts";
import type { Writing } from "../state/store.ts";
import { oneLine } from "../text/outside.ts";
import { type Ask, currentAsk, wantedBy } from "./asks.ts";

/** Maximum characters of a window's title. */
const MAX_TITLE_LENGTH = 200;

/** Returns a title, which contains names from outside, cut and cleaned of line breaks. */
const shownTitle = (title: string) => oneLine(title, { longest: MAX_TITLE_LENGTH });

/** Traits of a page's windows; sizes in CSS pixels. */
export interface PageTraits {
  readonly title: string;
  /** Returns the title of a window whose subject has a name; undefined or absent for {@link title}. */
  readonly titleOf?: (state: AppState, params: Readonly<Record<string, string>>) => string | undefined;
  readonly width: number;
  readonly height: number;
  /**
   * Whether one window shows the page, whatever the parameters. Otherwise there is one window for each set of
   * parameters, or for each value of the parameter named here.
   */
  readonly single: boolean | "account";
  /** Whether windows keep the size that the user gives them. Other windows fit their content. */
  readonly resizable: boolean;
  /** False for a window without a title bar. */
  readonly frame: boolean;
}

/** The pages that windows can show, by name. */
export type PageTable = Readonly<Record<string, PageTraits>>;

/** Title and size of a new window that differ from those of its page. */
interface WindowLooks {
  readonly title?: string;
  readonly width?: number;
  readonly height?: number;
}

/** The open windows, as a list in the state that surfaces follow. */
export type Windows = ReturnType<typeof createWindows>;

/** Makes the list of windows for these pages. */
export function createWindows(
  store: Writing<"windows" | "sizes">,
  pages: PageTable,
  now: () => number = Date.now,
) {
  const all = store.slices.windows, sizes = store.slices.sizes;
  const find = (id: string) => all.get().find((window) => window.id === id);
  const patch = (id: string, change: Partial<WindowState>) =>
    all.update((windows) => patched(windows, id, change));
  /** Changes windows; a change that gives an equal window changes nothing. */
  const edit = (change: (window: WindowState) => WindowState) =>
    all.update((windows) => reuse(windows, windows.map(change)));
  const asks = new Map<string, Ask | undefined>();
  /** Raises an open window. Without a press of the user it only calls for attention. */
  function raise({ id, raised }: WindowState, change: Partial<WindowState>) {
    asks.set(id, currentAsk());
    const wanted = wantedBy(now());
    edit((window) => {
      if (window.id !== id) return window;
      const { asked: _before, follows: _former, ...rest } = window;
      return { ...rest, ...change, raised: raised + 1, ...wanted };
    });
  }
  const asksFirst = (id: string) => {
    const window = find(id);
    if (window?.unsaved !== "entered") return false;
    // The window may be minimised or covered by others.
    raise(window, { unsaved: "asked" });
    return true;
  };
  const titleOf = (page: string, params: Readonly<Record<string, string>>, title?: string) =>
    shownTitle(title ?? pages[page]!.titleOf?.(store.get(), params) ?? pages[page]!.title);
  const isResizable = (page: string) => Object.hasOwn(pages, page) && pages[page]!.resizable;
  return {
    /**
     * Opens the page, or raises its window for the same parameters. Returns the window's ID. Throws when there
     * is no page of that name.
     */
    open(page: string, params: Readonly<Record<string, string>> = {}, looks: WindowLooks = {}) {
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
      const window: WindowState = {
        id: crypto.randomUUID(),
        page,
        params,
        raised: 1,
        frame,
        ...size,
        ...looks,
        ...wantedBy(now()),
        title: titleOf(page, params, looks.title),
      };
      asks.set(window.id, currentAsk());
      all.update((windows) => [...windows, window]);
      return window.id;
    },
    resize(id: string, height: number) {
      patch(id, { height: Math.min(Math.max(Math.round(height), 80), 1200) });
    },
    /** Restores saved sizes. Invalid sizes and sizes of pages without one are left out. */
    restoreSizes(saved: unknown) {
      sizes.update((since) => ({ ...readSizes(saved, isResizable), ...since }));
    },
    /** Saves the size that the user gave a window, for the next window of its page. */
    remember(id: string, size: WindowSize) {
      const page = find(id)?.page;
      if (!page) return;
      // Parsed like a saved size: an invalid size is ignored.
      const sized = readSizes({ [page]: size }, isResizable)[page];
      if (!sized) return;
      sizes.update((before) => ({ ...before, [page]: sized }));
      patch(id, { sized });
    },
    /** Marks whether closing a window would lose the user's input. */
    markUnsaved(id: string, unsaved: boolean) {
      if (unsaved) return patch(id, { unsaved: "entered" });
      edit((window) => {
        const { unsaved: _unsaved, ...rest } = window;
        return window.id === id ? rest : window;
      });
    },
    /** Whether a window stays open although the user closed it, because its page asks once about unsaved input. */
    asksFirst,
    /** Does the same for all windows when the user quits; returns true when one of them stays open. */
    allAskFirst: () => all.get().filter(({ id }) => asksFirst(id)).length > 0,
    /** Updates the title of a page's window when the name of its subject is known or has changed. */
    retitle(page: string, params: Readonly<Record<string, string>>) {
      const open = all.get().find((window) => window.page === page && isAbout(window, params));
      if (open) patch(open.id, { title: titleOf(page, params) });
    },
    /** Sets the region that a window about an account shows, also in its title. */
    setRegion(id: string, region: string) {
      edit((window) => {
        if (window.id !== id || window.params.region === region) return window;
        const params = { ...window.params, region };
        return { ...window, params, title: titleOf(window.page, params) };
      });
    },
    /** Renames the subject of a page's windows. `param` is the parameter that names it. */
    rename(page: string, param: string, from: string, to: string) {
      edit((window) => {
        if (window.page !== page || window.params[param] !== from) return window;
        const params = { ...window.params, [param]: to };
        return { ...window, params, title: titleOf(page, params) };
      });
    },
    /**
     * Gives a window other parameters when its subject exists now: the form of a new server becomes that
     * server's form.
     */
    become(id: string, params: Readonly<Record<string, string>>) {
      const window = find(id);
      if (window) patch(id, { params, title: titleOf(window.page, params) });
    },
    /**
     * Returns the press that last opened or raised a window. Commands that its page sends without a press
     * follow from it.
     */
    askOf: (id: string) => asks.get(id),
    close(id: string) {
      this.closeWhere((window) => window.id === id);
    },
    /** Closes every window for which `which` returns true. */
    closeWhere(which: (window: WindowState) => boolean) {
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
