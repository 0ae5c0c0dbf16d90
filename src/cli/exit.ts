/** Exit statuses, as `kedge --help` explains them. */
export const EXIT = {
  done: 0,
  /** Errors were found, or the action failed. */
  failed: 1,
  /** Wrong usage or an unreadable file. */
  usage: 2,
  /** Untrusted, incompatible, or does not compile. */
  refused: 3,
  timeout: 124,
  stopped: 130,
} as const;

/**
 * Standard output cannot be written, for example because the disk is full. The program ends with one line and
 * the status of a failure.
 */
export class OutputError extends Error {
  override readonly name = "OutputError";

  /** @param cause the error of the system */
  constructor(override readonly cause: unknown) {
    super("standard output cannot be written");
  }
}
