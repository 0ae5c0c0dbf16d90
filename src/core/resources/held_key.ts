/** Where something is that an account holds. */
interface HeldContext {
  readonly account: string;
  /** Where it is not the account's own. */
  readonly region?: string | undefined;
}

/**
 * The name of something that an account holds in the palette and in what is used most, so that both mean the same.
 */
export function heldKey(
  sort: string,
  { account, region }: HeldContext,
  id: string,
): string {
  return `${sort}:${account}/${id}${region === undefined ? "" : `@${region}`}`;
}

/** What tells a secret from others: a parameter may have the name of one in Secrets Manager. */
export function secretId(name: string, kind = "secret"): string {
  return kind === "secret" ? name : `${kind}:${name}`;
}

/** What tells a database from others. */
export function databaseId(kind: string, id: string): string {
  return `${kind}/${id}`;
}

/** What tells a service from others. */
export function serviceId(cluster: string, name: string): string {
  return `${cluster}/${name}`;
}
