/** Name and email of an account. */
export interface Named {
  readonly name?: string;
  readonly email?: string;
}

/** An account as one source knows it. An unchanged account stays the same object. */
export interface FoundAccount extends Named {
  /** Account ID, 12 digits. */
  readonly id: string;
  /** Region where most of the account's resources are. */
  readonly region?: string;
  /** Roles that the user may use there; absent before they are requested. */
  readonly roles?: readonly string[];
}

/** A source of accounts beside the configuration: a sign-in portal, profiles, the standard chain. */
export interface AccountSource {
  /** Name of the source, shown as the origin of an account: `portal`, `profiles`, `chain`. */
  readonly source: string;
  /** Returns the present accounts, each once, without a request. Returns the same array while nothing has changed. */
  accounts(): readonly FoundAccount[];
  /** Calls `listener` after each change; returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Requests the list again. Throws an error whose message is for the user. */
  refresh?(signal: AbortSignal): Promise<void>;
  /**
   * Returns the roles of one of the source's accounts, and requests them while they are not known. Throws an
   * error whose message is for the user.
   */
  roles?(account: string, signal: AbortSignal): Promise<readonly string[]>;
}

/**
 * Names that sources last gave to accounts, used while a source is gone (signed out, no network). A `Map`
 * loses them when Kedge ends.
 */
export interface NameMemory {
  get(account: string): Named | undefined;
  /** Called when a source gives a name or email that differs from the stored one. */
  set(account: string, named: Named): unknown;
}
