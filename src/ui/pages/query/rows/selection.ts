import { formatNumber } from "../../../../core/text/locale.ts";
import { letterOf } from "../../../system/keys.ts";

/** Maximum rows that are changed at a time. */
export const MAX_ROWS = 1000;
/** Maximum cells that are changed at a time. */
const MAX_CELLS = 20_000;

/** The row and column of a cell, from 0. */
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

/** A range of cells, from the anchor to the cell that keys move. */
export interface Selection {
  readonly anchor: CellPosition;
  readonly head: CellPosition;
}

/** The corners of a range. */
export interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export const START: Selection = { anchor: { row: 0, column: 0 }, head: { row: 0, column: 0 } };

/** Returns the corners of a selection. */
export function boxOf({ anchor, head }: Selection): Box {
  return {
    top: Math.min(anchor.row, head.row),
    bottom: Math.max(anchor.row, head.row),
    left: Math.min(anchor.column, head.column),
    right: Math.max(anchor.column, head.column),
  };
}

/** Returns why a range is too large to change its rows or cells at a time; null when it is not. */
export function whyTooLarge({ top, bottom, left, right }: Box, what: "rows" | "cells"): string | null {
  const rows = bottom - top + 1, cells = rows * (right - left + 1);
  const [name, most, these] = what === "rows" || rows > MAX_ROWS
    ? ["rows", MAX_ROWS, rows] as const
    : ["cells", MAX_CELLS, cells] as const;
  if (these <= most) return null;
  return `At most ${formatNumber(most)} ${name} are changed at a time, and these are ${formatNumber(these)}.`;
}

/**
 * Returns the selection after a key in a grid of that size; null for other
 * keys. `page` is the number of visible rows.
 */
export function moved(
  selection: Selection,
  event: Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">,
  size: { readonly rows: number; readonly columns: number; readonly page: number },
): Selection | null {
  const { rows, columns, page } = size;
  if (rows === 0 || columns === 0 || event.altKey) return null;
  const command = event.ctrlKey || event.metaKey;
  const { row, column } = selection.head;
  if (command && letterOf(event) === "a") {
    return { anchor: { row: 0, column: 0 }, head: { row: rows - 1, column: columns - 1 } };
  }
  const to = (row: number, column: number): Selection => {
    const head = { row: clamp(row, rows), column: clamp(column, columns) };
    return { anchor: event.shiftKey ? selection.anchor : head, head };
  };
  switch (event.key) {
    case "ArrowDown":
      return to(command ? rows - 1 : row + 1, column);
    case "ArrowUp":
      return to(command ? 0 : row - 1, column);
    case "ArrowRight":
      return to(row, command ? columns - 1 : column + 1);
    case "ArrowLeft":
      return to(row, command ? 0 : column - 1);
    case "PageDown":
      return to(row + page, column);
    case "PageUp":
      return to(row - page, column);
    case "Home":
      return to(command ? 0 : row, 0);
    case "End":
      return to(command ? rows - 1 : row, columns - 1);
    default:
      return null;
  }
}

function clamp(value: number, length: number): number {
  return Math.max(0, Math.min(length - 1, value));
}
