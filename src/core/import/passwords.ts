import { type Keychain, KeychainError } from "../keychain/keychain.ts";
import type { Secret } from "../secret.ts";
import { keychainItem, loginSecret } from "../sql/login/login.ts";
import type { FoundServer } from "./found.ts";

/** Number of failures after which storing stops, because a locked or missing keychain fails for all passwords. */
const ENOUGH = 3;

/** Stores the passwords of servers in the keychain, each for the host for which it was saved. */
export async function storePasswords(
  keychain: Pick<Keychain, "get" | "set" | "delete">,
  servers: readonly FoundServer[],
) {
  const failed: string[] = [];
  const put: { account: string; label: string; secret: Secret; before: Secret | null }[] = [];
  for (const { name, host, user, password } of servers) {
    if (!password || user === undefined) continue;
    const { account, label } = keychainItem(name);
    const secret = loginSecret({ user, password }, host);
    try {
      const before = await keychain.get(account);
      await keychain.set(account, label, secret);
      put.push({ account, label, secret, before });
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
      failed.push(`the password of ${name} was not stored: ${error.message}`);
      if (failed.length === ENOUGH) break;
    }
  }
  return {
    stored: put.length,
    /** Why some passwords could not be stored, in sentences. */
    failed,
    /** Restores the keychain items from before, except those that have changed since. */
    async takeBack() {
      for (const { account, label, secret, before } of put) {
        const now = await keychain.get(account);
        if (now?.open() !== secret.open()) continue;
        if (before === null) await keychain.delete(account);
        else await keychain.set(account, label, before);
      }
    },
  };
}
