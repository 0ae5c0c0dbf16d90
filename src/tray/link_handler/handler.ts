/** Who starts Kedge with a link, on one system. */
export interface LinkHandler {
  /** Makes the system start this Kedge with links, or not. May throw the system's error. */
  set(on: boolean): Promise<void>;
}
