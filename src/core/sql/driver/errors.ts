/**
 * Code of a query that was not run, or was ended, because it reads more bytes than the user allows without
 * being asked. It is Kedge's own, in a class that the SQL standard leaves to implementations.
 */
export const OVER_BOUND = "KE001";

/**
 * The connection can no longer be used: it could not be opened, was lost or cut, or the server broke the
 * protocol. `code` is the operating system's (`ECONNREFUSED` …) or one of {@link DriverErrorCode}.
 */
export class DriverError extends Error {
  override readonly name = "DriverError";

  constructor(
    readonly code: DriverErrorCode | (string & Record<never, never>),
    message: string,
    /** The next step, when the code that noticed the error knows it best. */
    readonly hint = "",
  ) {
    super(message);
  }
}

/** Codes of failures below SQL, apart from the operating system's. */
type DriverErrorCode =
  /** The other side does not keep to the protocol. */
  | "PROTOCOL"
  /** The first bytes belong to another protocol. */
  | "FOREIGN"
  /** The other side closed the connection. */
  | "CLOSED"
  | "ETIMEDOUT"
  /** Kedge ended the connection because it was told to. */
  | "ABORT"
  | "TLS_ABSENT"
  | "TLS_FAILED"
  /** No trusted authority has signed the server's certificate. */
  | "TLS_UNTRUSTED"
  /** The certificate has expired, or is not valid yet; the message is the day. */
  | "TLS_EXPIRED"
  | "TLS_NOT_YET"
  /** The certificate is for other names; the message lists them. */
  | "TLS_OTHER_NAME"
  /** The server refuses the user's certificate or requires one; the message is the name of the TLS alert. */
  | "TLS_CLIENT"
  /** The server requires a kind of sign-in that Kedge does not know or must not use on this connection. */
  | "AUTH"
  /** The server asks for the password itself without TLS. */
  | "CLEARTEXT"
  /** The service asked over HTTPS refuses or was not reached; message and hint need no further words. */
  | "HTTPS"
  /** A file that the server's entry names cannot be used; the message says which and why. */
  | "FILE"
  /** A row or message is larger than Kedge takes. */
  | "TOO_LARGE";

/** An error of the server about a statement or a login that it refuses. */
export class ServerError extends Error {
  override readonly name = "ServerError";

  constructor(
    /** SQLSTATE of PostgreSQL, or error number of MySQL. */
    readonly code: string,
    message: string,
    readonly more: {
      readonly detail?: string;
      readonly hint?: string;
      /** Position of the error in the statement, in characters from 1. */
      readonly position?: number;
      /** Whether the error ends the session. */
      readonly fatal?: boolean;
      /** Whether the server sent the error before anything was asked. */
      readonly unasked?: boolean;
    } = {},
  ) {
    super(message);
  }
}

/** Returns the error of a server that does not keep to the protocol. */
export function broken(what: string): DriverError {
  return new DriverError("PROTOCOL", `the server broke the protocol: ${what}`);
}
