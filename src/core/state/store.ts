import type { AppState } from "./state.ts";

/** Called after each change with the new state and the one before. */
type Listener = (state: AppState, before: AppState) => void;

/** The one state, for everybody who shows it or looks something up in it. Nobody changes it here. */
export interface Store {
  get(): AppState;
  /** Returns the function that ends the subscription. */
  subscribe(listener: Listener): () => void;
}

/** One part of the state, in the hands of the one module that writes it. */
export interface Slice<T> {
  get(): T;
  /** Replaces it by what `change` returns; returning the same changes nothing. Listeners hear of it at once. */
  update(change: (value: T) => T): void;
}

/** The store in the hands of who puts the application together. */
export interface StateStore extends Store {
  /** Gives a part of the state to its writer. Throws when it was given away before: each part has one. */
  slice<K extends keyof AppState>(key: K): Slice<AppState[K]>;
}

/** Makes a store. A listener that throws is reported to `onError` and does not stop the others. */
export function createStore(initial: AppState, onError: (error: unknown) => void): StateStore {
  let current = initial;
  const listeners = new Set<Listener>();
  const given = new Set<keyof AppState>();

  function replace(next: AppState): void {
    const before = current;
    current = next;
    for (const listener of [...listeners]) {
      try {
        listener(next, before);
      } catch (error) {
        onError(error);
      }
    }
  }

  return {
    get: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    slice(key) {
      if (given.has(key)) throw new Error(`"${key}" has a writer already`);
      given.add(key);
      return {
        get: () => current[key],
        update(change) {
          const value = change(current[key]);
          if (!Object.is(value, current[key])) replace({ ...current, [key]: value });
        },
      };
    },
  };
}
