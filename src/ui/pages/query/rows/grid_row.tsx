import type { JSX } from "preact";
import type { ResultRow } from "../../../../core/sql/spill/rows.ts";
import { seen } from "../../../text/visible.tsx";
import type { Editing } from "./editing_interface.ts";
import { type GridColumn, isNumeric } from "./formats.ts";
import { DEFAULT, lineOf } from "./layout.ts";
import type { Box, CellPosition } from "./selection.ts";

/** The mark beside the number of an edited row, and its name. */
const MARKS = {
  change: ["•", "Changed"],
  add: ["+", "New row"],
  remove: ["−", "To be removed"],
  gone: ["×", "Removed"],
} as const;

/** One row of the grid: its number and its cells in view. */
export function GridRow(
  { at, row, top, gutter, columns, from, to, lefts, widths, chosen, head, editing }: {
    readonly at: number;
    /** The row; undefined until it is loaded. */
    readonly row: ResultRow | undefined;
    readonly top: number;
    readonly gutter: number;
    readonly columns: readonly GridColumn[];
    readonly from: number;
    readonly to: number;
    readonly lefts: readonly number[];
    readonly widths: readonly number[];
    readonly chosen: Box;
    readonly head: CellPosition;
    readonly editing: Editing;
  },
): JSX.Element {
  const rowNumber = row?.rowNumber ?? at;
  const { edit } = row ?? {};
  const mark = edit && MARKS[edit.kind];
  const problems = editing.state?.problems.filter((problem) => problem.rowNumber === rowNumber) ?? [];
  const inRow = at >= chosen.top && at <= chosen.bottom;
  const drawn: JSX.Element[] = [];
  for (let column = from; row && column <= to; column++) {
    const draft = editing.draft(rowNumber, column);
    const cell = draft !== undefined ? draft : row.cells[column];
    const isNew = draft !== undefined || edit?.columns.includes(column) === true;
    // In an added row, the server fills in the cells without a value.
    const byServer = edit?.kind === "add" && !isNew;
    const wrong = problems.some((problem) => problem.column === column);
    const classes = [
      "cell",
      isNumeric(columns[column]!) && "number",
      (cell === null || byServer) && "null",
      isNew && "edited",
      wrong && "wrong-cell",
      inRow && column >= chosen.left && column <= chosen.right && "chosen",
      at === head.row && column === head.column && "head-cell",
    ];
    drawn.push(
      <div
        key={column}
        id={`cell-${at}-${column}`}
        class={classes.filter(Boolean).join(" ")}
        role="gridcell"
        aria-colindex={column + 2}
        aria-selected={inRow && column >= chosen.left && column <= chosen.right}
        aria-description={isNew && edit?.kind !== "add" ? "Changed, not written" : undefined}
        aria-invalid={wrong || undefined}
        data-r={at}
        data-c={column}
        style={{ left: `${gutter + lefts[column]!}px`, width: `${widths[column]!}px` }}
      >
        {byServer ? DEFAULT : cell === null ? "NULL" : seen(lineOf(cell ?? ""))}
      </div>,
    );
  }
  return (
    <div
      class={`grid-row${at % 2 ? " odd" : ""}${edit ? ` ${edit.kind}-row` : ""}`}
      role="row"
      aria-rowindex={at + 2}
      aria-description={mark?.[1]}
      style={{ top: `${top}px`, width: `${gutter + lefts.at(-1)!}px` }}
    >
      <div
        class="grid-number"
        role="rowheader"
        data-r={at}
        title={mark?.[1]}
        style={{ width: `${gutter}px` }}
      >
        {mark && <span class="grid-mark">{problems.length > 0 ? "!" : mark[0]}</span>}
        {rowNumber >= 0 ? rowNumber + 1 : ""}
      </div>
      {drawn}
    </div>
  );
}
