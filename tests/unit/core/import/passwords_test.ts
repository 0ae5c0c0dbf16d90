import { deepEqual, equal } from "node:assert/strict";
import type { FoundServer } from "../../../../src/core/import/found.ts";
import { storePasswords } from "../../../../src/core/import/passwords.ts";
import { KeychainError } from "../../../../src/core/keychain/keychain.ts";
import { Secret } from "../../../../src/core/secret.ts";
import { keychainItem } from "../../../../src/core/sql/login/login.ts";
import { createLogins } from "../../../../src/core/sql/login/mod.ts";
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

/** Imported servers, a letter each, and the message about refused passwords after three. */
const REFUSED: readonly (readonly [servers: string, told: string | undefined])[] = [
  ["abc", undefined],
  ["abcd", "1 more password was not stored either"],
  ["abcdefg", "4 more passwords were not stored either"],
];
for (const [names, told] of REFUSED) {
  Deno.test(`storePasswords() names three of ${names.length} that were refused, and ${told ?? "nothing more"}`, async () => {
    const keychain = memoryKeychain();
    keychain.set = () => Promise.reject(new KeychainError("absent", "No", "Later."));
    const { stored, failed } = await storePasswords(keychain, [
      ...[...names].map(server),
      { ...server("nobody"), password: undefined },
    ]);
    equal(stored, 0);
    deepEqual(failed, [
      ...["a", "b", "c"].map((name) => `the password of ${name} was not stored: No`),
      ...(told === undefined ? [] : [told]),
    ]);
  });
}

/**
 * The way of a server at its import and now, and whether the imported password is stored for it.
 */
const WAYS: readonly (readonly [imported: string | undefined, now: string | undefined, given: boolean])[] = [
  ["ssh://me@bastion", "ssh://me@bastion", true],
  ["ssh://me@bastion", undefined, false],
  ["ssh://me@bastion", "ssh://me@other", false],
  [undefined, undefined, true],
  [undefined, "ssh://me@bastion", false],
];
const through = (via: string | undefined) => via === undefined ? "without a way" : `through ${via}`;
for (const [imported, now, given] of WAYS) {
  Deno.test(`storePasswords() keeps one imported ${through(imported)}, and it ${given ? "goes" : "does not go"} ${through(now)}`, async () => {
    const found = { ...server("shop"), ...(imported && { via: imported }) };
    const keychain = memoryKeychain();
    await storePasswords(keychain, [found]);
    let asked = 0;
    const logins = createLogins(
      keychain,
      () => Promise.resolve((asked++, null)),
      () => Promise.resolve(null),
      {
        offers: () => Promise.resolve({ offers: [], remarks: [] }),
        read: () => Promise.reject(new Error("no file has one")),
      },
    );
    const entry = { name: "shop", engine: "postgres", host: "db", port: 5432, tls: true } as const;
    const login = await logins.give(
      { ...entry, ...(now && { via: now }) },
      undefined,
      new AbortController().signal,
    );
    equal(login?.password.open(), given ? found.password!.open() : undefined);
    equal(asked, given ? 0 : 1);
  });
}
