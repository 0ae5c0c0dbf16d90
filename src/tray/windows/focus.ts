import type { ToChild } from "./protocol.ts";

/** Callers that wait until a window has the keyboard focus. */
interface FocusWaits {
  /** Resolves when the window has the focus, will not get it, or has gone. */
  until(window: string): Promise<void>;
  /** The windows' process reported that the window has the focus or will not get it. */
  came(window: string): void;
  /** Asks the windows' process about each window that a caller waits for, once per window. */
  ask(): void;
  /** The windows' process has ended, so the next process is asked again. */
  forget(): void;
  /** Ends the waits for all other windows, which have gone. */
  keepOnly(windows: readonly { readonly id: string }[]): void;
}

/** Creates an empty list of waits; `send` sends to the current windows' process. */
export function createFocusWaits(send: (message: ToChild) => void): FocusWaits {
  const waits = new Map<string, { readonly done: PromiseWithResolvers<void>; asked: boolean }>();

  function end(window: string) {
    waits.get(window)?.done.resolve();
    waits.delete(window);
  }

  return {
    until(window) {
      const wait = waits.get(window) ?? { done: Promise.withResolvers<void>(), asked: false };
      waits.set(window, wait);
      return wait.done.promise;
    },
    came: end,
    ask() {
      for (const [id, wait] of waits) {
        if (wait.asked) continue;
        wait.asked = true;
        send({ type: "focus", id });
      }
    },
    forget() {
      for (const wait of waits.values()) wait.asked = false;
    },
    keepOnly(windows) {
      for (const id of [...waits.keys()]) if (!windows.some((window) => window.id === id)) end(id);
    },
  };
}
