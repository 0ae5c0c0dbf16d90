/**
 * The code of a query that was not run, or was ended, since it reads more than the user wants without being asked: Kedge's
 * own, in the class that SQL leaves to others.
 */
export const OVER_BOUND = "KE001";

/**
 * The connection is of no more use: it could not be made, was lost or cut, or the server broke the protocol.
 * `code` is the system's (`ECONNREFUSED` …) or one of {@link FaultCode}.
 */
export class Fault extends Error {
  override readonly name = "Fault";

  constructor(
    readonly code: FaultCode | (string & Record<never, never>),
    message: string,
    /** The next step, where the code that noticed the fault knows it best. */
    readonly hint = "",
  ) {
    super(message);
  }
}

/** What can go wrong below SQL, apart from the system's own codes. */
type FaultCode =
  /** The other side does not speak the protocol, or breaks it. */
  | "PROTOCOL"
  /** The first bytes are of another protocol altogether. */
  | "FOREIGN"
  /** The other side hung up. */
  | "CLOSED"
  | "ETIMEDOUT"
  /** Kedge itself ended it, because it was told to. */
  | "ABORT"
  | "TLS_ABSENT"
  | "TLS_FAILED"
  /** No trusted authority has signed the server's certificate. */
  | "TLS_UNTRUSTED"
  /** The certificate's time is over, or yet to come; the message is the day. */
  | "TLS_EXPIRED"
  | "TLS_NOT_YET"
  /** The certificate is for other names, which are the message. */
  | "TLS_OTHER_NAME"
  /** The server does not take the certificate that Kedge shows, or misses one; the message is TLS's word for why. */
  | "TLS_CLIENT"
  /** The server wants a way of signing in that Kedge does not know or must not use here. */
  | "AUTH"
  /** Without TLS the server asks for the password itself. */
  | "CLEARTEXT"
  /** The service that is asked over HTTPS refuses, or is not reached; message and hint say it whole. */
  | "HTTPS"
  /** A file that the server's entry names cannot be used; the message says which and why. */
  | "FILE"
  /** A row or message is larger than Kedge takes. */
  | "TOO_LARGE";

/** What a server says about a statement or a login that it refuses. */
export class ServerError extends Error {
  override readonly name = "ServerError";

  constructor(
    /** SQLSTATE of PostgreSQL, the error's number of MySQL. */
    readonly code: string,
    message: string,
    readonly more: {
      readonly detail?: string;
      readonly hint?: string;
      /** Where in the statement, in characters from 1. */
      readonly position?: number;
      /** The session is over. */
      readonly fatal?: boolean;
      /** It was said before anything was asked. */
      readonly unasked?: boolean;
    } = {},
  ) {
    super(message);
  }
}

/** Breaks off: the server does not keep to the protocol. */
export function broken(what: string): Fault {
  return new Fault("PROTOCOL", `the server broke the protocol: ${what}`);
}
