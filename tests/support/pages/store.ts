// Replaces the application's store: it is the same store, but a test may write every part of it.
import type { AppState } from "../../../src/core/state/state.ts";
import {
  createStore,
  handOut,
  type Slice,
  type StateStore,
  type Writing,
} from "../../../src/core/state/store.ts";

/** A store whose complete state a test may change; it can replace the store of any feature. */
export interface TestStore extends StateStore, Writing<keyof AppState> {
  slice<K extends keyof AppState>(key: K): Slice<AppState[K]>;
  /** Writes each part of the state that `change` returns changed. */
  update(change: (state: AppState) => AppState): void;
}

/** Creates a store. A listener that throws fails the test. */
export function testStore(initial: AppState, onError?: (error: unknown) => void): TestStore {
  const keys = Object.keys(initial) as (keyof AppState)[];
  const store = createStore(
    initial,
    onError ?? ((error) => {
      throw error;
    }),
  ).writing(...keys);
  const set = <K extends keyof AppState>(key: K, state: AppState) =>
    store.slices[key].update(() => state[key]);
  return {
    ...store,
    writing: handOut(store),
    slice: (key) => store.slices[key],
    update(change) {
      const next = change(store.get());
      for (const key of keys) set(key, next);
    },
  };
}
