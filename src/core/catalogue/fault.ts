/** The kind of trouble, for code that goes on differently and for tests; people read the message. */
type CatalogueTrouble =
  /** It is no catalogue. */
  | "malformed"
  /** Signatures: none, of other bytes, too few, of keys that are not trusted. */
  | "unsigned"
  | "wrong-signature"
  | "too-few-signatures"
  | "changed-keys"
  /** Times: another catalogue, an older one, another one of the same version, one past its end. */
  | "other-catalogue"
  | "older"
  | "two-of-one-version"
  | "expired"
  /** Its keys have not been shown to the user yet. */
  | "untrusted"
  /** The source: not reached, asks for a password, leads elsewhere, not there, too large. */
  | "unreachable"
  | "password"
  | "redirect"
  | "missing"
  | "too-large"
  | "no-program"
  /** A bundle that is not what the catalogue says. */
  | "other-bundle"
  | "says-less"
  | "withdrawn"
  /** Publishing. */
  | "no-key"
  | "overtaken"
  | "refused"
  | "cancelled";

/** Why a catalogue or a part of it is not taken; the texts are for the user. What was there before stays. */
export class CatalogueFault extends Error {
  override readonly name = "CatalogueFault";

  /** @param hint what the user can do */
  constructor(readonly trouble: CatalogueTrouble, message: string, readonly hint: string) {
    super(message);
  }
}

/** Tells whether an error is one, also when another part of the program has its own copy of the class. */
export function isCatalogueFault(error: unknown): error is CatalogueFault {
  return error instanceof Error && error.name === "CatalogueFault";
}
