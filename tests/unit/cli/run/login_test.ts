import { equal, rejects } from "node:assert/strict";
import type { Prompter } from "../../../../src/cli/run/prompt.ts";
import { terminalLogin } from "../../../../src/cli/run/login.ts";
import { memoryKeychain } from "../../../support/memory_keychain.ts";
import { Secret } from "../../../../src/core/secret.ts";
import { keychainItem, loginSecret } from "../../../../src/core/sql/login/login.ts";

const SERVER = { name: "shop", engine: "postgres", host: "db.new", port: 5432, tls: true } as const;
const { signal } = new AbortController();
const NOBODY = { interactive: false } as Prompter;
const login = (password: string) => ({ user: "ada", password: new Secret(password) });

/** Somebody at a terminal who must not be asked anything. */
const SOMEBODY: Prompter = {
  interactive: true,
  line: () => Promise.reject(new Error("asked")),
  secret: () => Promise.reject(new Error("asked")),
  above: (print) => print(),
  ended: () => false,
  onInterrupt: () => {},
  close: () => {},
};
const NOWHERE: readonly (readonly [what: string, place: { host: string; port: number }, kind: string])[] = [
  ["nothing listens there", { host: "127.0.0.1", port: 1 }, "refused"],
  ["its host is unknown", { host: "no-such.invalid", port: 5432 }, "dns"],
];
for (const [what, place, kind] of NOWHERE) {
  Deno.test(`terminalLogin() asks nobody about a server when ${what}`, async () => {
    const ask = terminalLogin(SOMEBODY, false, { keychain: memoryKeychain() });
    await rejects(ask({ ...SERVER, ...place }, undefined, signal), { name: "LoginFailure", kind });
    // Who is not there is told what to do instead.
    const quiet = terminalLogin(SOMEBODY, true, { keychain: memoryKeychain() });
    await rejects(quiet({ ...SERVER, ...place }, undefined, signal), /no login is saved/);
  });
}

const CASES: readonly [what: string, host: string | null, given: boolean, expected: string | RegExp][] = [
  ["one is saved for this host", "db.new", true, "saved"],
  ["one is saved for another host and a script gives one", "db.old", true, "given"],
  ["one is saved for another host and nobody gives one", "db.old", false, /saved for db\.old/],
  ["none is saved and a script gives one", null, true, "given"],
];
for (const [what, host, given, expected] of CASES) {
  Deno.test(`terminalLogin() gives the right login when ${what}`, async () => {
    const keychain = memoryKeychain();
    const { account, label } = keychainItem("shop");
    if (host) await keychain.set(account, label, loginSecret(login("saved"), host));
    const ask = terminalLogin(NOBODY, false, { given: given ? login("given") : null, keychain });
    const asked = ask(SERVER, undefined, signal);
    if (typeof expected !== "string") return await rejects(asked, expected);
    equal((await asked)!.password.open(), expected);
    // One that was refused is not tried again.
    await rejects(ask(SERVER, "Wrong", signal), /Wrong/);
  });
}
