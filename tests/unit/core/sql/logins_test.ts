import { deepEqual, equal, rejects } from "node:assert/strict";
import { KeychainError } from "../../../../src/core/keychain/keychain.ts";
import { Secret } from "../../../../src/core/secret.ts";
import { keychainItem, loginSecret } from "../../../../src/core/sql/login/login.ts";
import { createLogins, LoginError } from "../../../../src/core/sql/login/mod.ts";
import { memoryKeychain } from "../../../support/memory_keychain.ts";

const SERVER = { name: "shop", engine: "postgres", host: "db.old", port: 5432, tls: true } as const;
const { signal } = new AbortController();

const reached = () => Promise.resolve(null);

/**
 * Creates logins over a keychain with this item. The user types the password `new` and saves it.
 */
function stage(saved: Secret | null, probe: Parameters<typeof createLogins>[2] = reached) {
  const items = new Map(saved ? [[keychainItem("shop").account, saved]] : []);
  const asked: (string | undefined)[] = [];
  const logins = createLogins(memoryKeychain(items), ({ user, problem }) => {
    asked.push(`${user}: ${problem ?? ""}`);
    return Promise.resolve({ user: user || "ada", password: new Secret("new"), save: true });
  }, probe);
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
  via?: string,
][] = [
  ["it was saved for this host", loginSecret(OLD, "db.old"), "db.old", "old", []],
  ["it was saved for another host", loginSecret(OLD, "db.old"), "db.new", "new", [MOVED]],
  ["nobody knows for which host it was saved", loginSecret(OLD), "db.new", "old", []],
  ["none was saved", null, "db.old", "new", [": "]],
  ["it was saved for this way", loginSecret(OLD, "db through me@b"), "db", "old", [], "ssh://me@b"],
  [
    "it was saved for another way",
    loginSecret(OLD, "db through me@b"),
    "db",
    "new",
    ["ada: The password was saved for db through me@b, and this server is at db through me@c now"],
    "ssh://me@c",
  ],
  [
    "it was saved for the host without a way",
    loginSecret(OLD, "db"),
    "db",
    "new",
    ["ada: The password was saved for db, and this server is at db through me@c now"],
    "ssh://me@c",
  ],
  [
    "it was saved for a service of the same name in another region",
    loginSecret(OLD, "db through shop/web of 123456789012"),
    "db",
    "new",
    [
      "ada: The password was saved for db through shop/web of 123456789012, and this server is at " +
      "db through shop/web of 123456789012 in eu-west-1 now",
    ],
    "ssm://123456789012/ReadOnly/ecs:shop/web?region=eu-west-1",
  ],
];
for (const [what, saved, host, password, questions, via] of CASES) {
  Deno.test(`give() gives the ${password} login when ${what}`, async () => {
    const { logins, asked } = stage(saved);
    const server = { ...SERVER, host, ...(via && { via }) };
    const given = await logins.give(server, undefined, signal);
    equal(given!.password.open(), password);
    deepEqual(asked, questions);
    // A login that has worked is saved for this host, so it is not requested again.
    await given!.keep();
    equal((await logins.give(server, undefined, signal))!.password.open(), password);
    equal(asked.length, questions.length);
  });
}

const DOWN = {
  ok: false,
  kind: "refused",
  message: "Nothing accepts connections",
  hint: "Check it.",
} as const;
const PROBES: readonly (readonly [
  what: string,
  saved: Secret | null,
  problem: string | undefined,
  probes: number,
  asked: number,
])[] = [
  ["none is saved", null, undefined, 1, 0],
  ["the saved one is for another host", loginSecret(OLD, "elsewhere"), undefined, 1, 0],
  ["one is saved", loginSecret(OLD, "db.old"), undefined, 0, 0],
  ["the server has refused one", null, "Wrong", 0, 1],
];
for (const [what, saved, problem, probes, questions] of PROBES) {
  Deno.test(`give() looks for a server that is down ${probes === 0 ? "not at all" : "before it asks"} when ${what}`, async () => {
    let probed = 0;
    const { logins, asked } = stage(saved, () => Promise.resolve((probed++, DOWN)));
    const given = logins.give(SERVER, problem, signal);
    if (probes === 0) await given;
    else {
      await rejects(given, (error) => {
        deepEqual(error instanceof LoginError && error.failure, DOWN);
        return true;
      });
    }
    deepEqual([probed, asked.length], [probes, questions]);
  });
}

