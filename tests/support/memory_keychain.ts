/** Replaces the system's keychain. */
import type { Secret } from "../../src/core/secret.ts";
import {
  checkLength,
  checkName,
  type Keychain,
  KeychainError,
  type KeychainStatus,
} from "../../src/core/keychain/keychain.ts";

/** Returns a keychain of these items, by account. Tests may set `state` to a broken one. */
export function memoryKeychain(items = new Map<string, Secret>()): Keychain & { state: KeychainStatus } {
  const ready = () => {
    const state = keychain.state;
    if (state.status !== "ready") throw new KeychainError(state.status, state.message, state.hint);
  };
  // The bodies are async so that a problem is a rejection, as with a real keychain.
  const keychain: Keychain & { state: KeychainStatus } = {
    limit: 8192,
    state: { status: "ready" },
    status: () => Promise.resolve(keychain.state),
    // deno-lint-ignore require-await
    async get(account) {
      checkName(account);
      ready();
      return items.get(account) ?? null;
    },
    // deno-lint-ignore require-await
    async set(account, label, secret) {
      checkName(account);
      checkName(label);
      checkLength(secret, this.limit);
      ready();
      items.set(account, secret);
    },
    // deno-lint-ignore require-await
    async delete(account) {
      checkName(account);
      ready();
      return items.delete(account);
    },
    unlock: () => Promise.resolve(keychain.state),
  };
  return keychain;
}
