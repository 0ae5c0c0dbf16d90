/** Something AWS refused or could not do; the message is for the user and holds no secret. */
export class CloudError extends Error {
  /** What to do next. */
  readonly hint?: string;

  constructor(message: string, hint?: string, cause?: unknown) {
    super(message, { cause });
    this.name = "CloudError";
    if (hint) this.hint = hint;
  }
}

const SAYINGS: Readonly<Record<string, readonly [message: string, hint?: string]>> = {
  ResourceNotFoundException: [
    "it does not exist in this account and region",
    "Check the name and the region.",
  ],
  AccessDeniedException: ["access is denied", "The role needs the permission for this."],
  AccessDenied: ["access is denied", "Check that the role may be assumed."],
  ExpiredTokenException: ["the credentials have expired", "Sign in again."],
  ExpiredToken: ["the credentials have expired", "Sign in again."],
  InvalidClientTokenId: ["the credentials are not valid", "Check AWS_ACCESS_KEY_ID or the profile."],
  UnrecognizedClientException: ["the credentials are not valid", "Check AWS_ACCESS_KEY_ID or the profile."],
  SignatureDoesNotMatch: ["the credentials are not valid", "Check AWS_SECRET_ACCESS_KEY or the profile."],
  DecryptionFailure: ["it cannot be decrypted with its key", "The role needs kms:Decrypt on the key."],
};

/** What AWS said, for the user; `doing` names the attempt. */
export function cloudError(doing: string, error: unknown, signal: AbortSignal): CloudError {
  if (signal.aborted) return new CloudError(`${doing}: cancelled`, undefined, error);
  const { name, message, code } = error as { name?: string; message?: string; code?: string };
  if (name === "TimeoutError" || name === "AbortError") {
    return new CloudError(`${doing}: AWS did not answer in time`, "Check the network.", error);
  }
  const saying = SAYINGS[name ?? ""];
  if (saying) return new CloudError(`${doing}: ${saying[0]}`, saying[1], error);
  if (code === "ECONNREFUSED" || code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return new CloudError(`${doing}: AWS cannot be reached (${code})`, "Check the network.", error);
  }
  return new CloudError(`${doing}: ${message || name || "unknown error"}`, undefined, error);
}
