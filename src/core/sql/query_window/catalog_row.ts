import type { CatalogColumn, CatalogRoutine, CatalogTable } from "../catalog/mod.ts";

/** One row of the tree of a server's schemas, tables and routines. */
export interface CatalogRow {
  /** Stays the same when the tree is read again. */
  readonly id: string;
  readonly depth: number;
  readonly kind: "schema" | "table" | "view" | "routine" | "column" | "key" | "index" | "note";
  readonly name: string;
  /** Text beside the name: a type, parameters, a definition or a comment. */
  readonly detail: string;
  readonly schema: string;
  /** The table that the row belongs to, or the kind of a routine; else empty. */
  readonly table: string;
  /** The server's estimate of the number of rows; null when the server has none. */
  readonly rows: number | null;
  /** Whether the rows inside this one are shown; absent when there can be none. */
  readonly open?: boolean;
  /** Set when a statement must name the schema too, because the server does not search it. */
  readonly elsewhere?: boolean;
  /** Parameters of a routine, which tell it from others of the same name. */
  readonly parameters?: string;
}

/** Defaults of the fields that a row does not set. */
export const BLANK = { depth: 0, detail: "", schema: "", table: "", rows: null } as const;

/** Returns the row of a table or view. */
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

/** Returns the row of a function or procedure. */
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

/** Returns a column as text: its type, its default, and the comment of its author. */
export function columnWords(column: CatalogColumn): string {
  const { type, nullable, generated, comment } = column;
  // MariaDB reports NULL as the default of every nullable column.
  const fallback = column.default === undefined || column.default === "NULL"
    ? ""
    : `default ${column.default}`;
  const words = [type, nullable ? "" : "not null", generated ?? fallback].filter((word) => word !== "");
  return words.join(" ") + (comment === undefined ? "" : ` · ${comment}`);
}
