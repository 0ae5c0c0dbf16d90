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
