import type { Secret } from "../secret.ts";
import { hasControl } from "../text/controls.ts";

/** Service name of every keychain item of Kedge. */
export const SERVICE = "kedge";

/** Whether secrets can be stored; `message` and `hint` tell what is missing and what to do. */
export type KeychainStatus =
  | { readonly status: "ready"; readonly message?: undefined; readonly hint?: undefined }
  | { readonly status: "locked" | "absent"; readonly message: string; readonly hint: string };

/**
 * The operating system's keychain: one item per account, with a label that people can tell apart. Only {@link
 * unlock} asks the user anything. Every other call ends within seconds.
 */
export interface Keychain {
  /** Maximum UTF-8 bytes of one secret. */
  readonly limit: number;
  status(): Promise<KeychainStatus>;
  /** Returns the secret, or null when there is none. Throws KeychainError. */
  get(account: string): Promise<Secret | null>;
  /** Stores the secret, replacing an earlier one. Throws KeychainError; then nothing has changed. */
  set(account: string, label: string, secret: Secret): Promise<void>;
  /** Removes the item and returns whether there was one. Throws KeychainError. */
  delete(account: string): Promise<boolean>;
  /**
   * Lets the desktop ask the user to unlock the keychain, and waits for the answer or the signal. Call it
   * only after an action of the user.
   */
  unlock(signal: AbortSignal): Promise<KeychainStatus>;
}

/** Why a keychain operation failed; contains no secret. The hint is the next step. */
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

/** Thrown when the bus or the service is missing or refuses; the message has the reason. */
export class NoSecretServiceError extends Error {
  override readonly name = "NoSecretServiceError";
}

/** Throws when the keychain would cut or reject a secret because of its length. */
export function checkLength(secret: Secret, limit: number): void {
  const bytes = new TextEncoder().encode(secret.open()).length;
  if (bytes <= limit) return;
  throw new KeychainError(
    "too-long",
    `The secret has ${bytes} bytes, and the keychain keeps at most ${limit}`,
    "Use a shorter password.",
  );
}

/** Throws for names that could break out of a command line or of a listing. */
export function checkName(name: string): void {
  if (name.length > 0 && name.length <= 500 && !hasControl(name)) return;
  throw new KeychainError(
    "failed",
    "The name is empty, too long or has control characters",
    "Rename it in config.json.",
  );
}
