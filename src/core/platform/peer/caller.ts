/** How a system other than Linux identifies the process that calls. */
export interface CallerTables {
  /**
   * Returns the process whose connection leads from one port to the other, both of 127.0.0.1; null when none
   * is found.
   */
  holder(from: number, to: number): Promise<number | null>;
  /** Returns the parent of each process. */
  parents(): Promise<ReadonlyMap<number, number>>;
}

/** Returns whether a process is one of `roots` or descends from one, as far as its ancestors are still running. */
export function descends(
  pid: number,
  roots: ReadonlySet<number>,
  parents: ReadonlyMap<number, number>,
): boolean {
  const seen = new Set<number>();
  // A reused process id can lead in a circle.
  for (let at: number | undefined = pid; at !== undefined && !seen.has(at); at = parents.get(at)) {
    if (roots.has(at)) return true;
    seen.add(at);
  }
  return false;
}
