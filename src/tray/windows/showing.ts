import type { WindowState } from "../../core/state/state.ts";
import { askedAgo } from "./follow.ts";
import type { ToChild } from "./protocol.ts";

/** How long a window that was just shown may take to get its position and the focus, in ms. */
const FRONT_MS = 150;

const timer = (then: () => void, ms: number) => Deno.unrefTimer(setTimeout(then, ms));

/**
 * Shows each window when its page is ready, because an empty window would lose the keys that the user types.
 * `late` is the time in ms after which a window is shown even if its page is not ready.
 */
export function createShowing({ windows, send, address, late, onError, after = timer }: {
  windows(): readonly WindowState[];
  send(message: ToChild): void;
  /** Returns a new address of a window's page. */
  address(window: string): string;
  readonly late: number;
  /** Called with a text: a page that is late is no fault of the program's code. */
  onError(error: string): void;
  /** Replaces the system's timer. */
  after?(then: () => void, ms: number): void;
}) {
  /** IDs of the windows that are shown, and of those whose page is not ready. */
  const seen = new Set<string>(), blank = new Set<string>();

  function show(id: string, isBlank: boolean) {
    send({ type: "show", id, ...(isBlank && { blank: true }) });
    if (isBlank) blank.add(id);
    else blank.delete(id);
    if (seen.has(id)) return;
    seen.add(id);
    // A dialog that opened after this window may have been ready first, and comes to the front again.
    const at = windows().findIndex((window) => window.id === id);
    if (windows()[at]?.page === "dialog") return;
    const later = windows().slice(at + 1).filter(({ id, page, asked }) =>
      asked && page === "dialog" && seen.has(id)
    );
    const raise = () =>
      later.forEach((window) =>
        seen.has(window.id) && send({ type: "raise", id: window.id, ...askedAgo(window, Date.now()) })
      );
    after(raise, FRONT_MS);
  }

  const whenLate = (then: () => void) => after(then, late);

  return {
    /** Shows a window whose page is ready. */
    show: (id: string) => show(id, false),
    /** A window was created and waits for its page. */
    opened(id: string) {
      whenLate(() => {
        const window = windows().find((window) => window.id === id);
        if (!window || seen.has(id)) return;
        // An empty window is better than none.
        onError(`The page ${window.page} was not ready after ${late / 1000} s.`);
        show(id, true);
        // The page is loaded again only once, because on such a slow machine every attempt would end the
        // previous one.
        whenLate(() => blank.has(id) && send({ type: "load", id, url: address(id) }));
      });
    },
    /** Forgets all other windows, which have gone. */
    keepOnly(left: readonly WindowState[]) {
      for (const id of seen) {
        if (left.some((window) => window.id === id)) continue;
        seen.delete(id);
        blank.delete(id);
      }
    },
  };
}
