import { useRef, useState } from "preact/hooks";
import type { GridColumn } from "./formats.ts";
import type { CellPosition, Selection } from "./selection.ts";
import type { ShownRows } from "./pages_cache.ts";

/** The parts of a grid that adding rows needs. */
interface AddingParts {
  readonly parts: () => {
    readonly columns: readonly GridColumn[];
    readonly rows: ShownRows;
    readonly selection: Selection;
    readonly onSelect: (selection: Selection) => void;
  };
  /** Whether the editor of a cell is open. */
  readonly isEditing: () => boolean;
  /** Returns why columns cannot be edited, by their index; undefined before it is known. */
  readonly fixed: () => Readonly<Record<number, string>> | undefined;
  /**
   * Adds an empty row, or copies of the rows with the numbers in `like`. Returns the number of the first one
   * (below 0); undefined when they were refused, which is shown already.
   */
  readonly send: (like: Promise<readonly number[]> | undefined) => Promise<number | undefined>;
  /** Called when the rows from the index `from` on were refused; `at` is selected again. */
  readonly onRefused: (from: number, at: CellPosition) => void;
}

/**
 * Returns the rows that the user adds. They are shown and selected at once, also before it is known whether
 * the table takes rows, so that nothing that is typed meanwhile goes to another row.
 */
export function useAddedRows({ parts, isEditing, fixed, send, onRefused }: AddingParts) {
  const [coming, setComing] = useState(0);
  /** As `coming`, but newer than the rendered one. */
  const now = useRef(0);
  const before = useRef<Selection | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const numbers = useRef(new Map<number, number | undefined>());
  const change = (by: number) => setComing(now.current += by);

  /** Selects the first cell of a row that can be edited, as far as is known, and returns its column. */
  function pick(row: number): number {
    const { columns, onSelect } = parts();
    const column = Math.max(0, columns.findIndex((_, column) => fixed()?.[column] === undefined));
    onSelect({ anchor: { row, column }, head: { row, column } });
    return column;
  }

  async function add(some: number, like: Promise<readonly number[]> | undefined): Promise<void> {
    const { rows, selection } = parts();
    if (now.current === 0) {
      before.current = selection;
      numbers.current.clear();
    }
    const first = rows.count + now.current;
    const sent = send(like);
    for (let at = 0; at < some; at++) numbers.current.set(first + at, undefined);
    change(some);
    const picked = pick(first);
    const rowNumber = await sent;
    change(-some);
    const { head } = parts().selection;
    if (rowNumber !== undefined) {
      for (let at = 0; at < some; at++) numbers.current.set(first + at, rowNumber - at);
      if (head.row === first && head.column === picked && !isEditing()) pick(first);
    } else {
      for (let at = 0; at < some; at++) numbers.current.delete(first + at);
      onRefused(first, before.current!.head);
      if (head.row >= first) parts().onSelect(before.current!);
    }
  }

  return {
    /** Number of rows that are being added and are shown already. */
    coming,
    /** Whether the row with this index in the grid was added. */
    has: (row: number) => numbers.current.has(row),
    /** Returns the number of an added row by its index; undefined before Kedge has answered, and when it refused. */
    rowNumber: (row: number) => numbers.current.get(row),
    /** Settles once no row is being added. */
    settled: () => last.current,
    /** Adds rows and selects the first of them before they arrive. */
    add(some: number, like?: Promise<readonly number[]>): Promise<void> {
      const done = add(some, like);
      last.current = done;
      return done;
    },
  };
}
