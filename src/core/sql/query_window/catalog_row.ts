import type { CatalogColumn, CatalogRoutine, CatalogTable } from "../catalog/mod.ts";

/** One line of the tree of what a server holds. */
export interface CatalogRow {
  /** The same over time. */
  readonly id: string;
  readonly depth: number;
  readonly kind: "schema" | "table" | "view" | "routine" | "column" | "key" | "index" | "note";
  readonly name: string;
  /** A type, parameters, a definition. */
  readonly detail: string;
  readonly schema: string;
  /** The table of a column; else empty. */
  readonly table: string;
  /** How many rows the server thinks it has; null when it does not know. */
  readonly rows: number | null;
  /** Whether it shows what is in it; absent where there is nothing in it. */
  readonly open?: boolean;
  /** Its name alone does not lead to it: its schema has to stand before it. */
  readonly elsewhere?: boolean;
  /** What a routine takes: others may have the same name. */
  readonly parameters?: string;
}

/** What a line has that has nothing else. */
export const BLANK = { depth: 0, detail: "", schema: "", table: "", rows: null } as const;

/** A table or view. */
export function tableRow(table: CatalogTable, depth: number, toggled: ReadonlySet<string>): CatalogRow {
  const { schema, name, kind, rows, comment } = table;
  const id = `t:${JSON.stringify([schema, name])}`;
  return {
    ...BLANK,
    id,
    depth,
    kind: kind === "table" || kind === "foreign table" ? "table" : "view",
    name,
    detail: comment ?? (depth === 0 ? schema : kind === "table" ? "" : kind),
    schema,
    rows,
    open: toggled.has(id),
  };
}

/** A function or procedure. */
export function routineRow(
  { schema, name, kind, parameters, result }: CatalogRoutine,
  depth: number,
): CatalogRow {
  const detail = `(${parameters})${result ? ` → ${result}` : ""}`;
  return {
    ...BLANK,
    id: `r:${JSON.stringify([schema, name, parameters])}`,
    depth,
    kind: "routine",
    name,
    detail,
    schema,
    table: kind,
    parameters,
  };
}

/** A column in words: its type, its default, and the comment of its author. */
export function columnWords(column: CatalogColumn): string {
  const { type, nullable, generated, comment } = column;
  // MariaDB says so of every column that may be empty.
  const fallback = column.default === undefined || column.default === "NULL"
    ? ""
    : `default ${column.default}`;
  const words = [type, nullable ? "" : "not null", generated ?? fallback].filter((word) => word !== "");
  return words.join(" ") + (comment === undefined ? "" : ` · ${comment}`);
}
