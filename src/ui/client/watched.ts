import type { Watched } from "./client.ts";

/** A watched value with its setter; setting the same value calls no listener. */
export function watched<T>(initial: T): Watched<T> & { set(value: T): void } {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
