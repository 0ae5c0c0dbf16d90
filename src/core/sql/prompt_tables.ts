import { type PromptTable, tablesFor } from "../assistant/prompt.ts";
import type { CatalogTable, TableDetail } from "./catalog/mod.ts";

/** Maximum tables whose columns are sent, and maximum tables that are sent at all. The others have only their name. */
const WITH_COLUMNS = 25, NAMED = 150;

/**
 * Returns the tables of a catalog that a question is about. `detail` returns the columns of a table, or null
 * when they cannot be read.
 */
export async function promptTables(
  question: string,
  tables: readonly CatalogTable[],
  detail: (schema: string, name: string) => Promise<TableDetail | null>,
): Promise<PromptTable[]> {
  const order = tablesFor(question, tables);
  const result: PromptTable[] = [];
  for (const [rank, index] of order.slice(0, NAMED).entries()) {
    const { schema, name, kind } = tables[index]!;
    const known = rank < WITH_COLUMNS ? await detail(schema, name) : null;
    result.push({
      schema,
      name,
      kind,
      ...(known === null ? {} : {
        columns: known.columns.map(({ name, type }) => ({ name, type })),
        keys: known.keys.filter(({ kind }) => kind === "primary key" || kind === "foreign key")
          .map(({ definition, kind }) => definition.startsWith("(") ? `${kind} ${definition}` : definition),
      }),
    });
  }
  return result;
}
