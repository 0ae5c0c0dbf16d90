/** What is done for one after the other, a few at a time. */
export interface InTurn<Item> {
  /** These come behind all others. */
  add(items: readonly Item[]): void;
  end(): void;
}

/** Begins: `work` for each of what is added, for `atOnce` of them at a time. What it throws once it was ended is no error. */
export function inTurn<Item>(
  atOnce: number,
  work: (item: Item, signal: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): InTurn<Item> {
  const stop = new AbortController(), { signal } = stop;
  const left: Item[] = [];
  let workers = 0;

  async function next(): Promise<void> {
    for (let item = left.shift(); item !== undefined && !signal.aborted; item = left.shift()) {
      await work(item, signal);
    }
  }

  return {
    add(items) {
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
