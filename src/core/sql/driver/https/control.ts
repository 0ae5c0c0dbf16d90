/** What a statement of Kedge itself does with the transaction, for which the Data API has calls of its own. */
type Control =
  | { readonly kind: "begin"; readonly modes: string }
  | { readonly kind: "commit" | "rollback" }
  /** A setting of the session. The service has no sessions, because others use its connections too. */
  | { readonly kind: "session" }
  /** A setting of a PostgreSQL transaction. */
  | { readonly kind: "set"; readonly name: string; readonly value: string }
  /** Releases locks that outlive the transaction. */
  | { readonly kind: "unlock" }
  | { readonly kind: "other" };

/** Reads a statement that guards, held writes and transactions prepare. */
export function controlOf(sql: string): Control {
  const begin = /^(?:begin|start transaction)\b\s*(.*)$/is.exec(sql);
  if (begin) return { kind: "begin", modes: begin[1]!.trim().toLowerCase() };
  if (/^(commit|rollback)$/i.test(sql)) return { kind: sql.toLowerCase() as "commit" | "rollback" };
  if (/^set (session|time_zone)\b/i.test(sql)) return { kind: "session" };
  const set = /^set local (\w+) to '?([^']*)'?$/i.exec(sql);
  if (set) return { kind: "set", name: set[1]!.toLowerCase(), value: set[2]! };
  if (/pg_advisory_unlock_all\(\)|release_all_locks\(\)/.test(sql)) return { kind: "unlock" };
  return { kind: "other" };
}

/** Returns a query that sets a transaction's settings. It also makes the transaction read something. */
export function driverQuery(settings: readonly (readonly [name: string, value: string])[]): string {
  const set = settings.map(([name, value]) =>
    `set_config('${name}', '${value.replaceAll("'", "''")}', true)`
  );
  return `select ${["pg_backend_pid()", ...set].join(", ")}`;
}

/** Returns the first word of a statement, which says what it does. */
export function commandOf(sql: string): string {
  return /^(?:\s|--[^\n]*\n|\/\*.*?\*\/|\()*([a-z]+)/is.exec(sql)?.[1]?.toUpperCase() ?? "";
}

/**
 * Whether a statement must go on at the server when a call takes too long, because ending it halfway may
 * leave things half done.
 */
export const isDefinition = (sql: string) =>
  /^(CREATE|ALTER|DROP|TRUNCATE|REINDEX|VACUUM|REFRESH|ANALYZE|OPTIMIZE)$/.test(commandOf(sql));

/** Whether a cursor can be declared for a statement. */
export const isQuery = (sql: string) => /^(SELECT|WITH|VALUES|TABLE)$/.test(commandOf(sql));
