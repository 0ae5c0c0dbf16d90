/** An account and a role as the command line names them. */
export interface RoleTarget {
  /** Twelve digits, or a name. */
  readonly account: string;
  /** "" when none is named. */
  readonly role: string;
}

/** Reads `ACCOUNT/ROLE` or `ACCOUNT`; the account is a number or, in what Kedge has seen, a name. Null when it is neither. */
export function parseTarget(text: string): RoleTarget | null {
  const match = /^([^/]{1,200}?)(?:\/([\w+=,.@-]{1,64}))?$/.exec(text);
  return match && match[1]!.trim() !== "" ? { account: match[1]!, role: match[2] ?? "" } : null;
}

/** Reads `ACCOUNT/ROLE/DATABASE`, a database that is found in an account; null for what is none, such as the name of a server. */
export function parseDatabase(text: string): RoleTarget & { readonly database: string } | null {
  const [, where = "", database] = /^([^/]+\/[^/]*)\/([^/]+)$/.exec(text) ?? [];
  const target = database === undefined ? null : parseTarget(where.replace(/\/$/, ""));
  return target && { ...target, database: database! };
}
