import type { TableDetail } from "../catalog/mod.ts";
import { BLANK, type CatalogRow, columnWords } from "./catalog_row.ts";

/** What a table or view has: columns, keys, indexes. */
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
    ...keys.map(({ name, kind, definition }) => row("key", name, kind, definition)),
    ...indexes.map(({ name, definition }) => row("index", name, name, definition)),
  ];
}
