import { deepEqual } from "node:assert/strict";
import type { FoundServer } from "../../../../src/core/import/found.ts";
import { storePasswords } from "../../../../src/core/import/passwords.ts";
import { KeychainError } from "../../../../src/core/keychain/keychain.ts";
import { Secret } from "../../../../src/core/secret.ts";
import { keychainItem } from "../../../../src/core/sql/login/login.ts";
import { memoryKeychain } from "../../../support/memory_keychain.ts";

const server = (name: string): FoundServer => ({
  ...{ name, engine: "postgres", host: "db", port: 5432, database: name },
  ...{ user: "anna", password: new Secret(`planted-${crypto.randomUUID()}`) },
});
const accountOf = (name: string) => keychainItem(name).account;

Deno.test("takeBack() of storePasswords() goes on, and tells what stays, when some cannot be removed", async () => {
  const items = new Map<string, Secret>();
  const keychain = memoryKeychain(items);
  const { takeBack } = await storePasswords(keychain, ["a", "b", "c", "d"].map(server));
  const remove = keychain.delete;
  keychain.delete = (account) => {
    const stays = [accountOf("a"), accountOf("c")].includes(account);
    return stays ? Promise.reject(new KeychainError("failed", "No", "Later.")) : remove(account);
  };
  deepEqual(await takeBack(), ["The passwords of a, c could not be taken out of the keychain: No"]);
  deepEqual([...items.keys()], [accountOf("a"), accountOf("c")]);
});
