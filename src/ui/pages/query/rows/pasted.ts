import type { CellValue } from "../../../../core/sql/edit/changes.ts";
import { valueFault } from "../../../../core/sql/edit/value_fault.ts";
import type { Engine } from "../../../../core/sql/engines/mod.ts";
import type { NewCell } from "../../../../core/sql/query_window/edit_cells.ts";
import type { EditsState } from "../../../../core/state/query_window.ts";
import { formatNumber } from "../../../../core/text/locale.ts";
import { typedValue, valueColumn, whyNotTyped } from "./cell_values.ts";
import type { Cells, GridColumn } from "./formats.ts";
import { boxOf, MAX_ROWS, type Selection } from "./selection.ts";

/** Maximum characters pasted at a time. */
const MAX_LENGTH = 400_000;

/** The cells of a text from a spreadsheet or a CSV file; null for a cell that is certainly NULL. */
type PastedCells = readonly (readonly CellValue[])[];

/** The grid and the position to paste into. */
interface PasteTarget {
  readonly columns: readonly GridColumn[];
  readonly edits: EditsState | undefined;
  readonly engine: Engine;
  readonly selection: Selection;
  /** Number of rows shown. */
  readonly count: number;
  /** Whether the server has more rows, so that nothing can be added after the last one shown. */
  readonly isPart: boolean;
}

/** The result of pasting: the changes, the new selection, and a message. */
interface Paste {
  /** Cells of existing rows, by the index of the row in the grid. */
  readonly cells: readonly NewCell[];
  /** Cells of new rows after the existing ones. */
  readonly rows: readonly (readonly Omit<NewCell, "row">[])[];
  readonly selection: Selection;
  /** The columns that were left out, with the reason; empty for none. */
  readonly leftOut: string;
}

/** The cells copied last in this window, because their text cannot tell NULL from an empty cell. */
let lastCopied: { readonly text: string; readonly cells: Cells } | null = null;

/** Remembers the copied cells, so that a paste restores their NULLs. */
export function keepCopied(text: string, cells: Cells): void {
  lastCopied = { text, cells };
}

/**
 * Returns the cells of a clipboard text: the cells copied here, those of a spreadsheet (tabs), or CSV with a
 * header that names columns.
 */
export function pastedCells(text: string, columns: readonly Pick<GridColumn, "name">[]): PastedCells {
  const same = (one: string) => one.replaceAll("\r\n", "\n").replace(/\n$/, "");
  if (lastCopied && same(lastCopied.text) === same(text)) return lastCopied.cells.rows;
  if (!text.includes("\t")) {
    const rows = separated(text, ",");
    if (namedColumns(rows, columns)) return rows;
  }
  return separated(text, "\t");
}

/** Returns the indexes of the columns that the first row names; null when it is not a header. */
function namedColumns(
  [head = [], ...rest]: PastedCells,
  columns: readonly Pick<GridColumn, "name">[],
): readonly number[] | null {
  // A single word may also be a value.
  if (head.length < 2 || rest.length === 0) return null;
  const names = columns.map(({ name }) => name.toLowerCase());
  const found = head.map((name) => names.indexOf((name ?? "").trim().toLowerCase()));
  return found.includes(-1) || new Set(found).size !== found.length ? null : found;
}

/** Parses rows of cells. A cell with a separator or a line end is quoted; other quotes belong to the cell. */
function separated(text: string, separator: "," | "\t"): (readonly CellValue[])[] {
  const rows: CellValue[][] = [];
  // CSV may quote any cell, and an empty cell without quotes is NULL. A
  // spreadsheet quotes only where necessary.
  const csv = separator === ",";
  const quoted = /"((?:[^"]|"")*)"(?=[\t,\r\n]|$)/y;
  const plain = csv ? /[^,\r\n]*/y : /[^\t\r\n]*/y;
  let row: CellValue[] = [];
  for (let at = 0; at <= text.length;) {
    quoted.lastIndex = plain.lastIndex = at;
    const found = text[at] === '"' ? quoted.exec(text) : null;
    const ends = found && (text[quoted.lastIndex] ?? "\n").match(csv ? /[,\r\n]/ : /[\t\r\n]/);
    if (found && ends && (csv || /[\t\r\n]/.test(found[1]!))) {
      row.push(found[1]!.replaceAll('""', '"'));
      at = quoted.lastIndex;
    } else {
      const [cell] = plain.exec(text)!;
      row.push(csv && cell === "" ? null : cell);
      at = plain.lastIndex;
    }
    if (text[at] === separator) {
      at++;
      continue;
    }
    rows.push(row);
    row = [];
    at += text.startsWith("\r\n", at) ? 2 : 1;
    // The end of the last line begins no further row.
    if (at >= text.length) break;
  }
  return rows;
}

