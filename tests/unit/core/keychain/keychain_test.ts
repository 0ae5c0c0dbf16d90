import { equal, rejects } from "node:assert/strict";
import type { CredentialManager } from "../../../../src/core/keychain/advapi32.ts";
import { darwinKeychain, storeLine } from "../../../../src/core/keychain/darwin.ts";
import { memoryKeychain } from "../../../support/memory_keychain.ts";
import { KeychainError } from "../../../../src/core/keychain/mod.ts";
import { windowsKeychain } from "../../../../src/core/keychain/windows.ts";
import { Secret } from "../../../../src/core/secret.ts";
import { keychainSuite } from "../../../support/keychain/keychain_suite.ts";
import { type Call, fakeCredentialManager, fakeSecurity } from "./fakes.ts";

keychainSuite("memoryKeychain()", (test) => test(memoryKeychain()));
keychainSuite("darwinKeychain()", (test) => test(darwinKeychain(fakeSecurity())));
keychainSuite("windowsKeychain()", (test) => test(windowsKeychain(fakeCredentialManager)));

Deno.test("memoryKeychain() fails as a locked keychain does when told to", async () => {
  const keychain = memoryKeychain();
  keychain.state = { status: "locked", message: "The keychain is locked", hint: "Unlock it." };
  await rejects(keychain.get("a"), { kind: "locked", hint: "Unlock it." });
  await rejects(keychain.set("a", "A", new Secret("x")), { kind: "locked" });
  await rejects(keychain.delete("a"), { kind: "locked" });
});

Deno.test("darwinKeychain() puts no secret into an argument list", async () => {
  const calls: Call[] = [];
  const password = "plän-secret-74";
  const keychain = darwinKeychain(fakeSecurity(calls));
  await keychain.set("server/a", "Kedge – a", new Secret(password));
  equal((await keychain.get("server/a"))?.open(), password);
  await keychain.delete("server/a");
  const encoded = btoa(String.fromCharCode(...new TextEncoder().encode(password)));
  const seen = JSON.stringify(calls.map(({ program, args }) => [program, args]));
  equal(seen.includes(password) || seen.includes(encoded), false);
  equal(calls.filter(({ input }) => input.includes(encoded)).length, 1);
});

Deno.test("storeLine() quotes names, so that they stay one word of one line", () => {
  equal(
    storeLine('a "b" \\ c', "Kedge – d", new Secret("x")),
    'add-generic-password -U "-s" "kedge" "-a" "a \\"b\\" \\\\ c" "-l" "Kedge – d" "-w" "base64:eA=="\n',
  );
});

const DENIED: [code: number, kind: string][] = [[36, "locked"], [51, "locked"], [128, "locked"], [
  1,
  "failed",
]];
for (const [code, kind] of DENIED) {
  Deno.test(`darwinKeychain() says ${kind} when security ends with ${code}`, async () => {
    const keychain = darwinKeychain(() => Promise.resolve({ ended: true, code, stdout: "", stderr: "x" }));
    await rejects(keychain.get("a"), (error) => error instanceof KeychainError && error.kind === kind);
  });
}

/** Returns a Credential Manager whose calls all end with this error. */
const refusing = (error: number): CredentialManager => ({
  read: () => error,
  write: () => error,
  remove: () => error,
});

const REFUSALS: [error: number, kind: string, message: RegExp][] = [
  [1312, "absent", /no credentials of its own/],
  [5, "failed", /error 5 of Windows/],
  // A call that fails without an error number gives -1.
  [-1, "failed", /error -1 of Windows/],
];
for (const [error, kind, message] of REFUSALS) {
  Deno.test(`windowsKeychain() says ${kind} at error ${error}, and takes it for no missing item`, async () => {
    const keychain = windowsKeychain(() => refusing(error));
    equal((await keychain.status()).status, "absent");
    for (
      const call of [
        () => keychain.get("orders"),
        () => keychain.set("orders", "Orders", new Secret("hunter2")),
        () => keychain.delete("orders"),
      ]
    ) {
      await rejects(
        call,
        (thrown) => thrown instanceof KeychainError && thrown.kind === kind && message.test(thrown.message),
      );
    }
  });
}

Deno.test("windowsKeychain() is absent where its library cannot be opened", async () => {
  const keychain = windowsKeychain(() => {
    throw new Error("advapi32.dll: not found");
  });
  const status = await keychain.status();
  equal(status.status, "absent");
  equal(status.message?.includes("advapi32.dll: not found"), true);
});
