/** Exit statuses, as `kedge --help` explains them. */
export const EXIT = {
  done: 0,
  /** It found errors, or the action failed. */
  failed: 1,
  /** Wrong usage or an unreadable file. */
  usage: 2,
  /** Untrusted, incompatible, does not compile. */
  refused: 3,
  timeout: 124,
  stopped: 130,
} as const;

/** Standard output takes nothing more (a full disk): ends the program with one line and the status of a failure. */
export class OutputFault extends Error {
  override readonly name = "OutputFault";

  /** @param cause what the system said */
  constructor(override readonly cause: unknown) {
    super("standard output cannot be written");
  }
}
