import type { WindowState } from "../../core/state/state.ts";
import { askedAgo } from "./follow.ts";
import type { ToChild } from "./protocol.ts";

/** A window that was just shown takes so long, in ms, to get its place and the focus. */
const FRONT_MS = 150;

/** Which windows were told to show themselves: each when its page is ready, for a blank one swallows keys. */
interface Showing {
  /** Shows a window, whose page is ready. */
  show(id: string): void;
  /** A window was made, and waits for its page. */
  opened(id: string): void;
  /** The others are gone. */
  keepOnly(windows: readonly WindowState[]): void;
}

const timer = (then: () => void, ms: number) => Deno.unrefTimer(setTimeout(then, ms));

/** Makes it; `late` is in ms. */
export function createShowing({ windows, send, address, late, onError, after = timer }: {
  windows(): readonly WindowState[];
  send(message: ToChild): void;
  /** A fresh address of a window's page. */
  address(window: string): string;
  readonly late: number;
  onError(error: unknown): void;
  /** Another clock than the system's. */
  after?(then: () => void, ms: number): void;
}): Showing {
  /** The windows that are shown, and those of them whose page has not got ready. */
  const seen = new Set<string>(), blank = new Set<string>();

  function show(id: string, isBlank: boolean) {
    send({ type: "show", id, ...(isBlank && { blank: true }) });
    if (isBlank) blank.add(id);
    else blank.delete(id);
    if (seen.has(id)) return;
    seen.add(id);
    // A question that was opened after it may have been ready first: it comes to the front again.
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
    show: (id) => show(id, false),
    opened(id) {
      whenLate(() => {
        const window = windows().find((window) => window.id === id);
        if (!window || seen.has(id)) return;
        // A page that never gets ready is better seen than not.
        onError(new Error(`The page ${window.page} was not ready after ${late / 1000} s.`));
        show(id, true);
        // Only once: on a machine that is this slow every other try would end the one before.
        whenLate(() => blank.has(id) && send({ type: "load", id, url: address(id) }));
      });
    },
    keepOnly(left) {
      for (const id of seen) {
        if (left.some((window) => window.id === id)) continue;
        seen.delete(id);
        blank.delete(id);
      }
    },
  };
}
