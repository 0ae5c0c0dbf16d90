// Stands for the store of the application: the same one, and a test may write every part of it beside its writers.
import type { AppState } from "../../../src/core/state/state.ts";
import {
  createStore,
  handOut,
  type Slice,
  type StateStore,
  type Writing,
} from "../../../src/core/state/store.ts";

/** A store whose whole state a test may change; it can stand in for the store of any one feature. */
export interface TestStore extends StateStore, Writing<keyof AppState> {
  slice<K extends keyof AppState>(key: K): Slice<AppState[K]>;
  /** Replaces what `change` returns, part by part. */
  update(change: (state: AppState) => AppState): void;
}

/** Makes a store; a listener that throws fails the test. */
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
