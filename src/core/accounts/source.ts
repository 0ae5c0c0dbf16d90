/** What an account is called. */
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
  /** Asks for the list anew. Throws what the user can be told. */
  refresh?(signal: AbortSignal): Promise<void>;
  /** The roles of one of its accounts: the known ones, or asked for now. Throws what the user can be told. */
  roles?(account: string, signal: AbortSignal): Promise<readonly string[]>;
}

/**
 * What accounts were called when a source last told: kept for when it is gone (signed out, no network). A `Map` is one
 * that forgets at the end.
 */
export interface NameMemory {
  get(account: string): Named | undefined;
  /** Called when a source tells a name or an email that is not kept yet. */
  set(account: string, named: Named): unknown;
}
