import type { ConnectionFailure } from "../failure.ts";
import type { Engine } from "../engines/mod.ts";
import type { Session, StatementRefusal } from "../session/mod.ts";
import { textRows } from "../values.ts";
import { questionsFor } from "./questions.ts";

/** Maximum entries read of one list. A longer list is marked as cut. */
const MAX_COUNT = 200_000;

/** A table or view. */
export interface CatalogTable {
  readonly schema: string;
  readonly name: string;
  readonly kind: "table" | "view" | "materialized view" | "foreign table";
  /** The server's estimate of the number of rows; null when the server has none. */
  readonly rows: number | null;
  readonly comment?: string;
}

/** A function or procedure. */
export interface CatalogRoutine {
  readonly schema: string;
  readonly name: string;
  readonly kind: string;
  readonly parameters: string;
  readonly result?: string;
}

/** A column of a table. */
export interface CatalogColumn {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly default?: string;
  /** How the server makes the value, in place of a default. */
  readonly generated?: string;
  readonly comment?: string;
}

/** The columns, keys and indexes of one table. */
export interface TableDetail {
  readonly columns: readonly CatalogColumn[];
  readonly keys: readonly { readonly name: string; readonly kind: string; readonly definition: string }[];
  readonly indexes: readonly {
    readonly name: string;
    readonly unique: boolean;
    readonly definition: string;
  }[];
}

/** A table with its schema. */
export interface TablePath {
  readonly schema: string;
  readonly name: string;
}

/** A foreign key of a table. */
export interface ForeignKey {
  readonly name: string;
  readonly from: TablePath;
  readonly to: TablePath;
  readonly columns: readonly { readonly from: string; readonly to: string }[];
  /**
   * What happens to the key's rows when the referenced rows are deleted; absent when nothing does, or when it
   * is not known.
   */
  readonly onDelete?: string;
}

/** The answer to a question about the catalog. */
type CatalogAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | ConnectionFailure
  | StatementRefusal;

/** A list, with whether there is more than was read. */
interface Listed<T> {
  readonly entries: readonly T[];
  readonly cut: boolean;
}

type Cells = readonly (string | null)[];

/**
 * Returns the catalog of a server, which is read over a session that only reads. Nothing is read before it is
 * asked for.
 */
export function createCatalog(session: Pick<Session, "run" | "version">, engine: Engine) {
  const questions = questionsFor(engine, session.version);

  async function ask(
    sql: string,
    args: readonly string[],
    signal: AbortSignal,
  ): Promise<CatalogAnswer<Listed<Cells>>> {
    const { sink, rows: entries } = textRows(MAX_COUNT);
    const end = await session.run({ sql, args, write: false }, sink, signal);
    return end.ok ? { ok: true, value: { entries, cut: end.outcome.cut } } : end;
  }

  const keysBy = (sql: string) =>
  async (
    schema: string,
    name: string,
    signal: AbortSignal,
  ): Promise<CatalogAnswer<readonly ForeignKey[]>> => {
    const read = await ask(sql, [schema, name], signal);
    return read.ok ? { ok: true, value: foreignKeys(read.value.entries) } : read;
  };

  return {
    /** The foreign keys of a table. */
    references: keysBy(questions.references),
    /** The foreign keys of all tables that refer to a table. */
    referrers: keysBy(questions.referrers),
    /** The schemas that the server searches for a name without a schema, in that order. */
    async reached(signal: AbortSignal): Promise<CatalogAnswer<readonly string[]>> {
      const read = await ask(questions.reached, [], signal);
      return read.ok ? { ok: true, value: read.value.entries.flatMap(([name]) => name ?? []) } : read;
    },
    /** All tables and views except the server's own. */
    async tables(signal: AbortSignal): Promise<CatalogAnswer<Listed<CatalogTable>>> {
      const read = await ask(questions.tables, [], signal);
      if (!read.ok) return read;
      const estimates = new Map<string, number>();
      if (questions.estimates !== undefined) {
        const known = await ask(questions.estimates, [], signal);
        // A user who may not read the estimates sees the tables without them.
        for (const [schema, name, rows] of known.ok ? known.value.entries : []) {
          estimates.set(JSON.stringify([schema, name]), Number(rows));
        }
      }
      const entries = read.value.entries.map(([schema, name, kind, rows, comment]): CatalogTable => ({
        schema: schema ?? "",
        name: name ?? "",
        kind: kind as CatalogTable["kind"],
        rows: rows == null ? estimates.get(JSON.stringify([schema, name])) ?? null : Number(rows),
        ...(comment ? { comment } : {}),
      }));
      return { ok: true, value: { entries, cut: read.value.cut } };
    },
    async routines(signal: AbortSignal): Promise<CatalogAnswer<Listed<CatalogRoutine>>> {
      const read = await ask(questions.routines, [], signal);
      if (!read.ok) return read;
      const entries = read.value.entries.map(([schema, name, kind, parameters, result]): CatalogRoutine => ({
        schema: schema ?? "",
        name: name ?? "",
        kind: kind ?? "",
        parameters: parameters ?? "",
        ...(result ? { result } : {}),
      }));
      return { ok: true, value: { entries, cut: read.value.cut } };
    },
    async table(schema: string, name: string, signal: AbortSignal): Promise<CatalogAnswer<TableDetail>> {
      const columns = await ask(questions.columns, [schema, name], signal);
      if (!columns.ok) return columns;
      const keys = await ask(questions.keys, [schema, name], signal);
      if (!keys.ok) return keys;
      const indexes = await ask(questions.indexes, [schema, name], signal);
      if (!indexes.ok) return indexes;
      return {
        ok: true,
        value: {
          columns: columns.value.entries.map((
            [name, type, nullable, fallback, comment, generated],
          ) => ({
            name: name ?? "",
            type: type ?? "",
            nullable: nullable === "YES",
            ...(generated ? { generated } : fallback == null ? {} : { default: fallback }),
            ...(comment ? { comment } : {}),
          })),
          keys: keys.value.entries.map(([name, kind, definition]) => ({
            name: name ?? "",
            kind: kind ?? "",
            definition: definition ?? "",
          })),
          indexes: indexes.value.entries.map(([name, unique, definition]) => ({
            name: name ?? "",
            unique: unique === "YES",
            definition: definition ?? "",
          })),
        },
      };
    },
  };
}

/** Returns the foreign keys from rows that have one column of a key each. */
function foreignKeys(rows: readonly Cells[]): ForeignKey[] {
  const keys = new Map<string, ForeignKey & { readonly columns: { from: string; to: string }[] }>();
  for (const [schema, table, name, toSchema, toTable, from, to, onDelete] of rows) {
    const id = JSON.stringify([schema, table, name]);
    const key = keys.get(id) ?? {
      name: name ?? "",
      from: { schema: schema ?? "", name: table ?? "" },
      to: { schema: toSchema ?? "", name: toTable ?? "" },
      columns: [],
      ...(onDelete ? { onDelete } : {}),
    };
    keys.set(id, key);
    key.columns.push({ from: from ?? "", to: to ?? "" });
  }
  return [...keys.values()];
}
