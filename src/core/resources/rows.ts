/**
 * A list that may be too long to hold, show or send as a whole: lines of a log, accounts, secrets, services,
 * rows of a query's result. The list lives outside of the state; a surface asks for the part in view.
 *
 * Rows have places from 0 on. A source may hold its rows in memory, read them from a file or fetch them from
 * a service. Callers bound `count`, so a source needs no limit of its own.
 */
export interface RowSource<Row> {
  /**
   * Returns at most `count` rows from place `from` on: fewer only at the end of the list, none beyond it. A
   * `count` of 0 asks only for the total. A failure that the user can do something about (no permission,
   * signed out) is returned; an exception is a fault of the program. Stops and may throw when `signal`
   * aborts, because nobody waits for the answer any more.
   */
  read(from: number, count: number, signal: AbortSignal): Promise<RowsRead<Row>> | RowsRead<Row>;
  /**
   * Calls `listener` after each change with the first place whose row may differ: 0 when any row may, the old
   * length when rows were only added. Returns the function that unsubscribes. Work that a source does only
   * while it is watched (polling, watching a file) ends with its last listener.
   */
  subscribe(listener: (from: number) => void): () => void;
}

/**
 * The result of reading a part of a list. `total` is the number of rows in the list; null while it is not
 * known. `unfinished` means that the list is still being loaded, so that other rows may arrive. `code` is
 * the kind of failure, one of `CloudErrorCode`, for callers that handle some of them.
 */
export type RowsRead<Row> =
  | {
    readonly ok: true;
    readonly rows: readonly Row[];
    readonly total: number | null;
    readonly unfinished?: true;
  }
  | { readonly ok: false; readonly error: string; readonly hint?: string; readonly code?: string };

/** A list in memory that never changes. */
export function fixedRows<Row>(rows: readonly Row[]): RowSource<Row> {
  return { read: (from, count) => slice(rows, from, count), subscribe: () => () => {} };
}

/** A list that is requested at each read. */
export function askedRows<Row>(ask: () => Promise<readonly Row[]>): RowSource<Row> {
  return { read: async (from, count) => slice(await ask(), from, count), subscribe: () => () => {} };
}

/** Returns the requested part of a list in memory. */
export function slice<Row>(
  rows: readonly Row[],
  from: number,
  count: number,
  unfinished = false,
): RowsRead<Row> {
  return {
    ok: true,
    rows: rows.slice(from, from + count),
    total: rows.length,
    ...(unfinished && { unfinished }),
  };
}

/**
 * A list that is derived from the state. `list` should be a `selector`, because another array means that the
 * list changed.
 */
export function stateRows<State, Row>(
  store: { get(): State; subscribe(listener: () => void): () => void },
  list: (state: State) => readonly Row[],
): RowSource<Row> {
  return {
    read: (from, count) => slice(list(store.get()), from, count),
    subscribe(listener) {
      let known = list(store.get());
      return store.subscribe(() => {
        const now = list(store.get());
        if (now === known) return;
        const same = now.findIndex((row, index) => row !== known[index]);
        known = now;
        listener(same < 0 ? now.length : same);
      });
    },
  };
}
