/** The kind of an error, for code that handles it and for tests; people read the message. */
type CatalogueErrorCode =
  /** An invalid address, or a file or folder of the user that cannot be used. */
  | "unusable"
  /** The file is not a catalogue. */
  | "malformed"
  /** Signatures: none, of other bytes, too few, by keys that are not trusted. */
  | "unsigned"
  | "wrong-signature"
  | "too-few-signatures"
  | "changed-keys"
  /** Order: another catalogue, an older version, different content with the same version, an expired one. */
  | "other-catalogue"
  | "older"
  | "two-of-one-version"
  | "expired"
  /** Its keys have not been shown to the user yet. */
  | "untrusted"
  /** The source: unreachable, asks for a password, redirects, file missing, file too large, program missing. */
  | "unreachable"
  | "password"
  | "redirect"
  | "missing"
  | "too-large"
  | "no-program"
  /** A bundle that differs from the catalogue, has more abilities than the catalogue says, or was withdrawn. */
  | "other-bundle"
  | "says-less"
  | "withdrawn"
  /** Errors of publishing. */
  | "no-key"
  | "overtaken"
  | "refused"
  | "cancelled";

/** Why a catalogue or a part of it is refused; the texts are for the user. Earlier data stays. */
export class CatalogueError extends Error {
  override readonly name = "CatalogueError";

  /** @param hint what the user can do */
  constructor(readonly code: CatalogueErrorCode, message: string, readonly hint: string) {
    super(message);
  }
}

/**
 * Returns whether an error is a CatalogueError, even when another part of the program has its own copy of the
 * class.
 */
export function isCatalogueError(error: unknown): error is CatalogueError {
  return error instanceof Error && error.name === "CatalogueError";
}
