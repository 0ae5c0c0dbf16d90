/** The name of a resource, from the last time its list was read. */
export interface SeenName {
  readonly account: string;
  readonly region: string;
  /** Role that the list was read with; null for the account's usual one. */
  readonly role: string | null;
  /** Name to show. */
  readonly name: string;
  readonly id: string;
  /** The cluster of a service, or the engine of a database. */
  readonly of?: string;
  /** For a secret or database: the AWS service that has it. */
  readonly kind?: string;
}

/** Names of resources, by their sort. */
export type SeenNames = Readonly<Record<string, readonly SeenName[]>>;

/** Names outside of the state, because there may be very many. They are read when somebody looks for one. */
export interface NameSource {
  /** Reads the names into memory; null when they are in memory. */
  load(): Promise<void> | null;
  /** Returns the names in memory, and the same object while nothing has changed; null before they are read. */
  names(): SeenNames | null;
  /** Calls the listener when names change. The names stay in memory at least while somebody listens. */
  subscribe(listener: () => void): () => void;
}
