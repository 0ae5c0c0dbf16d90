import { equal, rejects } from "node:assert/strict";
import { darwinKeychain, storeLine } from "../../../../src/core/keychain/darwin.ts";
import { memoryKeychain } from "../../../../src/core/keychain/memory.ts";
import { KeychainError } from "../../../../src/core/keychain/mod.ts";
import { SCRIPT, windowsKeychain } from "../../../../src/core/keychain/windows.ts";
import { Secret } from "../../../../src/core/secret.ts";
import { keychainSuite } from "../../../support/keychain/keychain_suite.ts";
import { type Call, fakePowerShell, fakeSecurity } from "./fakes.ts";

keychainSuite("memoryKeychain()", (test) => test(memoryKeychain()));
keychainSuite("darwinKeychain()", (test) => test(darwinKeychain(fakeSecurity())));
keychainSuite("windowsKeychain()", (test) => test(windowsKeychain(fakePowerShell(), () => "powershell.exe")));

Deno.test("memoryKeychain() fails as a locked keychain does when told to", async () => {
  const keychain = memoryKeychain();
  keychain.state = { status: "locked", message: "The keychain is locked", hint: "Unlock it." };
  await rejects(keychain.get("a"), { kind: "locked", hint: "Unlock it." });
  await rejects(keychain.set("a", "A", new Secret("x")), { kind: "locked" });
  await rejects(keychain.delete("a"), { kind: "locked" });
});

Deno.test("no keychain puts a secret into an argument list or a script", async () => {
  const calls: Call[] = [];
  const password = "plän-secret-74";
  for (
    const keychain of [
      darwinKeychain(fakeSecurity(calls)),
      windowsKeychain(fakePowerShell(calls), () => "powershell.exe"),
    ]
  ) {
    await keychain.set("server/a", "Kedge – a", new Secret(password));
    equal((await keychain.get("server/a"))?.open(), password);
    await keychain.delete("server/a");
  }
  const encoded = btoa(String.fromCharCode(...new TextEncoder().encode(password)));
  const seen = JSON.stringify(calls.map(({ program, args }) => [program, args]));
  equal(seen.includes(password) || seen.includes(encoded), false);
  equal(calls.filter(({ input }) => input.includes(encoded)).length, 2);
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

Deno.test("windowsKeychain() is absent when PowerShell does not answer", async () => {
  const run = () => Promise.resolve({ ended: false as const, reason: "timeout" as const, error: "too slow" });
  const status = await windowsKeychain(run, () => "powershell.exe").status();
  equal(status.status, "absent");
  equal(status.message?.includes("too slow"), true);
});

Deno.test("the credential script calls the Credential Manager and reads no argument", () => {
  for (const name of ["CredReadW", "CredWriteW", "CredDeleteW", "OpenStandardInput"]) {
    equal(SCRIPT.includes(name), true, name);
  }
  equal(/\$args|\bparam\b/i.test(SCRIPT), false);
});

Deno.test("windowsKeychain() believes nothing when PowerShell ends well and says nothing", async () => {
  // As it does without a console.
  const run = () => Promise.resolve({ ended: true as const, code: 0, stdout: "", stderr: "" });
  const keychain = windowsKeychain(run, () => "powershell.exe");
  equal((await keychain.status()).status, "absent");
  for (
    const call of [
      () => keychain.get("orders"),
      () => keychain.set("orders", "Orders", new Secret("hunter2")),
      () => keychain.delete("orders"),
    ]
  ) await rejects(call, (error: Error) => error instanceof KeychainError && /no answer/.test(error.message));
});
