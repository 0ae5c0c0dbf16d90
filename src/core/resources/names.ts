/** Something that an account holds, by its name, as its list was last seen. */
export interface SeenName {
  readonly account: string;
  readonly region: string;
  /** The role that the list was read with; null: the account's usual one. */
  readonly role: string | null;
  /** Its name, and what tells it apart from others of its kind in the account and region. */
  readonly name: string;
  readonly id: string;
  /** The cluster of a service, or the engine of a database. */
  readonly of?: string;
  /** Of a secret and a database: which service of AWS has it. */
  readonly kind?: string;
}

/** Such names, by their sort. */
export type SeenNames = Readonly<Record<string, readonly SeenName[]>>;

/** Names that are not in the state, because there may be very many: read when somebody looks for one. */
export interface NameSource {
  /** Reads the names into memory; null when they are there already. */
  load(): Promise<void> | null;
  /** The names in memory: the same object while nothing has changed; null before they are read. */
  names(): SeenNames | null;
  /** Calls the listener when there are others. What was read is held at least as long as somebody listens. */
  subscribe(listener: () => void): () => void;
}
