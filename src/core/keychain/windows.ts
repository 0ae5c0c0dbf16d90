import { Secret } from "../secret.ts";
import { type CredentialManager, NOT_FOUND } from "./advapi32.ts";
import {
  checkLength,
  checkName,
  type Keychain,
  KeychainError,
  type KeychainStatus,
  SERVICE,
} from "./keychain.ts";

/** Maximum bytes of a secret: CRED_MAX_CREDENTIAL_BLOB_SIZE of wincred.h. */
const LIMIT = 2560;
/** ERROR_NO_SUCH_LOGON_SESSION of winerror.h. */
const NO_SESSION = 1312;

/**
 * Creates the keychain for Windows: the Credential Manager, with one generic credential per account for this
 * user on this machine.
 */
export function windowsKeychain(open: () => CredentialManager): Keychain {
  let opened: CredentialManager | undefined;

  /** Returns the result of a call; null when the item does not exist. Throws KeychainError for every other error. */
  function call<T>(ask: (manager: CredentialManager) => T | number): T | null {
    let answer;
    try {
      answer = ask(opened ??= open());
    } catch (error) {
      throw new KeychainError(
        "absent",
        `The Credential Manager cannot be called: ${(error as Error).message}`,
        "advapi32.dll is a part of Windows: repair it with sfc /scannow.",
      );
    }
    if (typeof answer !== "number" || answer === 0) return answer as T;
    if (answer === NOT_FOUND) return null;
    throw answer === NO_SESSION
      ? new KeychainError(
        "absent",
        "This session has no credentials of its own",
        "Start Kedge in a session that you signed in to, not by a network logon or a service.",
      )
      : new KeychainError(
        "failed",
        `The Credential Manager refused (error ${answer} of Windows)`,
        "Check that the service “Credential Manager” (VaultSvc) runs, then try again.",
      );
  }

  function status(): Promise<KeychainStatus> {
    try {
      call((manager) => manager.read(target("probe")));
      return Promise.resolve({ status: "ready" });
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
      return Promise.resolve({ status: "absent", message: error.message, hint: error.hint });
    }
  }

  return {
    limit: LIMIT,
    status,
    // deno-lint-ignore require-await -- what is thrown is a rejection, as of the other keychains
    async get(account) {
      checkName(account);
      const bytes = call((manager) => manager.read(target(account)));
      return bytes === null ? null : new Secret(new TextDecoder().decode(bytes));
    },
    // deno-lint-ignore require-await
    async set(account, label, secret) {
      checkName(account);
      checkName(label);
      checkLength(secret, LIMIT);
      const bytes = new TextEncoder().encode(secret.open());
      try {
        call((manager) => manager.write(target(account), label, bytes));
      } finally {
        bytes.fill(0);
      }
    },
    // deno-lint-ignore require-await
    async delete(account) {
      checkName(account);
      return call((manager) => manager.remove(target(account))) !== null;
    },
    // The Credential Manager is unlocked with the user's session.
    unlock: () => status(),
  };
}

function target(account: string): string {
  return `${SERVICE}:${account}`;
}
