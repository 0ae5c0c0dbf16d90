/** What a statement of Kedge's own does with the transaction, which the Data API keeps by calls of its own. */
type Control =
  | { readonly kind: "begin"; readonly modes: string }
  | { readonly kind: "commit" | "rollback" }
  /** Is about the session, of which there is none: connections behind the service are others' too. */
  | { readonly kind: "session" }
  /** A setting of the transaction of PostgreSQL. */
  | { readonly kind: "set"; readonly name: string; readonly value: string }
  /** Gives back locks that outlive the transaction. */
  | { readonly kind: "unlock" }
  | { readonly kind: "other" };

/** Reads one of the statements that guards, holds and transactions prepare. */
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

/** The settings of a transaction as one question, which also makes that it has read something. */
export function driverQuery(settings: readonly (readonly [name: string, value: string])[]): string {
  const set = settings.map(([name, value]) =>
    `set_config('${name}', '${value.replaceAll("'", "''")}', true)`
  );
  return `select ${["pg_backend_pid()", ...set].join(", ")}`;
}

/** The word that says what a statement did: its first one. */
export function commandOf(sql: string): string {
  return /^(?:\s|--[^\n]*\n|\/\*.*?\*\/|\()*([a-z]+)/is.exec(sql)?.[1]?.toUpperCase() ?? "";
}

/** What goes on at the server when a call has taken too long, for ended in the middle it may leave things half done. */
export const isDefinition = (sql: string) =>
  /^(CREATE|ALTER|DROP|TRUNCATE|REINDEX|VACUUM|REFRESH|ANALYZE|OPTIMIZE)$/.test(commandOf(sql));

/** What a cursor can be declared for. */
export const isQuery = (sql: string) => /^(SELECT|WITH|VALUES|TABLE)$/.test(commandOf(sql));
