import type { AppState } from "../../../src/core/state/state.ts";
import { createStore, type Slice, type StateStore } from "../../../src/core/state/store.ts";

/** A store whose whole state a test may change, beside the writers of its parts. */
export interface TestStore extends StateStore {
  /** Replaces what `change` returns, part by part. */
  update(change: (state: AppState) => AppState): void;
}

/** Makes a store; a listener that throws fails the test. */
export function testStore(initial: AppState): TestStore {
  const store = createStore(initial, (error) => {
    throw error;
  });
  const keys = Object.keys(initial) as (keyof AppState)[];
  const slices = new Map<string, unknown>(keys.map((key) => [key, store.slice(key)]));
  const slice = <K extends keyof AppState>(key: K) => slices.get(key) as Slice<AppState[K]>;
  const set = <K extends keyof AppState>(key: K, state: AppState) => slice(key).update(() => state[key]);
  return {
    ...store,
    slice,
    update(change) {
      const next = change(store.get());
      for (const key of keys) set(key, next);
    },
  };
}
