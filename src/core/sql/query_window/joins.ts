import type { ForeignKey, TablePath } from "../catalog/mod.ts";

/** A foreign key between two tables of a list, given by their indexes. */
export interface JoinKey {
  readonly name: string;
  /** Index of the table that has the key; `to` is the referenced table. */
  readonly from: number;
  readonly to: number;
  readonly columns: ForeignKey["columns"];
}

/** Maximum keys that are reported. */
const MAX_COUNT = 50;

/**
 * Returns the keys that join the last of some tables with the others, nearest table first. A table may be in
 * the list twice; null is a table that the catalog does not know.
 */
export function keysOfLast(
  tables: readonly (TablePath | null)[],
  keysOf: readonly (readonly ForeignKey[])[],
): JoinKey[] {
  const last = tables.length - 1;
  const is = (index: number, { schema, name }: TablePath) =>
    tables[index]?.schema === schema && tables[index]?.name === name;
  const found: JoinKey[] = [];
  for (let other = last - 1; other >= 0; other--) {
    const between: JoinKey[] = [];
    for (const [from, to] of [[last, other], [other, last]] as const) {
      for (const key of keysOf[from]!) {
        if (is(to, key.to)) between.push({ name: key.name, from, to, columns: key.columns });
      }
    }
    for (const key of between.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))) found.push(key);
  }
  return found.slice(0, MAX_COUNT);

  /**
   * Whether the key's column is named after the table: `customer_id` leads to `customers` more often than
   * `billed_to` does.
   */
  function isNamed({ to, columns: [column] }: JoinKey): boolean {
    const stem = (column?.from ?? "").toLowerCase().replace(/_?id$/, "");
    return stem !== "" && tables[to]!.name.toLowerCase().startsWith(stem);
  }
}
