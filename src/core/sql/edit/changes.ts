/** A value of a cell; null is NULL. */
export type CellValue = string | null;

/** The change of one row. */
export interface RowChange {
  /** Number of the row in the result, from 0; below 0 for an added row. */
  readonly rowNumber: number;
  readonly kind: "change" | "add" | "remove";
  /** Values of the row as it was read, by column index, for the comparison and the key. Empty for an added row. */
  readonly before: ReadonlyMap<number, CellValue>;
  /**
   * New values by the column's index in the result. A missing column keeps its value, or takes the server's
   * default.
   */
  readonly values: ReadonlyMap<number, CellValue>;
}

/** Maximum steps that can be undone. */
const MAX_STEPS = 500;

/** A step that is being made. */
interface Draft {
  /** Sets cells of a row. `before` is the row as it was read. */
  set(rowNumber: number, before: RowChange["before"], values: Iterable<readonly [number, CellValue]>): void;
  /** Resets a cell: an added row takes the server's default, another row the value it had. */
  unset(rowNumber: number, column: number): void;
  add(rowNumber: number, values: Iterable<readonly [number, CellValue]>): void;
  /** Marks a row for removal; an added row is dropped. */
  remove(rowNumber: number, before: RowChange["before"]): void;
  /** Drops the changes of a row. */
  restore(rowNumber: number): void;
}

/**
 * Returns the unwritten changes of a result, without any yet. They are in the order in which their rows were
 * first touched.
 */
export function createChanges() {
  let rows: readonly RowChange[] = [];
  let past: (readonly RowChange[])[] = [];
  let future: (readonly RowChange[])[] = [];
  let added = 0;
  const of = (rowNumber: number) => rows.find((row) => row.rowNumber === rowNumber);
  const put = (next: RowChange) => {
    rows = of(next.rowNumber)
      ? rows.map((row) => row.rowNumber === next.rowNumber ? next : row)
      : [...rows, next];
  };
  const drop = (rowNumber: number) => void (rows = rows.filter((row) => row.rowNumber !== rowNumber));
  const draft: Draft = {
    set(rowNumber, before, values) {
      const known = of(rowNumber);
      if (known?.kind === "remove") return;
      const next = new Map(known?.values);
      const was = new Map([...before, ...known?.before ?? []]);
      for (const [column, value] of values) {
        // A value that was set back is not a change.
        if (rowNumber >= 0 && was.get(column) === value) next.delete(column);
        else next.set(column, value);
      }
      if (rowNumber >= 0 && next.size === 0) drop(rowNumber);
      else put({ rowNumber, kind: rowNumber < 0 ? "add" : "change", before: was, values: next });
    },
    unset(rowNumber, column) {
      const known = of(rowNumber);
      if (!known || known.kind === "remove") return;
      const next = new Map(known.values);
      next.delete(column);
      if (rowNumber >= 0 && next.size === 0) drop(rowNumber);
      else put({ ...known, values: next });
    },
    add: (rowNumber, values) => put({ rowNumber, kind: "add", before: new Map(), values: new Map(values) }),
    remove(rowNumber, before) {
      if (rowNumber < 0) return drop(rowNumber);
      const was = new Map([...before, ...of(rowNumber)?.before ?? []]);
      put({ rowNumber, kind: "remove", before: was, values: new Map() });
    },
    restore: drop,
  };
  return {
    get rows() {
      return rows;
    },
    get canUndo() {
      return past.length > 0;
    },
    get canRedo() {
      return future.length > 0;
    },
    of,
    /** Makes everything that `work` does one step. */
    step(work: (draft: Draft) => void) {
      const before = rows;
      work(draft);
      if (rows === before) return;
      past = [...past, before].slice(-MAX_STEPS);
      future = [];
    },
    undo() {
      const before = past.at(-1);
      if (!before) return;
      past = past.slice(0, -1);
      future = [...future, rows];
      rows = before;
    },
    redo() {
      const next = future.at(-1);
      if (!next) return;
      future = future.slice(0, -1);
      past = [...past, rows];
      rows = next;
    },
    /**
     * Sets what a row was read as, after it was read again. Null: the row is gone, and its change is dropped.
     * Earlier steps can no longer be undone.
     */
    rebase(rowNumber: number, texts: ReadonlyMap<number, CellValue> | null) {
      [past, future] = [[], []];
      const known = of(rowNumber);
      if (!known) return;
      if (texts === null) return drop(rowNumber);
      put({
        ...known,
        before: new Map([...known.before].map(([at]) => [at, texts.get(at) ?? null] as const)),
      });
    },
    /** Drops all changes and steps. */
    clear() {
      [rows, past, future] = [[], [], []];
    },
    /** Returns the number for another added row. */
    next: () => -(++added),
  };
}
