import type { createCatalog, ForeignKey, TablePath } from "../catalog/mod.ts";
import type { Engine } from "../engines/mod.ts";
import { oneLine } from "../../text/outside.ts";
import { quotedName } from "../text/names.ts";
import { BLANK, type CatalogRow } from "./catalog_row.ts";

/** Maximum keys shown that refer to a table. */
const MAX_COUNT = 200;
const MORE = "There are more than are shown";

type Referrers = Awaited<ReturnType<ReturnType<typeof createCatalog>["referrers"]>>;

/**
 * Returns the keys that refer to a table, or a failure after `limit` ms, because MySQL opens all of its
 * tables to find them.
 */
export async function referrersOf(
  catalog: Pick<ReturnType<typeof createCatalog>, "referrers">,
  { schema, name }: TablePath,
  signal: AbortSignal,
  limit: number,
): Promise<Referrers> {
  const late = AbortSignal.timeout(limit);
  const read = await catalog.referrers(schema, name, AbortSignal.any([signal, late]));
  if (read.ok || signal.aborted || !late.aborted) return read;
  const message = `The server did not tell within ${limit / 1000} s which tables refer to it.`;
  return { ok: false, kind: "timeout", message, hint: "" };
}

/**
 * Returns the tree's rows for the tables that refer to another one, each with its key. `above` is the row
 * that contains them.
 */
export function referrerRows(keys: readonly ForeignKey[], above: CatalogRow): CatalogRow[] {
  const inner = { ...BLANK, depth: above.depth + 1 };
  if (keys.length === 0) {
    return [{ ...inner, id: `${above.id}:none`, kind: "note", name: "No table refers to it" }];
  }
  const rows = keys.slice(0, MAX_COUNT).map(({ name, from, columns, onDelete }): CatalogRow => ({
    ...inner,
    id: `${above.id}:${JSON.stringify([from.schema, from.name, name])}`,
    kind: "table",
    name: from.name,
    detail: [
      from.schema === above.schema ? "" : from.schema,
      `${columns.map((one) => one.from).join(", ")} → ${columns.map((one) => one.to).join(", ")}`,
      onDelete ? `on delete ${onDelete}` : "",
    ].filter((part) => part !== "").join(" · "),
    schema: from.schema,
  }));
  return keys.length > MAX_COUNT
    ? [...rows, { ...inner, id: `${above.id}:cut`, kind: "note", name: MORE }]
    : rows;
}

/** Returns the SQL comments below a table's definition: the tables that refer to it, or why they are not known. */
export function referrerRemarks(read: Referrers, engine: Engine): string[] {
  if (!read.ok) return [oneLine(`-- Not known: which tables refer to it. ${read.message}`)];
  const keys = read.value;
  if (keys.length === 0) return [];
  const quoted = (name: string) => quotedName(name, engine);
  const list = (names: readonly string[]) => `(${names.map(quoted).join(", ")})`;
  return [
    "-- Referenced by:",
    ...keys.slice(0, MAX_COUNT).map(({ name, from, columns, onDelete }) => {
      const words = `${quoted(from.schema)}.${quoted(from.name)} ${
        list(columns.map((one) => one.from))
      } references ${list(columns.map((one) => one.to))}${
        onDelete ? ` on delete ${onDelete}` : ""
      }, constraint ${quoted(name)}`;
      // A name with a line break in it would end the comment.
      return `--   ${oneLine(words, { longest: 2000 })}`;
    }),
    ...(keys.length > MAX_COUNT ? [`-- ${MORE}.`] : []),
  ];
}
