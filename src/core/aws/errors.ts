import { ownProperty } from "../own_property.ts";

/**
 * The kind of an error, for code that handles some of them. Users read the message.
 *
 * - `signed-out`: nobody has signed in, or somebody signed out. `expired`: the session ended by itself.
 *   `revoked`: AWS rejects a session that should still be valid.
 * - `denied`: AWS denies access to a known identity. `missing`: the requested object does not exist.
 *   `choose`: the user must choose one of several roles. `region`: the account does not use this region.
 * - `many`: a list has more rows than are read.
 * - `throttled`: too many requests. `offline`: AWS was not reached. `timeout`: AWS did not answer in time.
 *   `skewed`: this computer's clock is wrong. `cancelled`: the caller no longer waits.
 * - `malformed`: a response that AWS does not document. `failed`: everything else.
 */
export type CloudErrorCode =
  | "signed-out"
  | "expired"
  | "revoked"
  | "denied"
  | "missing"
  | "choose"
  | "region"
  | "many"
  | "throttled"
  | "offline"
  | "timeout"
  | "skewed"
  | "cancelled"
  | "malformed"
  | "failed";

/** An error of AWS or of a request to it. The message is for the user and contains no secret. */
export class CloudError extends Error {
  /** The next step for the user. */
  readonly hint?: string;

  constructor(
    message: string,
    hint?: string,
    cause?: unknown,
    readonly code: CloudErrorCode = "failed",
    /** Flag for the next step on a terminal. Windows have a button or a page instead. */
    readonly flag?: string,
  ) {
    super(message, { cause });
    this.name = "CloudError";
    if (hint) this.hint = hint;
  }

  /** The message as a sentence for a window. On a terminal the message follows the program's name. */
  get sentence(): string {
    return this.message.charAt(0).toUpperCase() + this.message.slice(1);
  }

  /** The next step on a terminal. */
  get terminalHint(): string | undefined {
    const flag = this.flag ?? (needsSignIn(this) ? "--sign-in" : undefined);
    return flag === undefined ? this.hint : `${this.hint?.replace(/\.$/, ": ") ?? ""}kedge ${flag}`;
  }
}

/** Returns the error for work that the caller cancelled. */
export function cancelled(doing: string, cause?: unknown): CloudError {
  return new CloudError(`${doing}: cancelled`, undefined, cause, "cancelled");
}

/** Returns the error for a session that is not there any more. */
export const signedOut = (): CloudError =>
  new CloudError("You are not signed in any more.", "Sign in.", undefined, "signed-out");

/** Returns the error for a sign-in that the user, or the portal, did not allow. */
export const notAllowed = (): CloudError =>
  new CloudError("The sign-in was not allowed.", "Sign in again, and allow Kedge.", undefined, "denied");

/** Returns the error for a thing of a list that was removed meanwhile. */
export const removed = (doing: string): CloudError =>
  new CloudError(`${doing}: it is not there any more`, "Refresh the list.", undefined, "missing");

/** Whether signing in can solve the error. */
export function needsSignIn({ code }: CloudError): boolean {
  return code === "signed-out" || code === "expired" || code === "revoked";
}

const CHECK_NETWORK = "Check the network.";

type Meaning = readonly [code: CloudErrorCode, message: string, hint: string];

const NOT_THERE: Meaning = [
  "missing",
  "it does not exist in this account and region",
  "Check the name and the region.",
];
const DENIED: Meaning = ["denied", "access is denied", "The role needs the permission for this."];
const EXPIRED: Meaning = ["expired", "the credentials have expired", "Sign in again."];
const TOO_MANY: Meaning = ["throttled", "AWS gets too many requests", "Try again in a moment."];
const gone = (message: string): Meaning => ["missing", message, "Refresh the list."];
const wrong = (name: string): Meaning => [
  "denied",
  "the credentials are not valid",
  `Check ${name} or the profile.`,
];

/** Meanings of AWS's errors, by their names. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  ResourceNotFoundException: NOT_THERE,
  ParameterNotFound: NOT_THERE,
  ClusterNotFoundException: gone("the cluster is not there any more"),
  ServiceNotFoundException: gone("the service is not there any more"),
  ServiceNotActiveException: gone("the service was deleted"),
  AccessDeniedException: DENIED,
  UnauthorizedOperation: DENIED,
  AccessDenied: ["denied", "access is denied", "Check that the role may be assumed."],
  ExpiredTokenException: EXPIRED,
  ExpiredToken: EXPIRED,
  InvalidClientTokenId: wrong("AWS_ACCESS_KEY_ID"),
  UnrecognizedClientException: wrong("AWS_ACCESS_KEY_ID"),
  SignatureDoesNotMatch: wrong("AWS_SECRET_ACCESS_KEY"),
  OptInRequired: ["region", "the account does not use this region", "Choose another region."],
  RequestExpired: ["skewed", "AWS says that the request is too old", "Set this computer's clock."],
  Throttling: TOO_MANY,
  ThrottlingException: TOO_MANY,
  RequestLimitExceeded: TOO_MANY,
  TooManyRequestsException: TOO_MANY,
  DecryptionFailure: [
    "denied",
    "it cannot be decrypted with its key",
    "The role needs kms:Decrypt on the key.",
  ],
};

/** Finds the missing permission in AWS's message. */
const NOT_AUTHORIZED = /not authorized to perform: ([a-z0-9-]{1,40}:[A-Za-z0-9]{1,100})(?![\w*:])/;

/** Returns the next step after a denial. Names the missing permission, because the administrator needs it. */
function deniedHint(hint: string, message = ""): string {
  const permission = NOT_AUTHORIZED.exec(message)?.[1];
  if (permission === undefined || permission.startsWith("sts:")) return hint;
  return / explicit deny /.test(message)
    ? `A policy forbids ${permission} to the role, whatever else allows it.`
    : `The role needs the permission ${permission}.`;
}

/** Returns an error of AWS as an error for the user. `doing` names the attempt. */
export function cloudError(doing: string, error: unknown, signal: AbortSignal): CloudError {
  if (signal.aborted) return cancelled(doing, error);
  const { name, message, code } = error as { name?: string; message?: string; code?: string };
  if (name === "TimeoutError" || name === "AbortError") {
    return new CloudError(`${doing}: AWS did not answer in time`, CHECK_NETWORK, error, "timeout");
  }
  const known = ownProperty(MEANINGS, name ?? "");
  if (known) {
    const [kind, words, hint] = known;
    const step = kind === "denied" ? deniedHint(hint, message) : hint;
    return new CloudError(`${doing}: ${words}`, step, error, kind);
  }
  if (code === "ECONNREFUSED" || code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return new CloudError(`${doing}: AWS cannot be reached (${code})`, CHECK_NETWORK, error, "offline");
  }
  return new CloudError(`${doing}: ${message || name || "unknown error"}`, undefined, error);
}
