/** Where an action runs, and with whose rights. `Partial` of it is as much as somebody has decided. */
export interface AccountContext {
  /** The account's number, 12 digits. */
  readonly account: string;
  /** A role there; "" are the user's credentials as they are. */
  readonly role: string;
  readonly region: string;
}
