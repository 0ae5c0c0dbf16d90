import { fieldsOf } from "../json_values.ts";

/** A table or view of a server. */
export interface KnownTable {
  readonly schema: string;
  readonly name: string;
}

/** Tables of servers whose catalogs were read, by the server's address, so that a renamed server keeps them. */
export type KnownTables = Readonly<Record<string, readonly KnownTable[]>>;

/** Maximum tables of a server that typing finds, and maximum servers that are kept. The latest ones are kept. */
const MAX_TABLES = 2000, MAX_SERVERS = 20;
/** Maximum characters of a name; no engine allows more. */
const MAX_LENGTH = 200;

/** Returns the tables with those of one more server, which comes first. */
export function withTables(known: KnownTables, address: string, tables: readonly KnownTable[]): KnownTables {
  const { [address]: _, ...others } = known;
  const names = tables.slice(0, MAX_TABLES).map(({ schema, name }) => ({ schema, name }));
  return Object.fromEntries([[address, names] as const, ...Object.entries(others)].slice(0, MAX_SERVERS));
}

/** Reads the saved tables, without parts of another shape. */
export function readTables(value: unknown): KnownTables {
  return Object.fromEntries(
    Object.entries(fieldsOf(value)).slice(0, MAX_SERVERS).flatMap(([address, tables]) =>
      Array.isArray(tables) ? [[address, tables.slice(0, MAX_TABLES).flatMap(tableOf)]] : []
    ),
  );
}

function tableOf(value: unknown): KnownTable[] {
  const { schema, name } = fieldsOf(value);
  return isName(schema) && isName(name) && name !== "" ? [{ schema, name }] : [];
}

const isName = (value: unknown): value is string => typeof value === "string" && value.length <= MAX_LENGTH;
