import type { ToChild } from "./protocol.ts";

/** Callers that wait until a window has the keyboard's focus. */
interface FocusWaits {
  /** Resolves when it has the focus, will not get it, or has gone. */
  until(window: string): Promise<void>;
  /** Its process says that it has the focus, or will not get it. */
  came(window: string): void;
  /** Asks a process that has the windows, once about each of them. */
  ask(): void;
  /** That process has gone: the next one is asked anew. */
  forget(): void;
  /** The other windows are gone, and so are the waits for them. */
  keepOnly(windows: readonly { readonly id: string }[]): void;
}

/** Makes the list of those who wait; `send` is for the windows' process of the moment. */
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
