/** The name of an account. */
export interface Named {
  readonly name?: string;
  readonly email?: string;
}

/** An account as one source knows it. One that has not changed stays the same object. */
export interface FoundAccount extends Named {
  /** 12 digits. */
  readonly id: string;
  /** Where its things usually are. */
  readonly region?: string;
  /** The roles that are known to be there for the user; absent until they were asked for. */
  readonly roles?: readonly string[];
}

/** A place that gives accounts beside the configuration: a sign-in portal, profiles, the standard chain. */
export interface AccountSource {
  /** Its name, which says where an account comes from: `portal`, `profiles`, `chain`. */
  readonly source: string;
  /** Its present accounts, each once, without a request. The same list while nothing has changed. */
  accounts(): readonly FoundAccount[];
  /** Calls `listener` after each change; returns the function that ends it. */
  subscribe(listener: () => void): () => void;
  /** Asks for the list anew. Throws an error whose message is for the user. */
  refresh?(signal: AbortSignal): Promise<void>;
  /**
   * The roles of one of its accounts: the known ones, or asked for now. Throws an error whose message is for the
   * user.
   */
  roles?(account: string, signal: AbortSignal): Promise<readonly string[]>;
}

/**
 * The names that sources last gave to accounts, for times when a source is gone (signed out, no network). A `Map`
 * forgets at the end.
 */
export interface NameMemory {
  get(account: string): Named | undefined;
  /** Called when a source gives a name or an email that is not stored yet. */
  set(account: string, named: Named): unknown;
}
