import { type Keychain, KeychainError } from "../keychain/keychain.ts";
import type { Secret } from "../secret.ts";
import { keychainItem, loginSecret } from "../sql/login/login.ts";
import { addressOf } from "../sql/login/logins.ts";
import type { FoundServer } from "./found.ts";

/** Number of failures after which storing stops, because a locked or missing keychain fails for all passwords. */
const ENOUGH = 3;

/** Stores the passwords of servers in the keychain, each for the host and the way for which it was saved. */
export async function storePasswords(
  keychain: Pick<Keychain, "get" | "set" | "delete">,
  servers: readonly FoundServer[],
) {
  const failed: string[] = [];
  const put: { name: string; account: string; label: string; secret: Secret; before: Secret | null }[] = [];
  for (const [at, server] of servers.entries()) {
    const { name, user, password } = server;
    if (!password || user === undefined) continue;
    const { account, label } = keychainItem(name);
    const secret = loginSecret({ user, password }, addressOf(server));
    try {
      const before = await keychain.get(account);
      await keychain.set(account, label, secret);
      put.push({ name, account, label, secret, before });
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
      failed.push(`the password of ${name} was not stored: ${error.message}`);
      if (failed.length < ENOUGH) continue;
      const more = servers.slice(at + 1).filter(({ user, password }) =>
        password && user !== undefined
      ).length;
      const passwords = more === 1 ? "password was" : "passwords were";
      if (more > 0) failed.push(`${more} more ${passwords} not stored either`);
      break;
    }
  }
  return {
    stored: put.length,
    /** Why some passwords could not be stored, in sentences. */
    failed,
    /**
     * Restores the keychain items from before, except those that have changed since. Returns why some could
     * not be restored, in sentences.
     */
    async takeBack(): Promise<readonly string[]> {
      /** Names of servers by the reason, because a locked keychain has the same one for all. */
      const left = new Map<string, string[]>();
      for (const { name, account, label, secret, before } of put) {
        try {
          const now = await keychain.get(account);
          if (now?.open() !== secret.open()) continue;
          if (before === null) await keychain.delete(account);
          else await keychain.set(account, label, before);
        } catch (error) {
          if (!(error instanceof KeychainError)) throw error;
          left.set(error.message, [...left.get(error.message) ?? [], name]);
        }
      }
      return [...left].map(([why, names]) => {
        const passwords = names.length === 1 ? "The password" : "The passwords";
        return `${passwords} of ${names.join(", ")} could not be taken out of the keychain: ${why}`;
      });
    },
  };
}
