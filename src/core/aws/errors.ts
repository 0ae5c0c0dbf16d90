import { ownProperty } from "../own_property.ts";
/**
 * What kind of trouble it is, for code that goes on differently; people read the message.
 *
 * - `signed-out`: nobody has signed in, or someone signed out. `expired`: the session ended by itself.
 *   `revoked`: it should still last, and AWS takes it no more.
 * - `denied`: AWS knows who asks and says no. `missing`: what was asked for is not there. `choose`: several roles could be
 *   meant. `region`: the account does not use this region.
 * - `throttled`: too many requests. `offline`: AWS was not reached. `timeout`: it was silent for too long.
 *   `skewed`: this computer's clock is wrong. `cancelled`: nobody waits any more.
 * - `malformed`: an answer that is not what AWS documents. `failed`: everything else.
 */
export type CloudTrouble =
  | "signed-out"
  | "expired"
  | "revoked"
  | "denied"
  | "missing"
  | "choose"
  | "region"
  | "throttled"
  | "offline"
  | "timeout"
  | "skewed"
  | "cancelled"
  | "malformed"
  | "failed";

/** Something AWS refused or could not do; the message is for the user and holds no secret. */
export class CloudError extends Error {
  /** The next step. */
  readonly hint?: string;

  constructor(
    message: string,
    hint?: string,
    cause?: unknown,
    readonly trouble: CloudTrouble = "failed",
    /** The flag that does it on a terminal; windows have a button or a page. */
    readonly flag?: string,
  ) {
    super(message, { cause });
    this.name = "CloudError";
    if (hint) this.hint = hint;
  }

  /** The message as it stands in a window; on a terminal it goes on after the program's name. */
  get sentence(): string {
    return this.message.charAt(0).toUpperCase() + this.message.slice(1);
  }

  /** The next step on a terminal. */
  get terminalHint(): string | undefined {
    const flag = this.flag ?? (needsSignIn(this) ? "--sign-in" : undefined);
    return flag === undefined ? this.hint : `${this.hint?.replace(/\.$/, ": ") ?? ""}kedge ${flag}`;
  }
}

/** The caller cancelled it. */
export function cancelled(doing: string): CloudError {
  return new CloudError(`${doing}: cancelled`, undefined, undefined, "cancelled");
}

/** Whether the user can mend it by signing in. */
export function needsSignIn({ trouble }: CloudError): boolean {
  return trouble === "signed-out" || trouble === "expired" || trouble === "revoked";
}

const CHECK_NETWORK = "Check the network.";

type Meaning = readonly [trouble: CloudTrouble, message: string, hint: string];

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

/** What each error of AWS means, by its name. */
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

/** The permission that AWS misses, by its name. */
const NOT_AUTHORIZED = /not authorized to perform: ([a-z0-9-]{1,40}:[A-Za-z0-9]{1,100})(?![\w*:])/;

/** The next step after a denial. The administrator wants to know what was denied, so it is named. */
function deniedHint(hint: string, message = ""): string {
  const permission = NOT_AUTHORIZED.exec(message)?.[1];
  if (permission === undefined || permission.startsWith("sts:")) return hint;
  return / explicit deny /.test(message)
    ? `A policy forbids ${permission} to the role, whatever else allows it.`
    : `The role needs the permission ${permission}.`;
}

/** An error of AWS, for the user; `doing` names the attempt. */
export function cloudError(doing: string, error: unknown, signal: AbortSignal): CloudError {
  if (signal.aborted) return new CloudError(`${doing}: cancelled`, undefined, error, "cancelled");
  const { name, message, code } = error as { name?: string; message?: string; code?: string };
  if (name === "TimeoutError" || name === "AbortError") {
    return new CloudError(`${doing}: AWS did not answer in time`, CHECK_NETWORK, error, "timeout");
  }
  const known = ownProperty(MEANINGS, name ?? "");
  if (known) {
    const [trouble, words, hint] = known;
    const step = trouble === "denied" ? deniedHint(hint, message) : hint;
    return new CloudError(`${doing}: ${words}`, step, error, trouble);
  }
  if (code === "ECONNREFUSED" || code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return new CloudError(`${doing}: AWS cannot be reached (${code})`, CHECK_NETWORK, error, "offline");
  }
  return new CloudError(`${doing}: ${message || name || "unknown error"}`, undefined, error);
}
