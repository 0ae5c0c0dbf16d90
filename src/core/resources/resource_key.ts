/** The account and region of a resource. */
interface ResourceContext {
  readonly account: string;
  /** Region; absent for the account's usual one. */
  readonly region?: string | undefined;
}

/**
 * Returns the key of a resource. The palette and the counts of what is used most share it, so that both mean
 * the same resource.
 */
export function resourceKey(
  sort: string,
  { account, region }: ResourceContext,
  id: string,
): string {
  return `${sort}:${account}/${id}${region === undefined ? "" : `@${region}`}`;
}

/** Returns the ID of a secret. The kind is part of it because a parameter may have the name of a secret. */
export function secretId(name: string, kind = "secret"): string {
  return kind === "secret" ? name : `${kind}:${name}`;
}

/** Returns the ID of a database among all databases of an account and region. */
export function databaseId(kind: string, id: string): string {
  return `${kind}/${id}`;
}

/** Returns the ID of a service among all services of an account and region. */
export function serviceId(cluster: string, name: string): string {
  return `${cluster}/${name}`;
}