Deno.test("give() gives nothing and asks nothing when it is stopped while it looks for the server", async () => {
  const stop = new AbortController();
  const { logins, asked } = stage(null, () => Promise.resolve((stop.abort(), DOWN)));
  equal(await logins.give(SERVER, undefined, stop.signal), null);
  deepEqual(asked, []);
});

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

/** Returns logins over a locked keychain, which tells only which items do not exist. */
function lockable() {
  const items = new Map([[keychainItem("shop").account, loginSecret(OLD, "db.old")]]);
  const chain = { locked: true, opens: true, unlocks: 0 };
  const open = () => {
    if (chain.locked) throw new KeychainError("locked", "It is locked", "Unlock it.");
  };
  const asked: string[] = [];
  const logins = createLogins({
    status: () => Promise.resolve({ status: chain.locked ? "locked" : "ready" }),
    // deno-lint-ignore require-await
    async get(account) {
      if (items.has(account)) open();
      return items.get(account) ?? null;
    },
    // deno-lint-ignore require-await
    async set(account, _, secret) {
      open();
      items.set(account, secret);
    },
    // deno-lint-ignore require-await
    async delete(account) {
      if (items.has(account)) open();
      return items.delete(account);
    },
    unlock() {
      chain.unlocks++;
      chain.locked = !chain.opens;
      return Promise.resolve({ status: chain.locked ? "locked" : "ready" });
    },
  }, ({ server }) => {
    asked.push(server.name);
    return Promise.resolve({ user: "ada", password: new Secret("new"), save: true });
  }, reached);
  const give = async (name: string) => (await logins.give({ ...SERVER, name }, undefined, signal))!;
  return { logins, items, chain, asked, give, names: () => [...items.keys()] };
}

const account = (name: string) => keychainItem(name).account;

Deno.test("rename(): the user that the next question suggests follows", async () => {
  const { logins, asked } = stage(null);
  logins.expect("shop", "ben");
  logins.rename("shop", "store");
  await logins.give({ ...SERVER, name: "store" }, undefined, signal);
  deepEqual(asked, ["ben: "]);
});

Deno.test("rename(): a saved login of a locked keychain follows when it is wanted next, through every name", async () => {
  const { logins, chain, asked, give, names } = lockable();
  logins.rename("shop", "store");
  logins.rename("store", "market");
  equal((await give("market")).password.open(), "old");
  deepEqual([names(), asked, chain.unlocks], [[account("market")], [], 1]);
});

Deno.test("rename(): a saved login of a keychain that stays locked follows at a later time", async () => {
  const { logins, chain, asked, give, names } = lockable();
  logins.rename("shop", "store");
  chain.opens = false;
  await give("store");
  deepEqual([names(), asked], [[account("shop")], ["store"]]);
  chain.opens = true;
  equal((await give("store")).password.open(), "old");
  deepEqual(names(), [account("store")]);
});

Deno.test("rename(): a saved login stays behind once either name has one of its own", async () => {
  for (const name of ["store", "shop"]) {
    const { logins, chain, give } = lockable();
    logins.rename("shop", "store");
    chain.opens = false;
    const given = await give(name);
    Object.assign(chain, { locked: false });
    await given.keep();
    equal((await give(name)).password.open(), "new");
    equal((await give("shop")).password.open(), name === "shop" ? "new" : "old");
  }
});

Deno.test("forget() forgets a saved login that has not followed yet", async () => {
  const { logins, chain, give, names } = lockable();
  logins.rename("shop", "store");
  await rejects(logins.forget("store"), KeychainError);
  chain.locked = false;
  await logins.forget("store");
  deepEqual(names(), []);
  equal((await give("store")).password.open(), "new");
});
