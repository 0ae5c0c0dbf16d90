/**
 * A list that may be too long to be held, shown or sent whole: the lines of a log, accounts, secrets, services, rows of a
 * query's result. It lives outside of the state; whoever shows it asks for the part in view.
 *
 * A row has its place from 0 on. A source may have its rows at hand, read them from a file or fetch them from a service:
 * it answers when it has them, and keeps what it likes. It needs no limit of its own on how much is asked: that is checked
 * at the door.
 */
export interface RowSource<Row> {
  /**
   * At most `count` rows from place `from` on: fewer only at the end of the list, none beyond it. With `count` 0 only the
   * total is asked for. What a user can do something about (no permission, signed out) is an answer; a throw is a fault
   * of the program. Stops and may throw when `signal` aborts: nobody waits for the answer any more.
   */
  read(from: number, count: number, signal: AbortSignal): Promise<RowsRead<Row>> | RowsRead<Row>;
  /**
   * Calls `listener` after each change with the first place at which a row may differ from before: 0 when anything may,
   * the old length when rows were only added. Rows before it are as they were. Returns the function that ends it; what a
   * source does only while it is watched (polling, watching a file) ends with its last listener.
   */
  subscribe(listener: (from: number) => void): () => void;
}

/**
 * The result of reading a part of a list. `total` is how many rows the list has now; null while it is not known.
 * `trouble` is what kind of failure it is, for who goes on differently: one of `CloudTrouble`.
 */
export type RowsRead<Row> =
  | { readonly ok: true; readonly rows: readonly Row[]; readonly total: number | null }
  | { readonly ok: false; readonly error: string; readonly hint?: string; readonly trouble?: string };

/** A list at hand that never changes. */
export function fixedRows<Row>(rows: readonly Row[]): RowSource<Row> {
  return { read: (from, count) => slice(rows, from, count), subscribe: () => () => {} };
}

/** A list that is asked for each time that it is read. */
export function askedRows<Row>(ask: () => Promise<readonly Row[]>): RowSource<Row> {
  return { read: async (from, count) => slice(await ask(), from, count), subscribe: () => () => {} };
}

/** The part of a list at hand that was asked for. */
export function slice<Row>(rows: readonly Row[], from: number, count: number): RowsRead<Row> {
  return { ok: true, rows: rows.slice(from, from + count), total: rows.length };
}

/**
 * A list that is derived from the state. `list` should be a `selector`: the list has changed when it gives another
 * object than before.
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
