import { equal, match, rejects } from "node:assert/strict";
import { connectBus, type Value } from "../../../src/core/dbus/mod.ts";
import { KeychainError } from "../../../src/core/keychain/mod.ts";
import { linuxKeychain } from "../../../src/core/keychain/linux.ts";
import { secretService } from "../../../src/core/keychain/secret_service.ts";
import { findProgram } from "../../../src/core/platform/mod.ts";
import { run } from "../../../src/core/platform/run.ts";
import { Secret } from "../../../src/core/secret.ts";
import { keychainSuite } from "../../support/keychain/keychain_suite.ts";
import { keychainOn } from "../../support/keychain/keychain_on.ts";
import { ownName } from "../../support/servers/bus.ts";
import { startKeyring } from "../../support/keychain/keyring.ts";

keychainSuite("linuxKeychain() on gnome-keyring", async (test) => {
  const keyring = await startKeyring();
  try {
    await test(keychainOn(keyring.env));
  } finally {
    await keyring.close();
  }
});

Deno.test("linuxKeychain() names the item so that a person can tell it apart", async () => {
  const keyring = await startKeyring();
  try {
    await keychainOn(keyring.env).set("server/prod", "Kedge – prod", new Secret("x"));
    const found = await run("/usr/bin/busctl", [
      ...["--user", "--json=short", "get-property", "org.freedesktop.secrets"],
      ...["/org/freedesktop/secrets/collection/login/1", "org.freedesktop.Secret.Item", "Label"],
    ], { env: { ...keyring.env } });
    match(found.ended ? found.stdout : "", /"Kedge – prod"/);
  } finally {
    await keyring.close();
  }
});

Deno.test("linuxKeychain() says locked, at once and without a prompt, and keeps nothing", async () => {
  const keyring = await startKeyring();
  try {
    // A display is set, so a prompt could open; nothing may wait for one.
    const keychain = keychainOn({ ...keyring.env, DISPLAY: ":0" });
    await keychain.set("server/a", "Kedge – a", new Secret("x"));
    await keyring.lock();
    const status = await keychain.status();
    equal(status.status, "locked");
    match(status.hint ?? "", /Unlock/);
    await rejects(keychain.get("server/a"), { kind: "locked" });
    await rejects(keychain.set("server/b", "Kedge – b", new Secret("y")), { kind: "locked" });
    await rejects(keychain.delete("server/a"), { kind: "locked" });
    equal(await keychain.get("server/b"), null);
  } finally {
    await keyring.close();
  }
});

Deno.test("linuxKeychain() says that there is no keyring yet", async () => {
  const keyring = await startKeyring("empty");
  try {
    const keychain = keychainOn(keyring.env);
    const status = await keychain.status();
    equal(status.status, "locked");
    match(status.message ?? "", /no default keyring/);
    equal(await keychain.get("server/a"), null);
    await rejects(keychain.set("server/a", "Kedge – a", new Secret("x")), KeychainError);
  } finally {
    await keyring.close();
  }
});

Deno.test("linuxKeychain() says absent when no Secret Service is on the bus", async () => {
  const keyring = await startKeyring("none");
  try {
    const keychain = keychainOn(keyring.env);
    const status = await keychain.status();
    equal(status.status, "absent");
    match(status.hint ?? "", /gnome-keyring/);
    await rejects(keychain.get("a"), { kind: "absent" });
    await rejects(keychain.set("a", "A", new Secret("x")), { kind: "absent" });
  } finally {
    await keyring.close();
  }
});

const NO_BUS: [name: string, env: Record<string, string>][] = [
  ["no session bus", { HOME: "/tmp" }],
  ["a bus that does not answer", { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere/bus" }],
];
for (const [name, env] of NO_BUS) {
  Deno.test(`linuxKeychain() says absent with ${name}`, async () => {
    const status = await keychainOn(env).status();
    equal(status.status, "absent");
    await rejects(keychainOn(env).get("a"), { kind: "absent" });
  });
}

Deno.test("linuxKeychain() names the package when secret-tool is missing", async () => {
  const keyring = await startKeyring();
  try {
    const status = await keychainOn(keyring.env, "secret-tool-that-is-not-there").status();
    equal(status.status, "absent");
    match(status.hint ?? "", /libsecret-tools/);
  } finally {
    await keyring.close();
  }
});

Deno.test("linuxKeychain() does not hold a secret in an argument or the environment of secret-tool", async () => {
  const keyring = await startKeyring();
  const seen: string[] = [];
  try {
    const keychain = linuxKeychain({
      run: (program, args, options) => {
        seen.push(JSON.stringify([program, args, options?.env]));
        return run(program, args, options);
      },
      secretTool: () => findProgram("secret-tool"),
      service: () => secretService(keyring.env.DBUS_SESSION_BUS_ADDRESS!),
      env: () => keyring.env,
    });
    await keychain.set("server/a", "Kedge – a", new Secret("planted-81"));
    equal((await keychain.get("server/a"))?.open(), "planted-81");
    equal(seen.length, 2);
    equal(seen.some((call) => call.includes("planted-81")), false);
  } finally {
    await keyring.close();
  }
});

Deno.test("linuxKeychain() unlock() of a ready keychain asks nothing", async () => {
  const keyring = await startKeyring();
  try {
    equal((await keychainOn(keyring.env).unlock(AbortSignal.timeout(60_000))).status, "ready");
  } finally {
    await keyring.close();
  }
});

Deno.test("linuxKeychain() unlock() ends with the signal when the prompt is not answered", async () => {
  const keyring = await startKeyring();
  try {
    await keyring.lock();
    const status = await keychainOn(keyring.env).unlock(AbortSignal.timeout(300));
    equal(status.status, "locked");
  } finally {
    await keyring.close();
  }
});

Deno.test("linuxKeychain() unlock() ends when the service ends while its prompt is open", async () => {
  const keyring = await startKeyring("none");
  const service = await connectBus(keyring.env.DBUS_SESSION_BUS_ADDRESS!);
  try {
    const [root, prompt] = ["/org/freedesktop/secrets", "/org/freedesktop/secrets/prompt/p1"];
    const open = Promise.withResolvers<void>();
    const method = (input: string, output: string, ...answer: Value[]) => ({
      ...{ input, output },
      call: () => answer,
    });
    service.serve(root, [{
      name: "org.freedesktop.Secret.Service",
      methods: {
        ReadAlias: method("s", "o", `${root}/collection/login`),
        Unlock: method("ao", "aoo", [], prompt),
      },
    }]);
    service.serve(prompt, [{
      name: "org.freedesktop.Secret.Prompt",
      methods: { Prompt: { input: "s", output: "", call: () => (open.resolve(), []) } },
    }]);
    const own = () => ownName(service, "org.freedesktop.secrets");
    await own();
    const unlocking = keychainOn(keyring.env).unlock(new AbortController().signal);
    await open.promise;
    // The call is answered by the time that another one is.
    await own();
    service.close();
    equal((await unlocking).status, "absent");
  } finally {
    service.close();
    await keyring.close();
  }
});
