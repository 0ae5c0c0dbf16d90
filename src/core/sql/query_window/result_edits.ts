import type { EditsState } from "../../state/query_window.ts";
import { driverRow } from "../driver/rows.ts";
import { type CellValue, createChanges, type RowChange } from "../edit/changes.ts";
import type { Editable } from "../edit/editable.ts";
import { asShown } from "../edit/value_fault.ts";
import type { EditProblem, ReadRow } from "../edit/run.ts";
import type { Engine } from "../engines/mod.ts";
import { cellFault, type NewCell, type PastedRows, rowReader } from "./edit_cells.ts";
import type { ResultEntry } from "./entry.ts";
import { aboutOf, problemState } from "./edits_state.ts";
import { type CommandResult, DONE, refusal } from "../../result.ts";

/** Maximum rows of a result that can be changed at a time. */
const MAX_ROWS = 1000;

/** The changes of one result that are not written yet. */
export type ResultEdits = ReturnType<typeof createResultEdits>;

/** What is said when columns that are computed, or of other tables, may no longer be right. */
const PART = "not all of it is shown here: run the statement again.";

/** Types of MySQL of whose values the server shows less than it has. */
const ROUNDED = /^float\b/;

const WAITS = refusal("These changes wait for Commit.", "Commit them or roll them back first.");

