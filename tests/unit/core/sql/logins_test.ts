import { deepEqual, equal } from "node:assert/strict";
import { Secret } from "../../../../src/core/secret.ts";
import { keychainItem, loginSecret } from "../../../../src/core/sql/login/login.ts";
import { createLogins } from "../../../../src/core/sql/login/mod.ts";

const SERVER = { name: "shop", engine: "postgres", host: "db.old", port: 5432, tls: true } as const;
const { signal } = new AbortController();

/** A keychain with that item; what is typed is `new`, and saved. */
function stage(saved: Secret | null) {
  const items = new Map(saved ? [[keychainItem("shop").account, saved]] : []);
  const asked: (string | undefined)[] = [];
  const logins = createLogins({
    status: () => Promise.resolve({ status: "ready" }),
    get: (account) => Promise.resolve(items.get(account) ?? null),
    set: (account, _, secret) => Promise.resolve(void items.set(account, secret)),
    delete: (account) => Promise.resolve(items.delete(account)),
    unlock: () => Promise.resolve({ status: "ready" }),
  }, ({ user, problem }) => {
    asked.push(`${user}: ${problem ?? ""}`);
    return Promise.resolve({ user: user || "ada", password: new Secret("new"), save: true });
  });
  return { logins, asked, items };
}

const OLD = { user: "ada", password: new Secret("old") };
const MOVED = "ada: The password was saved for db.old, and this server is at db.new now";
const CASES: readonly [
  what: string,
  saved: Secret | null,
  host: string,
  password: string,
  asked: string[],
][] = [
  ["it was saved for this host", loginSecret(OLD, "db.old"), "db.old", "old", []],
  ["it was saved for another host", loginSecret(OLD, "db.old"), "db.new", "new", [MOVED]],
  ["nobody knows for which host it was saved", loginSecret(OLD), "db.new", "old", []],
  ["none was saved", null, "db.old", "new", [": "]],
];
for (const [what, saved, host, password, questions] of CASES) {
  Deno.test(`give() gives the ${password} login when ${what}`, async () => {
    const { logins, asked } = stage(saved);
    const server = { ...SERVER, host };
    const given = await logins.give(server, undefined, signal);
    equal(given!.password.open(), password);
    deepEqual(asked, questions);
    // Once it has worked there it is that of the host, and nobody is asked again.
    await given!.keep();
    equal((await logins.give(server, undefined, signal))!.password.open(), password);
    equal(asked.length, questions.length);
  });
}

const RENAMES: readonly [what: string, saved: Secret, password: string, accounts: string[]][] = [
  ["goes with its server", loginSecret(OLD, "db.old"), "old", ["store"]],
  ["stays where it is when nobody knows for which host it was saved", loginSecret(OLD), "new", ["shop"]],
];
for (const [what, saved, password, names] of RENAMES) {
  Deno.test(`rename(): a saved login ${what}`, async () => {
    const { logins, items } = stage(saved);
    logins.rename("shop", "store");
    const given = await logins.give({ ...SERVER, name: "store" }, undefined, signal);
    equal(given!.password.open(), password);
    deepEqual([...items.keys()], names.map((name) => keychainItem(name).account));
  });
}
