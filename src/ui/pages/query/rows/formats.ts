import type { Engine } from "../../../../core/sql/engines/mod.ts";
import { bytesLiteral } from "../../../../core/sql/text/bytes.ts";
import { dialectOf } from "../../../../core/sql/text/dialect.ts";
import { uniqueNames } from "../../../../core/sql/text/unique_names.ts";
import { sqlName } from "../../../../core/sql/text/names.ts";
import { cellAsJson } from "./json_cells.ts";

/** A column of a result. */
export interface GridColumn {
  readonly name: string;
  readonly type: string;
  readonly kind: string;
}

/** Cells to copy: their columns, and their rows with null for NULL. */
export interface Cells {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/** The formats in which cells can be copied. */
export const COPIES = {
  text: "Text",
  csv: "CSV",
  json: "JSON",
  markdown: "Markdown",
  insert: "SQL insert",
} as const;
export type CopyFormat = keyof typeof COPIES;

const NUMBERS: ReadonlySet<string> = new Set(["integer", "float", "decimal"]);

/** Whether the cells of a column are numbers. */
export function isNumeric({ kind }: Pick<GridColumn, "kind">): boolean {
  return NUMBERS.has(kind);
}

/**
 * Converts cells to a format. `table` is the table in the statement, for SQL inserts, and `backslash` whether
 * a backslash in their strings escapes the next character. The format `text` has no header.
 */
export function copied(
  { columns, rows }: Cells,
  format: CopyFormat,
  engine: Engine,
  table: string | null = null,
  backslash = dialectOf(engine).backslash,
): string {
  switch (format) {
    case "text": {
      const alone = rows.length === 1 && columns.length === 1;
      return rows.map((row) => row.map((cell) => alone ? cell ?? "" : tabbed(cell)).join("\t")).join("\n");
    }
    case "csv":
      return [columns.map(({ name }) => csv(name)), ...rows.map((row) => row.map(csv))]
        .map((cells) => cells.join(",")).join("\n") + "\n";
    case "json": {
      const keys = uniqueNames(columns.map(({ name }) => name)).map((name) => JSON.stringify(name));
      const object = (row: Cells["rows"][number]) =>
        `  {${columns.map((column, i) => `${keys[i]}: ${cellAsJson(column, row[i]!)}`).join(", ")}}`;
      return `[\n${rows.map(object).join(",\n")}\n]`;
    }
    case "markdown":
      return [
        columns.map(({ name }) => markdown(name)),
        columns.map((column) => isNumeric(column) ? "---:" : "---"),
        ...rows.map((row) => row.map((cell) => cell === null ? "*NULL*" : markdown(cell))),
      ].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
    case "insert": {
      const names = columns.map(({ name }) => sqlName(name, engine)).join(", ");
      const values = rows.map((row) =>
        `  (${row.map((cell, i) => literal(columns[i]!, cell, backslash)).join(", ")})`
      );
      return `insert into ${table ?? sqlName("table", engine)} (${names}) values\n${values.join(",\n")};`;
    }
  }
}

/** Returns a cell in the format of spreadsheets, which quote a cell that contains a tab or a line end. */
function tabbed(cell: string | null): string {
  if (cell === null) return "";
  return /[\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function csv(cell: string | null): string {
  if (cell === null) return "";
  return cell === "" || /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function markdown(cell: string): string {
  return cell.replaceAll("\\", "\\\\").replaceAll("|", "\\|").replace(/\r?\n/g, "<br>");
}

function literal({ kind }: GridColumn, cell: string | null, backslash: boolean): string {
  if (cell === null) return "null";
  if (kind === "boolean") return cell === "t" ? "true" : "false";
  if (NUMBERS.has(kind) && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(cell)) return cell;
  if (kind === "blob") return bytesLiteral(cell);
  return `'${(backslash ? cell.replaceAll("\\", "\\\\") : cell).replaceAll("'", "''")}'`;
}
