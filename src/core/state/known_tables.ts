/** A table or view of a server, by its name. */
export interface KnownTable {
  readonly schema: string;
  readonly name: string;
}

/** The tables of servers whose catalogs were read, by where the servers are: a server keeps them when it is renamed. */
export type KnownTables = Readonly<Record<string, readonly KnownTable[]>>;

/** Tables of one server that can be found by typing, and servers that are kept: the ones that were read last. */
const MOST_TABLES = 2000, MOST_SERVERS = 20;
/** Characters of a name; no engine allows more. */
const LONGEST = 200;

/** With the tables of one more server, which comes first. */
export function withTables(known: KnownTables, address: string, tables: readonly KnownTable[]): KnownTables {
  const { [address]: _, ...others } = known;
  const names = tables.slice(0, MOST_TABLES).map(({ schema, name }) => ({ schema, name }));
  return Object.fromEntries([[address, names] as const, ...Object.entries(others)].slice(0, MOST_SERVERS));
}

/** The tables as they were saved; parts of another shape are left out. */
export function readTables(value: unknown): KnownTables {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).slice(0, MOST_SERVERS).flatMap(([address, tables]) =>
      Array.isArray(tables) ? [[address, tables.slice(0, MOST_TABLES).flatMap(tableOf)]] : []
    ),
  );
}

function tableOf(value: unknown): KnownTable[] {
  const { schema, name } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return isName(schema) && isName(name) && name !== "" ? [{ schema, name }] : [];
}

const isName = (value: unknown): value is string => typeof value === "string" && value.length <= LONGEST;
