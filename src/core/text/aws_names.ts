/** The number of an AWS account. */
export const ACCOUNT_ID = /^[0-9]{12}$/;

/** The name of a role. Only such a text goes into an ARN, a command line or the user's AWS files as a role. */
export const ROLE_NAME = /^[\w+=,.@-]{1,64}$/;

/** Whether a text is the number of an AWS account. */
export function isAccountId(text: string): boolean {
  return ACCOUNT_ID.test(text);
}

/**
 * Whether a text has the form of a region's name, so that it can be part of a host name. There is no list,
 * because AWS opens new regions.
 */
export function isRegion(text: string): boolean {
  return /^[a-z]{2,4}(-[a-z]{2,12}){1,3}-[0-9]{1,2}$/.test(text);
}
