/** An account and a role on the command line. */
export interface RoleTarget {
  /** The account's twelve digits or its name. */
  readonly account: string;
  /** Name of the role; "" when none is given. */
  readonly role: string;
}

/** Reads `ACCOUNT/ROLE` or `ACCOUNT`, where the account is a number or a name. Returns null for any other text. */
export function parseTarget(text: string): RoleTarget | null {
  const match = /^([^/]{1,200}?)(?:\/([\w+=,.@-]{1,64}))?$/.exec(text);
  return match && match[1]!.trim() !== "" ? { account: match[1]!, role: match[2] ?? "" } : null;
}

/**
 * Reads `ACCOUNT/ROLE/DATABASE`, which names a database of an account. Returns null for any other text, and
 * for the name of a configured server, which may have slashes too.
 */
export function parseDatabase(
  text: string,
  servers: readonly { readonly name: string }[],
): RoleTarget & { readonly database: string } | null {
  if (servers.some(({ name }) => name === text)) return null;
  const [, where = "", database] = /^([^/]+\/[^/]*)\/([^/]+)$/.exec(text) ?? [];
  const target = database === undefined ? null : parseTarget(where.replace(/\/$/, ""));
  return target && { ...target, database: database! };
}
