/** Where an action runs, and with which role. `Partial<AccountContext>` holds the fields that are decided so far. */
export interface AccountContext {
  /** Account ID, 12 digits. */
  readonly account: string;
  /** Role in the account; empty for the user's own credentials. */
  readonly role: string;
  readonly region: string;
}

/** Returns the parts of a context that are there and not empty. */
export function partsOf({ account, role, region }: Partial<AccountContext>): Partial<AccountContext> {
  return { ...(account && { account }), ...(role && { role }), ...(region && { region }) };
}
