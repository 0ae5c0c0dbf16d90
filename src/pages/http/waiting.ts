import type { WindowState } from "../../core/state/state.ts";
import type { Store } from "../../core/state/store.ts";
import { type PageName, PAGES } from "../registry.ts";

/** Creates an empty list of pages prepared in advance, with the windows that they stand for. */
export function createWaiting(store: Store) {
  const all = new Map<string, { readonly unseen: WindowState; window: string | null }>();
  const inState = (id: string) => store.get().windows.find((window) => window.id === id);
  return {
    /** Returns the window of a new prepared page. */
    prepare(page: PageName): WindowState {
      const { title, width, height, frame } = PAGES[page];
      const id = crypto.randomUUID();
      const unseen = { id, page, params: {}, title, width, height, frame, raised: 0 };
      all.set(id, { unseen, window: null });
      return unseen;
    },
    /** Lets a prepared page stand for a window of the state; null makes it wait again. */
    stand(waiting: string, window: string | null): void {
      const one = all.get(waiting);
      if (one) one.window = window;
    },
    /** Returns the window that an id currently stands for: a window of the state, or that of a page that waits. */
    windowOf(id: string): WindowState | undefined {
      const one = all.get(id);
      if (!one) return inState(id);
      return (one.window === null ? undefined : inState(one.window)) ?? one.unseen;
    },
    ids: () => all.keys(),
  };
}
