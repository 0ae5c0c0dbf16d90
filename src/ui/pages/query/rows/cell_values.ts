import type { CellValue } from "../../../../core/sql/edit/changes.ts";
import type { ResultRow } from "../../../../core/sql/spill/rows.ts";
import { asChosen, asShown, type ValueColumn } from "../../../../core/sql/edit/value_fault.ts";
import type { EditProblemState, EditsState, QueryWindowState } from "../../../../core/state/query_window.ts";
import { inOneLine } from "../../../../core/text/sentences.ts";
import type { GridColumn } from "./formats.ts";

/** Characters of a cell above which it is edited in the larger editor. */
const LONG = 120;

/** Returns what is known about the values of a column. */
export function valueColumn(column: GridColumn, at: number, edits: EditsState | undefined): ValueColumn {
  const { name, kind, type } = column;
  return { name, kind, type, nullable: edits?.nullable.includes(at) ?? true, choices: edits?.choices[at] };
}

/** Returns the text of a cell in its editor. */
export function textOfCell(cell: CellValue, { kind }: Pick<GridColumn, "kind">): string {
  return cell === null ? "" : asChosen(cell, kind);
}

/** Returns the value of a typed text. An empty text is NULL where the column has no empty value. */
export function typedValue(text: string, { kind, choices, nullable }: ValueColumn): CellValue {
  const takesEmpty = (kind === "text" && choices === undefined) || choices?.includes("") === true;
  if (text === "" && nullable && !takesEmpty) return null;
  return asShown(kind === "text" || kind === "json" ? text : text.trim(), kind);
}

/** Whether a cell is too long to be edited in the grid. */
export function isLong(cell: CellValue, { kind }: Pick<GridColumn, "kind">): boolean {
  return cell !== null && (cell.length > (kind === "json" ? LONG / 2 : LONG) || /[\r\n]/.test(cell));
}

/** Whether all line ends of a cell are CR LF, which the editor of several lines replaces by LF. */
export function endsInCrlf(cell: CellValue): boolean {
  return cell !== null && /\n/.test(cell) && !/(?<!\r)\n|\r(?!\n)/.test(cell);
}

/** Returns why cells of a column cannot be typed into; null when they can. */
export function whyNotTyped({ name, kind }: Pick<GridColumn, "name" | "kind">): string | null {
  return kind === "blob" || kind === "binary" ? `${name} holds bytes, which are not typed.` : null;
}

/** Returns why a cell, or with `column` null any row, cannot be edited; null when it can, as far as is known. */
export function whyNot(
  edits: EditsState | undefined,
  column: number | null,
  row: ResultRow | undefined,
): string | null {
  if (!edits) return null;
  if (edits.why !== null) return edits.why;
  if (edits.status === "held") return "These changes wait for Commit: commit them or roll them back first.";
  if (edits.status === "running") return "The changes are being run.";
  if (row?.edit?.kind === "gone") return "This row was removed.";
  if (row?.edit?.kind === "remove") return "This row is to be removed: Ctrl+Del keeps it.";
  return column === null ? null : edits.fixed[column] ?? null;
}

/** Returns why a row was not written, with the values that somebody else has written meanwhile. */
export function problemWords(
  { message, hint, now }: EditProblemState,
  columns: readonly Pick<GridColumn, "name">[],
): string {
  const theirs = (now ?? []).map(([column, text]) => `${columns[column]?.name ?? "?"}: ${text ?? "NULL"}`);
  return inOneLine(message, [hint, theirs.length > 0 ? `Now ${theirs.join(", ")}.` : ""].join(" ").trim());
}

/** Returns the number of changed rows as text; empty for none. */
export function changesInWords(
  { changed, added, removed }: Pick<EditsState, "changed" | "added" | "removed">,
): string {
  const parts = [[changed, "changed"], [added, "added"], [removed, "removed"]] as const;
  const counted = parts.filter(([count]) => count > 0);
  const rows = changed + added + removed;
  if (rows === 0) return "";
  return counted.map(([count, word], at) =>
    at === 0 ? `${count} ${count === 1 ? "row" : "rows"} ${word}` : `${count} ${word}`
  ).join(", ");
}

/** Returns the unwritten changes of a tab's rows as text; empty for none. */
export function unwrittenWords(queryWindow: QueryWindowState | null, tab: string): string {
  const results = queryWindow?.tabs.find(({ id }) => id === tab)?.results ?? [];
  const open = results.flatMap(({ edits }) =>
    edits && edits.status !== "held" && changesInWords(edits) !== "" ? [edits] : []
  );
  return open.map((edits) => `${edits.table}: ${changesInWords(edits)}, not written.`).join(" ");
}
