/** Makes a list of listeners. A listener may end its subscription while all are called. */
export function createListeners() {
  const all = new Set<() => void>();
  return {
    /** Adds a listener; returns the function that removes it. */
    subscribe(listener: () => void): () => void {
      all.add(listener);
      return () => all.delete(listener);
    },
    tell() {
      for (const listener of [...all]) listener();
    },
  };
}
