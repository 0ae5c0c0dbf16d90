/** A value of a cell; null is NULL. */
export type CellValue = string | null;

/** What is to become of one row. */
export interface RowChange {
  /** The row's number in the result, from 0; rows that are added have numbers below 0. */
  readonly rowNumber: number;
  readonly kind: "change" | "add" | "remove";
  /** The row as it was read: what is compared and what its key is. None of a row that is added. */
  readonly before: ReadonlyMap<number, CellValue>;
  /** New values by the column's index in the result. What is not there stays, or is the server's default. */
  readonly values: ReadonlyMap<number, CellValue>;
}

/** Steps back that are kept. */
const MOST_STEPS = 500;

/** Changes of a result that are not written, in the order in which their rows were touched first. */
interface Changes {
  readonly rows: readonly RowChange[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  of(rowNumber: number): RowChange | undefined;
  /** Makes a step of what `work` does. */
  step(work: (draft: Draft) => void): void;
  undo(): void;
  redo(): void;
  /** A row was read anew: it is changed from there on, or not any more where it is gone. There is no way back behind that. */
  rebase(rowNumber: number, texts: ReadonlyMap<number, CellValue> | null): void;
  /** Nothing is left, nor can be gone back to. */
  clear(): void;
  /** A number for one more row. */
  next(): number;
}

/** A step while it is made. */
interface Draft {
  /** Sets cells of a row, beginning with how it was read. */
  set(rowNumber: number, before: RowChange["before"], values: Iterable<readonly [number, CellValue]>): void;
  /** A row that was added takes the server's default there; another what it was. */
  unset(rowNumber: number, column: number): void;
  add(rowNumber: number, values: Iterable<readonly [number, CellValue]>): void;
  /** One that was added goes. */
  remove(rowNumber: number, before: RowChange["before"]): void;
  /** As it was read. */
  restore(rowNumber: number): void;
}

/** Makes the changes of a result, without any yet. */
export function createChanges(): Changes {
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
        // A value that was set back is no change.
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
      if (rowNumber < 0) drop(rowNumber);
      else {put({
          rowNumber,
          kind: "remove",
          before: new Map([...before, ...of(rowNumber)?.before ?? []]),
          values: new Map(),
        });}
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
    step(work) {
      const before = rows;
      work(draft);
      if (rows === before) return;
      past = [...past, before].slice(-MOST_STEPS);
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
    rebase(rowNumber, texts) {
      [past, future] = [[], []];
      const known = of(rowNumber);
      if (!known) return;
      if (texts === null) return drop(rowNumber);
      put({
        ...known,
        before: new Map([...known.before].map(([at]) => [at, texts.get(at) ?? null] as const)),
      });
    },
    clear() {
      [rows, past, future] = [[], [], []];
    },
    next: () => -(++added),
  };
}
