/** Registers Kedge for its links, `kedge://…`, on one system. */
export interface LinkHandler {
  /** Registers or unregisters this Kedge for links. May throw the system's error. */
  set(on: boolean): Promise<void>;
}
