import type { TableDetail } from "../catalog/mod.ts";
import { BLANK, type CatalogRow, columnWords } from "./catalog_row.ts";

/** Returns the rows of a table's or view's columns, keys and indexes. */
export function detailRows({ columns, keys, indexes }: TableDetail, table: CatalogRow): CatalogRow[] {
  const inner = { ...BLANK, depth: table.depth + 1, schema: table.schema, table: table.name };
  const row = (kind: CatalogRow["kind"], key: string, name: string, detail: string): CatalogRow => ({
    ...inner,
    id: `${table.id}:${kind[0]}:${key}`,
    kind,
    name,
    detail,
  });
  return [
    ...columns.map((column) => row("column", column.name, column.name, columnWords(column))),
    ...keys.map(({ name, kind, definition }) => row("key", name, kind, keyWords(kind, definition))),
    ...indexes.map(({ name, unique, definition }) =>
      row("index", name, name, indexWords(unique, definition))
    ),
  ];
}

/** Returns a key's definition without the word for its kind, which the row shows already. */
function keyWords(kind: string, definition: string): string {
  const about = definition.toLowerCase().startsWith(`${kind} `)
    ? definition.slice(kind.length + 1)
    : definition;
  return kind === "foreign key" ? about.replace(/\) references /i, ") → ") : about;
}

/**
 * Returns an index's definition without its name and table, which the row shows already, and without `btree`,
 * because most indexes are of that kind.
 */
function indexWords(unique: boolean, definition: string): string {
  const [, about = definition] = /^CREATE (?:UNIQUE )?INDEX .*? USING (.*)$/s.exec(definition) ?? [];
  const columns = about.replace(/^btree (?=\()/, "");
  return unique ? `unique ${columns}` : columns;
}
