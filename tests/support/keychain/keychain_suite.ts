import { deepEqual, equal, rejects } from "node:assert/strict";
import { type Keychain, KeychainError } from "../../../src/core/keychain/mod.ts";
import { Secret } from "../../../src/core/secret.ts";

const SECRETS: [name: string, value: string][] = [
  ["plain text", "hunter2"],
  ["JSON", JSON.stringify({ user: "ada", password: 'q"uo\\te' })],
  ["UTF-8", "Grüße, 世界 🔑"],
  ["line breaks inside and at the end", "a\nb\r\n\n"],
  ["shell characters", `$HOME '"\`; & | %PATH% \\`],
];

const ACCOUNTS = ["server/prod", "server/Größe 'x' \"y\" \\z", "--help", "-w"];

/** Defines the tests that every keychain must pass. `use` provides a keychain without items of Kedge. */
export function keychainSuite(
  name: string,
  use: (test: (keychain: Keychain) => Promise<void>) => Promise<void>,
): void {
  const test = (title: string, body: (keychain: Keychain) => Promise<void>) =>
    Deno.test(`${name} ${title}`, () => use(body));

  test("is ready", async (keychain) => {
    equal((await keychain.status()).status, "ready");
  });

  test("get() gives null when there is no item", async (keychain) => {
    equal(await keychain.get("server/none"), null);
  });

  for (const [title, value] of SECRETS) {
    test(`keeps ${title} byte for byte`, async (keychain) => {
      await keychain.set("server/a", "Kedge – a", new Secret(value));
      equal((await keychain.get("server/a"))?.open(), value);
    });
  }

  test("set() replaces the secret before", async (keychain) => {
    await keychain.set("server/a", "Kedge – a", new Secret("old"));
    await keychain.set("server/a", "Kedge – a", new Secret("new"));
    equal((await keychain.get("server/a"))?.open(), "new");
  });

  test("keeps accounts of any name apart", async (keychain) => {
    for (const account of ACCOUNTS) await keychain.set(account, `Kedge – ${account}`, new Secret(account));
    const found = [];
    for (const account of ACCOUNTS) found.push((await keychain.get(account))?.open());
    deepEqual(found, ACCOUNTS);
    for (const account of ACCOUNTS) equal(await keychain.delete(account), true);
  });

  test("delete() removes the item and tells whether there was one", async (keychain) => {
    await keychain.set("server/a", "Kedge – a", new Secret("x"));
    equal(await keychain.delete("server/a"), true);
    equal(await keychain.get("server/a"), null);
    equal(await keychain.delete("server/a"), false);
  });

  test("keeps a secret of the limit and refuses a longer one, keeping what was there", async (keychain) => {
    const longest = "ü".repeat(keychain.limit / 2);
    await keychain.set("server/a", "Kedge – a", new Secret(longest));
    await rejects(keychain.set("server/a", "Kedge – a", new Secret(longest + "x")), (error) => {
      equal(error instanceof KeychainError && error.kind, "too-long");
      return true;
    });
    equal((await keychain.get("server/a"))?.open(), longest);
  });

  test("refuses names with control characters", async (keychain) => {
    for (const bad of ["", "a\nb", "a\0b"]) {
      await rejects(keychain.set(bad, "Kedge", new Secret("x")), KeychainError);
      await rejects(keychain.set("server/a", bad, new Secret("x")), KeychainError);
      await rejects(keychain.get(bad), KeychainError);
      await rejects(keychain.delete(bad), KeychainError);
    }
  });
}
