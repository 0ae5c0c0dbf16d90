import type { EditsState } from "../../state/query_window.ts";
import type { CellValue, RowChange } from "../edit/changes.ts";
import { createChanges } from "../edit/changes.ts";
import type { Editable } from "../edit/editable.ts";
import { asShown, valueFault } from "../edit/value_fault.ts";
import type { EditProblem, ReadRow } from "../edit/run.ts";
import type { Engine } from "../engines/mod.ts";
import { driverRow } from "../spill/rows.ts";
import type { ResultEntry } from "./entry.ts";
import { aboutOf, problemState } from "./edits_state.ts";
import { DONE, no, type QueryResult } from "./result.ts";

/** Rows of a result that are changed at a time. */
const MOST_ROWS = 1000;
/** Characters of a cell that is edited. */
const LONGEST = 1_000_000;
/** A new value of a cell; absent: the server's default, or what was there. */
interface NewCell {
  readonly row: number;
  readonly column: number;
  readonly value?: CellValue;
}

/** Changes of one result, as far as they are not written. */
export interface ResultEdits {
  readonly editable: Editable;
  /** Rows that are changed, added or removed, in the order in which they were touched first. */
  readonly changes: readonly RowChange[];
  readonly state: EditsState;
  set(cells: readonly NewCell[]): Promise<QueryResult>;
  /** Adds a row, or one like each of those. */
  add(like: readonly number[]): Promise<QueryResult>;
  remove(rows: readonly number[]): Promise<QueryResult>;
  undo(): QueryResult;
  redo(): QueryResult;
  discard(): QueryResult;
  /** Shows the rows that others have changed as they are now; what is changed in them is written over that. */
  takeNow(): Promise<QueryResult>;
  /** They run, are held, or are open to be changed again. */
  status(
    status: EditsState["status"],
    more?: { readonly problems?: readonly EditProblem[]; readonly said?: string },
  ): void;
  /** They count: the rows are what the server made of them. */
  written(rows: ReadonlyMap<number, ReadRow>): Promise<void>;
  isGone(place: number): boolean;
}

const WAITS = no("These changes wait for Commit.", "Commit them or roll them back first.");