/** Returns the changes of a result, without any yet. */
export function createResultEdits(entry: ResultEntry, editable: Editable, engine: Engine) {
  const { key, columns } = editable;
  const changes = createChanges();
  const gone = new Set<number>();
  let problems: readonly EditProblem[] = [];
  let status: EditsState["status"] = "open";
  let message: string | undefined;
  let version = 0;
  const count = (kind: RowChange["kind"]) => changes.rows.filter((row) => row.kind === kind).length;
  const about = aboutOf(editable);
  const read = rowReader(entry, editable, { gone, changed: () => changes.rows });

  function stateNow(): EditsState {
    return {
      ...about,
      changed: count("change"),
      added: count("add"),
      removed: count("remove"),
      canUndo: changes.canUndo,
      canRedo: changes.canRedo,
      status,
      problems: problems.map((problem) => problemState(problem, changes.of(problem.rowNumber))),
      ...(message === undefined ? {} : { message }),
      version,
    };
  }

  function tell(): void {
    version++;
    entry.patch({ edits: stateNow() });
  }

  /**
   * Returns the cells of the result that a row of the server fills, and whether nothing else can have changed.
   * Beside another table a row may be shown several times.
   */
  function shownOf({ bytes }: ReadRow): { readonly cells: ReadRow["bytes"]; readonly whole: boolean } {
    const cells = new Map(bytes);
    for (const [at, { first }] of columns.entries()) {
      if (first !== undefined && bytes.has(first)) cells.set(at, bytes.get(first)!);
    }
    return { cells, whole: editable.rows === null && columns.every((_, at) => cells.has(at)) };
  }

  /** Applies a step of the user, and drops the problems of the rows that it changed. `said` is told of it. */
  function step(work: Parameters<typeof changes.step>[0], said?: string): CommandResult {
    const before = changes.rows;
    changes.step(work);
    settle(before, said);
    return DONE;
  }

  /** Goes one step back or forth. */
  function move(go: () => void): CommandResult {
    if (status !== "open") return WAITS;
    const before = changes.rows;
    go();
    settle(before);
    return DONE;
  }

  function settle(before: readonly RowChange[], said?: string): void {
    problems = problems.filter(({ rowNumber }) =>
      changes.of(rowNumber) === before.find((row) => row.rowNumber === rowNumber)
    );
    message = said;
    tell();
  }

  /** Whether the changes began to run while a row was read. What runs must stay what was reviewed. */
  const isTaken = () => status !== "open";

  const tooMany = (more: number) =>
    changes.rows.length + more > MAX_ROWS
      ? refusal(`At most ${MAX_ROWS} rows are changed at a time.`, "Review these first.")
      : null;

  /** Sets cells and adds rows as one step, or does none of it. */
  async function put({ cells, rows }: PastedRows): Promise<CommandResult> {
    if (status !== "open") return WAITS;
    if (rows.length > 0 && editable.rows !== null) return refusal(editable.rows);
    const byRow = Map.groupBy(cells, ({ row }) => row);
    const full = tooMany([...byRow.keys()].filter((row) => !changes.of(row)).length + rows.length);
    if (full) return full;
    const of = { editable, columns: entry.columns, engine };
    for (const cell of cells) {
      const fault = changes.of(cell.row)?.kind === "remove"
        ? "This row is to be removed."
        : cellFault(of, cell);
      if (fault !== null) return refusal(fault);
    }
    for (const cell of rows.flat()) {
      const fault = cellFault(of, cell);
      if (fault !== null) return refusal(fault);
    }
    const found: { rowNumber: number; before: Map<number, CellValue>; cells: readonly NewCell[] }[] = [];
    for (const [rowNumber, mine] of byRow) {
      if (rowNumber < 0 && !changes.of(rowNumber)) return refusal("This row is no longer there.");
      const before = await read(rowNumber, mine.map(({ column }) => column));
      if (typeof before === "string") return refusal(before);
      found.push({ rowNumber, before, cells: mine });
    }
    if (isTaken()) return WAITS;
    const added = rows.map((cells) => ({ rowNumber: changes.next(), cells }));
    step((draft) => {
      for (const { rowNumber, before, cells } of found) {
        draft.set(rowNumber, before, valuesOf(cells));
        for (const { column, value } of cells) if (value === undefined) draft.unset(rowNumber, column);
      }
      for (const { rowNumber, cells } of added) draft.add(rowNumber, valuesOf(cells));
    });
    return added[0] ? { ok: true, value: { rowNumber: added[0].rowNumber } } : DONE;
  }

  /** Returns the values of cells as the server shows them, without cells that take the server's default. */
  const valuesOf = (cells: readonly Omit<NewCell, "row">[]) =>
    cells.flatMap(({ column, value }) =>
      value === undefined ? [] : [[column, asShown(value, entry.columns[column]!.kind)] as const]
    );

  return {
    editable,
    /** The changed, added and removed rows, in the order in which they were first touched. */
    get changes() {
      return changes.rows;
    },
    get state() {
      return stateNow();
    },
    set: (cells: readonly NewCell[]) => put({ cells, rows: [] }),
    /** Sets cells and adds rows in one step. Its value is the number of the first added row. */
    paste: put,
    /** Adds an empty row, or a copy of each given row. */
    async add(like: readonly number[]): Promise<CommandResult> {
      if (status !== "open") return WAITS;
      if (editable.rows !== null) return refusal(editable.rows);
      const full = tooMany(Math.max(1, like.length));
      if (full) return full;
      const settable = columns.flatMap(({ column, why }, at) => column && why === null ? [at] : []);
      const rows: (readonly (readonly [number, CellValue])[])[] = [];
      const rounded = new Set<string>();
      for (const rowNumber of like) {
        const known = changes.of(rowNumber);
        const before = await read(rowNumber, settable);
        // A copy includes the changes of its row. An added row consists of nothing but changes.
        if (typeof before === "string" && !known) return refusal(before);
        const all = new Map([...typeof before === "string" ? known!.before : before, ...known?.values ?? []]);
        rows.push(settable.flatMap((at) => {
          const { column } = columns[at]!;
          // A number that the server generates is not copied: each row gets its own.
          const byServer = column!.counted || key.includes(at) && column!.fallback;
          if (!all.has(at) || byServer) return [];
          const shown = !known?.values.has(at) && all.get(at) !== null;
          if (shown && ROUNDED.test(column!.type)) rounded.add(column!.name);
          return [[at, all.get(at)!] as const];
        }));
      }
      if (isTaken()) return WAITS;
      const added = (rows.length === 0 ? [[]] : rows).map((values) => ({
        rowNumber: changes.next(),
        values,
      }));
      step(
        (draft) => added.forEach(({ rowNumber, values }) => draft.add(rowNumber, values)),
        rounded.size > 0
          ? `Copied as shown: the server may have more digits of ${[...rounded].join(", ")}.`
          : undefined,
      );
      return { ok: true, value: { rowNumber: added[0]!.rowNumber } };
    },
    async remove(rows: readonly number[]): Promise<CommandResult> {
      if (status !== "open") return WAITS;
      if (editable.rows !== null) return refusal(editable.rows);
      const full = tooMany(rows.filter((row) => row >= 0 && !changes.of(row)).length);
      if (full) return full;
      const all = columns.flatMap(({ column }, at) => column ? [at] : []);
      const found = new Map<number, Map<number, CellValue>>();
      for (const rowNumber of rows) {
        if (changes.of(rowNumber)?.kind === "remove") continue;
        const before = await read(rowNumber, all);
        if (typeof before === "string") return refusal(before);
        found.set(rowNumber, before);
      }
      if (isTaken()) return WAITS;
      // When all of these rows are to be removed already, they are kept after all.
      const back = found.size === 0;
      return step((draft) => {
        for (const rowNumber of rows) {
          if (back) draft.restore(rowNumber);
          else if (found.has(rowNumber)) draft.remove(rowNumber, found.get(rowNumber)!);
        }
      });
    },
    undo: () => move(changes.undo),
    redo: () => move(changes.redo),
    discard(): CommandResult {
      if (status !== "open") return WAITS;
      changes.clear();
      problems = [];
      message = undefined;
      tell();
      return DONE;
    },
    /**
     * Shows the current values of rows that others have changed. The user's changes to those rows are kept and
     * will overwrite them.
     */
    async takeNow(): Promise<CommandResult> {
      if (status !== "open") return WAITS;
      let part = false;
      for (const { rowNumber, now } of problems) {
        if (now === undefined) continue;
        if (now === null) {
          gone.add(rowNumber);
          entry.result?.drop(rowNumber);
        } else {
          const { cells, whole } = shownOf(now);
          await entry.result?.replace(rowNumber, cells);
          part ||= !whole;
        }
        changes.rebase(rowNumber, now && now.texts);
      }
      problems = problems.filter(({ now }) => now === undefined);
      message = part ? `These rows are read again, but ${PART}` : undefined;
      tell();
      return DONE;
    },
    /** Sets whether the changes run, are held, or can be changed again. */
    status(
      next: EditsState["status"],
      more: { readonly problems?: readonly EditProblem[]; readonly message?: string } = {},
    ) {
      status = next;
      problems = more.problems ?? (next === "open" ? problems : []);
      message = more.message;
      tell();
    },
    /** Ends the changes after their commit, and shows the rows as the server returned them. */
    async written(rows: ReadonlyMap<number, ReadRow>) {
      let part = false;
      for (const { rowNumber, kind } of changes.rows) {
        const row = rows.get(rowNumber);
        if (kind === "remove") {
          gone.add(rowNumber);
          entry.result?.drop(rowNumber);
          continue;
        }
        const shown = row && shownOf(row);
        part ||= !shown?.whole;
        if (!shown) continue;
        if (kind === "change") await entry.result?.replace(rowNumber, shown.cells);
        else await entry.result?.take(...driverRow(columns.map((_, at) => shown.cells.get(at) ?? null)));
      }
      changes.clear();
      status = "open";
      problems = [];
      message = part ? `Written, but ${PART}` : undefined;
      tell();
    },
    isGone: (rowNumber: number) => gone.has(rowNumber),
  };
}
