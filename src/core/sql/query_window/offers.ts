import type { CatalogRoutine, CatalogTable, TablePath } from "../catalog/mod.ts";
import { fittingNames, nameFit } from "../text/name_fit.ts";
import { BLANK, type CatalogRow, routineRow, tableRow } from "./catalog_row.ts";

/** Maximum names offered by one completion. */
export const MAX_OFFERS = 200;

/** The names of a server that a completion offers. */
export interface CatalogNames {
  readonly tables: readonly CatalogTable[];
  readonly routines: readonly CatalogRoutine[];
  /** The schemas that the server searches for a name without a schema. */
  readonly reached: readonly string[];
}

/**
 * Returns the tables, routines and schemas that match. Of those that match equally well, the ones that need
 * no schema come first.
 */
export function offeredNames(
  { tables, routines, reached }: CatalogNames,
  schema: string,
  typed: string,
): CatalogRow[] {
  const inSchema = (one: { readonly schema: string }) =>
    schema === "" || one.schema.toLowerCase() === schema.toLowerCase();
  const named = (row: CatalogRow): CatalogRow =>
    schema === "" && !reached.includes(row.schema) ? { ...row, elsewhere: true } : row;
  const schemas = schema === "" ? [...new Set(tables.map((one) => one.schema))] : [];
  // Names that need no schema come first, so that the maximum never leaves them out.
  const nearFirst = <T extends { readonly schema: string; readonly name: string }>(all: readonly T[]) => {
    const here = all.filter(inSchema), near = here.filter((one) => reached.includes(one.schema));
    return fittingNames(
      [...near, ...here.filter((one) => !reached.includes(one.schema))],
      typed,
      MAX_OFFERS,
    );
  };
  const rows = [
    ...nearFirst(tables).map((one) => named(tableRow(one, 0, new Set()))),
    ...nearFirst(routines).map((one) => named(routineRow(one, 0))),
    ...fittingNames(schemas.map((name) => ({ name })), typed, MAX_OFFERS).map(({ name }): CatalogRow => ({
      ...BLANK,
      id: `s:${name}`,
      kind: "schema",
      name,
      schema: name,
    })),
  ];
  const rankOf = ({ name, elsewhere }: CatalogRow) => 2 * (nameFit(name, typed) ?? 0) + (elsewhere ? 1 : 0);
  return rows.sort((a, b) => rankOf(a) - rankOf(b)).slice(0, MAX_OFFERS);
}

/** Returns the table that a statement means by a name, preferably one that needs no schema. */
export function likelyTable(
  { tables, reached }: CatalogNames,
  { schema, name }: TablePath,
): CatalogTable | undefined {
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  const known = tables.filter((one) => same(one.name, name) && (schema === "" || same(one.schema, schema)));
  return known.find((one) => reached.includes(one.schema)) ?? known[0];
}
