/** A queue of items, a few of which are worked on at a time. */
export type InTurn<Item> = ReturnType<typeof inTurn<Item>>;

/** Runs `work` for each added item, for at most `atOnce` items at a time. Ignores errors after `end`. */
export function inTurn<Item>(
  atOnce: number,
  work: (item: Item, signal: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
) {
  const stop = new AbortController(), { signal } = stop;
  const left: Item[] = [];
  let workers = 0;

  async function next(): Promise<void> {
    for (let item = left.shift(); item !== undefined && !signal.aborted; item = left.shift()) {
      await work(item, signal);
    }
  }

  return {
    /** Adds items at the end of the queue. */
    add(items: readonly Item[]): void {
      for (const item of items) left.push(item);
      while (workers < atOnce && left.length > 0 && !signal.aborted) {
        workers++;
        next().catch((error) => {
          if (!signal.aborted) onError(error);
        }).finally(() => workers--);
      }
    },
    end: () => stop.abort(),
  };
}
