import type { AppState } from "./state.ts";

/** Called after each change with the new state and the one before. */
export type Listener = (state: AppState, before: AppState) => void;

/** Holds the one state. Changes are synchronous; listeners hear of them once, after the change. */
export interface Store {
  get(): AppState;
  /** Replaces the state by what `change` returns; returning the same object changes nothing. */
  update(change: (state: AppState) => AppState): void;
  /** Returns the function that ends the subscription. */
  subscribe(listener: Listener): () => void;
}

/** Makes a store. A listener that throws is reported to `onError` and does not stop the others. */
export function createStore(initial: AppState, onError: (error: unknown) => void): Store {
  let current = initial;
  const listeners = new Set<Listener>();
  return {
    get: () => current,
    update(change) {
      const before = current;
      current = change(before);
      if (current === before) return;
      for (const listener of [...listeners]) {
        try {
          listener(current, before);
        } catch (error) {
          onError(error);
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
