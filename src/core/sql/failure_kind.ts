/** Kind of a failed connection, for code that acts on it. After `password` the user can be asked again. */
export type FailureKind =
  | "password"
  | "denied"
  | "database"
  | "refused"
  | "unreachable"
  | "dns"
  | "timeout"
  | "silent"
  | "tls-unsupported"
  | "tls-required"
  | "tls-failed"
  | "tls-untrusted"
  | "other-server"
  | "too-many"
  | "starting"
  | "sign-in"
  | "cleartext"
  | "expired"
  | "file"
  | "way"
  | "https"
  | "lost"
  | "stopped"
  | "failed";

/** A connection that could not be opened or was lost. Neither message nor hint contains a password. */
export interface ConnectionFailure {
  readonly ok: false;
  readonly kind: FailureKind;
  readonly message: string;
  /** The next step for the user. */
  readonly hint: string;
  /** Set when a way did not answer in time. */
  readonly late?: true;
  /** Set when the connection was lost and the statement may have taken effect all the same. */
  readonly mayCount?: true;
}
