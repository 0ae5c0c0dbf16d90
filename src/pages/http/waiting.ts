import type { WindowState } from "../../core/state/state.ts";
import type { Store } from "../../core/state/store.ts";
import { type PageName, PAGES } from "../registry.ts";

/** Pages that wait for their turn, and the windows of the state. */
interface Waiting {
  /** A new waiting page. */
  prepare(page: PageName): WindowState;
  /** Lets a waiting page stand for a window of the state; with null it waits. */
  stand(waiting: string, window: string | null): void;
  /** The window that an id means now: one of the state, or one that nobody sees. */
  windowOf(id: string): WindowState | undefined;
  ids(): Iterable<string>;
}

/** Makes an empty list of pages that wait. */
export function createWaiting(store: Store): Waiting {
  const all = new Map<string, { readonly unseen: WindowState; window: string | null }>();
  const inState = (id: string) => store.get().windows.find((window) => window.id === id);
  return {
    prepare(page) {
      const { title, width, height, frame } = PAGES[page];
      const id = crypto.randomUUID();
      const unseen = { id, page, params: {}, title, width, height, frame, raised: 0 };
      all.set(id, { unseen, window: null });
      return unseen;
    },
    stand(waiting, window) {
      const one = all.get(waiting);
      if (one) one.window = window;
    },
    windowOf(id) {
      const one = all.get(id);
      if (!one) return inState(id);
      return (one.window === null ? undefined : inState(one.window)) ?? one.unseen;
    },
    ids: () => all.keys(),
  };
}