/** Returns the effect of pasting a text, or the reason why it has none. */
export function pasteOf(text: string, target: PasteTarget): Paste | string {
  const { columns, edits, engine, selection, count } = target;
  if (text === "") return "There is no text in the clipboard.";
  if (text.length > MAX_LENGTH) return "The clipboard has more text than is pasted at once.";
  let cells = pastedCells(text, columns);
  const { top, left, bottom, right } = boxOf(selection);
  const named = namedColumns(cells, columns);
  if (named) cells = cells.slice(1);
  const wide = cells.reduce((most, row) => Math.max(most, row.length), 0);
  if (named && wide > named.length) {
    const at = cells.findIndex((row) => row.length > named.length);
    return `Row ${at + 1} of what is pasted has ${
      cells[at]!.length
    } cells, and its head names ${named.length} columns.`;
  }
  const alone = cells.length === 1 && wide === 1;
  // A block fills a selection whose size is a multiple of the block's.
  const [high, broad] = [bottom - top + 1, right - left + 1];
  const repeats = !named && high % cells.length === 0 && broad % wide === 0;
  const rows = repeats ? Math.max(high, cells.length) : cells.length;
  const width = repeats ? Math.max(broad, wide) : wide;
  if (rows > MAX_ROWS) {
    return `At most ${formatNumber(MAX_ROWS)} rows are pasted at a time, and these are ${
      formatNumber(rows)
    }.`;
  }
  const targets = named ?? Array.from({ length: width }, (_, at) => left + at);
  if (!named && left + width > columns.length) {
    return `These are ${width} columns, and ${columns.length - left} are there from this one on.`;
  }
  const fixed = targets.filter((at) => fault(at) !== null);
  if (fixed.length === targets.length) return fault(fixed[0]!)!;
  const over = Math.max(0, top + rows - count);
  if (over > 0 && edits && edits.rows !== null) return edits.rows;
  if (over > 0 && target.isPart) {
    return `${over} of these rows would stand behind the last one, and the server has more rows there: fetch them, or paste into a new row.`;
  }

  const set: NewCell[] = [];
  const added: Omit<NewCell, "row">[][] = [];
  for (let at = 0; at < rows; at++) {
    const from = cells[at % cells.length]!;
    const values: Omit<NewCell, "row">[] = [];
    for (const [index, column] of targets.entries()) {
      if (fixed.includes(column)) continue;
      const cell = from[named ? index : index % wide];
      // A row that is shorter than the others leaves the last columns unchanged.
      if (cell === undefined) continue;
      const of = valueColumn(columns[column]!, column, edits);
      const value = cell === null || (cell === "" && !alone && of.nullable) ? null : typedValue(cell, of);
      const wrong = valueFault(value, of, engine);
      if (wrong !== null) return alone ? wrong : `Row ${at + 1} of what is pasted: ${wrong}`;
      values.push({ column, value });
    }
    if (top + at < count) { for (const one of values) set.push({ ...one, row: top + at }); }
    else added.push(values);
  }
  const ends = targets.toSorted((a, b) => a - b);
  const names = fixed.map((at) => columns[at]!.name).join(", ");
  return {
    cells: set,
    rows: added,
    selection: {
      anchor: { row: top, column: ends[0]! },
      head: { row: top + rows - 1, column: ends.at(-1)! },
    },
    leftOut: fixed.length === 0 ? "" : `Left out: ${names}. ${fault(fixed[0]!)}`,
  };

  function fault(column: number): string | null {
    return edits?.fixed[column] ?? whyNotTyped(columns[column]!);
  }
}
