import type { ToChild } from "./protocol.ts";

/**
 * Creates an empty list of callers that wait until a window has the keyboard focus. `send` sends to the
 * current windows' process.
 */
export function createFocusWaits(send: (message: ToChild) => void) {
  const waits = new Map<string, { readonly done: PromiseWithResolvers<void>; asked: boolean }>();

  function end(window: string) {
    waits.get(window)?.done.resolve();
    waits.delete(window);
  }

  return {
    /** Resolves when the window has the focus, will not get it, or has gone. */
    until(window: string) {
      const wait = waits.get(window) ?? { done: Promise.withResolvers<void>(), asked: false };
      waits.set(window, wait);
      return wait.done.promise;
    },
    /** The windows' process reported that the window has the focus or will not get it. */
    came: end,
    /** Asks the windows' process about each window that a caller waits for, once per window. */
    ask() {
      for (const [id, wait] of waits) {
        if (wait.asked) continue;
        wait.asked = true;
        send({ type: "focus", id });
      }
    },
    /** The windows' process has ended, so the next process is asked again. */
    forget() {
      for (const wait of waits.values()) wait.asked = false;
    },
    /** Ends the waits for all other windows, which have gone. */
    keepOnly(windows: readonly { readonly id: string }[]) {
      for (const id of [...waits.keys()]) if (!windows.some((window) => window.id === id)) end(id);
    },
  };
}