/** Makes the changes of a result; there are none. */
export function createResultEdits(entry: ResultEntry, editable: Editable, engine: Engine): ResultEdits {
  const { table, key, columns } = editable;
  const changes = createChanges();
  const gone = new Set<number>();
  let problems: readonly EditProblem[] = [];
  let status: EditsState["status"] = "open";
  let said: string | undefined;
  let version = 0;
  const count = (kind: RowChange["kind"]) => changes.rows.filter((row) => row.kind === kind).length;
  const about = aboutOf(editable);

  function stateNow(): EditsState {
    return {
      ...about,
      changed: count("change"),
      added: count("add"),
      removed: count("remove"),
      canUndo: changes.canUndo,
      canRedo: changes.canRedo,
      status,
      problems: problems.map((problem) => problemState(problem, changes.of(problem.place))),
      ...(said === undefined ? {} : { said }),
      version,
    };
  }

  function tell(): void {
    version++;
    entry.patch({ edits: stateNow() });
  }

  /** A step of the user's: what was wrong with rows that are others now is not so any more. */
  function step(work: Parameters<typeof changes.step>[0]): QueryResult {
    const before = changes.rows;
    changes.step(work);
    settle(before);
    return DONE;
  }

  function settle(before: readonly RowChange[]): void {
    problems = problems.filter(({ place }) =>
      changes.of(place) === before.find((row) => row.place === place)
    );
    said = undefined;
    tell();
  }

  /** How a row was read, in those columns and its key; a text says why it cannot be edited. */
  async function read(place: number, more: readonly number[]): Promise<Map<number, CellValue> | string> {
    if (place < 0) return new Map();
    if (gone.has(place)) return "This row was removed.";
    const rows = await entry.result?.rows.read(place, 1, new AbortController().signal);
    const row = rows?.ok ? rows.rows[0] : undefined;
    if (!row) return "This row is no longer there.";
    const before = new Map<number, CellValue>();
    for (const at of new Set([...key, ...more])) {
      const name = columns[at]?.column?.name ?? "";
      if (row.broken?.includes(at)) return `${name} has bytes here that are no text: it would be spoiled.`;
      const text = row.cut?.includes(at)
        ? await entry.result?.cell(place, at) ?? null
        : row.cells[at] ?? null;
      if (text !== null && text.length > LONGEST) return `${name} has more than is edited here.`;
      if (text === null && key.includes(at)) return `There is no row of ${table.name} here.`;
      before.set(at, text);
    }
    const same = changes.rows.find((other) =>
      other.place !== place && other.kind !== "add" &&
      key.every((at) => other.before.get(at) === before.get(at))
    );
    return same ? `Row ${same.place + 1} shows the same row of ${table.name}, and is changed there.` : before;
  }

  /** Why a cell cannot get a value; null: it can. */
  function cellFault({ row, column, value }: NewCell): string | null {
    const one = columns[column];
    if (!one) return "There is no such column.";
    if (one.why !== null) return one.why;
    const { name, nullable, choices } = one.column!;
    if (value === undefined) return null;
    if (value !== null && value.length > LONGEST) return `${name} gets more than is edited here.`;
    if (changes.of(row)?.kind === "remove") return "This row is to be removed.";
    const { kind, type } = entry.columns[column]!;
    return valueFault(value, { name, kind, type, nullable, choices }, engine);
  }

  /** They began to run while a row was read: what runs is what was reviewed. */
  const isTaken = () => status !== "open";

  const tooMany = (more: number) =>
    changes.rows.length + more > MOST_ROWS
      ? no(`At most ${MOST_ROWS} rows are changed at a time.`, "Review these first.")
      : null;

  return {
    editable,
    get changes() {
      return changes.rows;
    },
    get state() {
      return stateNow();
    },
    async set(cells) {
      if (status !== "open") return WAITS;
      const byRow = Map.groupBy(cells, ({ row }) => row);
      const full = tooMany([...byRow.keys()].filter((row) => !changes.of(row)).length);
      if (full) return full;
      const fault = cells.map(cellFault).find((one) => one !== null);
      if (fault) return no(fault);
      const rows: { place: number; before: Map<number, CellValue>; cells: readonly NewCell[] }[] = [];
      for (const [place, mine] of byRow) {
        if (place < 0 && !changes.of(place)) return no("This row is no longer there.");
        const before = await read(place, mine.map(({ column }) => column));
        if (typeof before === "string") return no(before);
        rows.push({ place, before, cells: mine });
      }
      if (isTaken()) return WAITS;
      return step((draft) => {
        for (const { place, before, cells } of rows) {
          draft.set(
            place,
            before,
            cells.flatMap(({ column, value }) =>
              value === undefined ? [] : [[column, asShown(value, entry.columns[column]!.kind)]]
            ),
          );
          for (const { column, value } of cells) if (value === undefined) draft.unset(place, column);
        }
      });
    },
    async add(like) {
      if (status !== "open") return WAITS;
      if (editable.rows !== null) return no(editable.rows);
      const full = tooMany(Math.max(1, like.length));
      if (full) return full;
      const settable = columns.flatMap(({ column, why }, at) => column && why === null ? [at] : []);
      const rows: (readonly (readonly [number, CellValue])[])[] = [];
      for (const place of like) {
        const known = changes.of(place);
        const before = await read(place, settable);
        // A copy of a row that is changed is one of the same.
        if (typeof before === "string" && !known) return no(before);
        const all = new Map([...typeof before === "string" ? known!.before : before, ...known?.values ?? []]);
        rows.push(settable.flatMap((at) => {
          const { column } = columns[at]!;
          // A number that the server counts is for one row only.
          const own = column!.counted || key.includes(at) && column!.fallback;
          return all.has(at) && !own ? [[at, all.get(at)!] as const] : [];
        }));
      }
      if (isTaken()) return WAITS;
      const places = (rows.length === 0 ? [[]] : rows).map((values) => ({ place: changes.next(), values }));
      step((draft) => places.forEach(({ place, values }) => draft.add(place, values)));
      return { ok: true, value: { place: places[0]!.place } };
    },
    async remove(rows) {
      if (status !== "open") return WAITS;
      if (editable.rows !== null) return no(editable.rows);
      const full = tooMany(rows.filter((row) => row >= 0 && !changes.of(row)).length);
      if (full) return full;
      const all = columns.flatMap(({ column }, at) => column ? [at] : []);
      const found = new Map<number, Map<number, CellValue>>();
      for (const place of rows) {
        if (changes.of(place)?.kind === "remove") continue;
        const before = await read(place, all);
        if (typeof before === "string") return no(before);
        found.set(place, before);
      }
      if (isTaken()) return WAITS;
      // Those that are to be removed already stay after all.
      const back = found.size === 0;
      return step((draft) => {
        for (const place of rows) {
          if (back) draft.restore(place);
          else if (found.has(place)) draft.remove(place, found.get(place)!);
        }
      });
    },
    undo() {
      if (status !== "open") return WAITS;
      const before = changes.rows;
      changes.undo();
      settle(before);
      return DONE;
    },
    redo() {
      if (status !== "open") return WAITS;
      const before = changes.rows;
      changes.redo();
      settle(before);
      return DONE;
    },
    discard() {
      if (status !== "open") return WAITS;
      changes.clear();
      problems = [];
      said = undefined;
      tell();
      return DONE;
    },
    async takeNow() {
      if (status !== "open") return WAITS;
      for (const { place, now } of problems) {
        if (now === undefined) continue;
        if (now === null) gone.add(place);
        else await entry.result?.replace(place, now.bytes);
        changes.rebase(place, now && now.texts);
      }
      problems = problems.filter(({ now }) => now === undefined);
      said = undefined;
      tell();
      return DONE;
    },
    status(next, more = {}) {
      status = next;
      problems = more.problems ?? (next === "open" ? problems : []);
      said = more.said;
      tell();
    },
    async written(rows) {
      let missing = 0;
      for (const { place, kind } of changes.rows) {
        const row = rows.get(place);
        if (kind === "remove") {
          gone.add(place);
          entry.result?.drop(place);
        } else if (!row) missing++;
        else if (kind === "change") await entry.result?.replace(place, row.bytes);
        else await entry.result?.take(...driverRow(columns.map((_, at) => row.bytes.get(at) ?? null)));
      }
      changes.clear();
      status = "open";
      problems = [];
      said = missing === 0 ? undefined : "Written, but not all of it is shown here: run the statement again.";
      tell();
    },
    isGone: (place) => gone.has(place),
  };
}
