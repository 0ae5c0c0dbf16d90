import type { Secret } from "../secret.ts";
import { hasControl } from "../text/controls.ts";

/** Every item of Kedge carries this service name. */
export const SERVICE = "kedge";

/** Whether secrets can be kept; `message` and `hint` say what is missing and what to do. */
export type KeychainStatus =
  | { readonly status: "ready"; readonly message?: undefined; readonly hint?: undefined }
  | { readonly status: "locked" | "absent"; readonly message: string; readonly hint: string };

/**
 * The operating system's keychain: one item per account, named so that a person can tell them apart.
 * Nothing here asks the user anything, except {@link unlock}. Every call ends within seconds.
 */
export interface Keychain {
  /** Bytes of UTF-8 that one secret may have here. */
  readonly limit: number;
  status(): Promise<KeychainStatus>;
  /** The secret, or null when there is none. Throws KeychainError. */
  get(account: string): Promise<Secret | null>;
  /** Stores the secret, replacing the one before. Throws KeychainError; nothing is then changed. */
  set(account: string, label: string, secret: Secret): Promise<void>;
  /** Removes the item and tells whether there was one. Throws KeychainError. */
  delete(account: string): Promise<boolean>;
  /**
   * Lets the desktop ask the user to unlock the keychain, and waits for the answer or the signal. Call
   * it only after something the user did.
   */
  unlock(signal: AbortSignal): Promise<KeychainStatus>;
}

/** Why the keychain did not do something; holds no secret. The hint is the next step. */
export class KeychainError extends Error {
  override readonly name = "KeychainError";

  constructor(
    readonly kind: "locked" | "absent" | "too-long" | "failed",
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}

/** Thrown when the bus or the service is not there or refuses; the message says why. */
export class NoSecretService extends Error {
  override readonly name = "NoSecretService";
}

/** Refuses a secret that the keychain would cut or reject. */
export function checkLength(secret: Secret, limit: number): void {
  const bytes = new TextEncoder().encode(secret.open()).length;
  if (bytes <= limit) return;
  throw new KeychainError(
    "too-long",
    `The secret has ${bytes} bytes, and the keychain keeps at most ${limit}`,
    "Use a shorter password.",
  );
}

/** Refuses names that could break out of a line of a command or of a listing. */
export function checkName(name: string): void {
  if (name.length > 0 && name.length <= 500 && !hasControl(name)) return;
  throw new KeychainError(
    "failed",
    "The name is empty, too long or has control characters",
    "Rename it in config.json.",
  );
}
