import type { ReachedServer } from "./found.ts";

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
  | "lost"
  | "stopped"
  | "failed";

/** What is known of a failed attempt. */
export interface Attempt {
  readonly server: ReachedServer;
  readonly user: string;
  /** The database that was asked for. */
  readonly database: string | undefined;
  /** A code of the system or the driver, SQLSTATE, or MySQL's number. */
  readonly code: string;
  /** The server's own words, already free of secrets. */
  readonly text: string;
  /** Whether the TCP connection was made. */
  readonly connected: boolean;
  /** Whether the user had signed in. */
  readonly signedIn?: boolean;
}
