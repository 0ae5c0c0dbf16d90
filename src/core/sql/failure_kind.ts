/** What went wrong, for code to act on: `password` is worth asking the user again. */
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

/** A connection that did not come about. Message and hint never hold a password. */
export interface ConnectionFailure {
  readonly ok: false;
  readonly kind: FailureKind;
  readonly message: string;
  /** The next step. */
  readonly hint: string;
}
