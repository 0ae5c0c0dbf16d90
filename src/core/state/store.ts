import type { AppState } from "./state.ts";

/** Called after each change with the new and the previous state. */
type Listener = (state: AppState, before: AppState) => void;

/** The one state, read-only, for everything that shows or reads it. */
export interface Store {
  get(): AppState;
  /** Returns the function that ends the subscription. */
  subscribe(listener: Listener): () => void;
}

/** One part of the state, for the one module that writes it. */
export interface Slice<T> {
  get(): T;
  /**
   * Replaces the part by the result of `change`; returning the same object changes nothing. Listeners are
   * called at once.
   */
  update(change: (value: T) => T): void;
}

/** The parts of the state with those names, for writing. */
type Slices<K extends keyof AppState> = { readonly [P in K]: Slice<AppState[P]> };

/** The store for a feature, which reads everything and writes the named parts. */
export interface Writing<K extends keyof AppState> extends Store {
  readonly slices: Slices<K>;
}

/** The store for the code that puts the application together. */
export interface StateStore extends Store {
  /**
   * Returns parts of the state for their writer. Throws when one was given before, because each part has one
   * writer.
   */
  writing<K extends keyof AppState>(...keys: readonly K[]): Writing<K>;
}

/** Returns a function that gives out each part of a store once. */
export function handOut({ slices, ...store }: Writing<keyof AppState>): StateStore["writing"] {
  const given = new Set<keyof AppState>();
  return <K extends keyof AppState>(...keys: readonly K[]) => {
    for (const key of keys) {
      if (given.has(key)) throw new Error(`"${key}" has a writer already`);
      given.add(key);
    }
    return { ...store, slices: Object.fromEntries(keys.map((key) => [key, slices[key]])) as Slices<K> };
  };
}

/** Returns a store. A listener that throws is reported to `onError` and does not stop the others. */
export function createStore(initial: AppState, onError: (error: unknown) => void): StateStore {
  let current = initial;
  const listeners = new Set<Listener>();

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

  const store: Store = {
    get: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const sliceOf = <K extends keyof AppState>(key: K): Slice<AppState[K]> => ({
    get: () => current[key],
    update(change) {
      const value = change(current[key]);
      if (!Object.is(value, current[key])) replace({ ...current, [key]: value });
    },
  });
  const keys = Object.keys(initial) as (keyof AppState)[];
  const slices = Object.fromEntries(keys.map((key) => [key, sliceOf(key)])) as Slices<keyof AppState>;
  return { ...store, writing: handOut({ ...store, slices }) };
}
