/** How a system other than Linux tells which process calls. */
export interface CallerTables {
  /** The process whose connection leads from that port to that one, both of 127.0.0.1; null where none is found. */
  holder(from: number, to: number): Promise<number | null>;
  /** The parent of each process. */
  parents(): Promise<ReadonlyMap<number, number>>;
}

/** Whether a process is one of `roots` or descends from one, as far as its parents still live. */
export function descends(
  pid: number,
  roots: ReadonlySet<number>,
  parents: ReadonlyMap<number, number>,
): boolean {
  const seen = new Set<number>();
  // A number that was given again can lead in a circle.
  for (let at: number | undefined = pid; at !== undefined && !seen.has(at); at = parents.get(at)) {
    if (roots.has(at)) return true;
    seen.add(at);
  }
  return false;
}
