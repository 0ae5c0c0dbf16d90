import { deepEqual, equal, match, rejects } from "node:assert/strict";
import type { Prompter } from "../../../../src/cli/run/prompt.ts";
import { terminalLogin } from "../../../../src/cli/run/login.ts";
import { remembered } from "../../../../src/core/app/features/query_windows/servers.ts";
import { memoryKeychain } from "../../../support/memory_keychain.ts";
import { Secret } from "../../../../src/core/secret.ts";
import { keychainItem } from "../../../../src/core/sql/login/login.ts";
import {
  createLogins,
  LoginError,
  type LoginFiles,
  type OfferedLogin,
  withLogin,
} from "../../../../src/core/sql/login/mod.ts";

const SERVER = { name: "shop", engine: "postgres", host: "db", port: 5432, tls: true } as const;
const { signal } = new AbortController();

const offer = (user: string, more: Partial<OfferedLogin> = {}): OfferedLogin => ({
  ...{ id: `of ${user}`, user, from: `~/.pgpass, line ${user.length}`, meant: true, ...more },
});

/** Returns files with these logins. A password ends with the number of readings so far. */
function files(offers: readonly OfferedLogin[]) {
  const state = { reads: 0, gone: false };
  const all: LoginFiles = {
    offers: () => Promise.resolve({ offers, remarks: ["~/.mylogin.cnf is not read"] }),
    read: (_, id, user) => {
      const found = offers.find((one) => one.id === id);
      if (!found || state.gone) return Promise.reject(new LoginError("It is gone", "Look."));
      return Promise.resolve({ user, password: new Secret(`${id} ${++state.reads}`), from: found.from });
    },
  };
  return { all, state };
}

/** Creates logins whose user answers with the offer of that id, or types a login when undefined. */
function stage(offers: readonly OfferedLogin[], answers: readonly (string | undefined)[], save = false) {
  const keychain = memoryKeychain();
  const asked: string[] = [];
  const { all, state } = files(offers);
  const logins = createLogins(
    { ...keychain, unlock: () => keychain.status() },
    ({ offers, remarks, problem }) => {
      asked.push([offers.map(({ user, from }) => `${user} ${from}`), remarks, problem ?? ""].join("|"));
      return Promise.resolve({
        user: "ada",
        password: new Secret("typed"),
        save,
        offer: answers[asked.length - 1],
      });
    },
    () => Promise.resolve(null),
    all,
  );
  return { logins, asked, state, keychain };
}

Deno.test("give() asks with the offers of files, and reads the password of the one that is taken", async () => {
  const { logins, asked } = stage([offer("ada")], ["of ada"]);
  const given = await logins.give(SERVER, undefined, signal);
  deepEqual(asked, ["ada ~/.pgpass, line 3|~/.mylogin.cnf is not read|"]);
  equal(given!.password.open(), "of ada 1");
  equal(given!.from, "~/.pgpass, line 3");
  // A later connection reads the file again.
  equal((await given!.again!(signal)).password.open(), "of ada 2");
});

Deno.test("give() keeps the choice and no password when an offer is saved", async () => {
  const { logins, asked, keychain, state } = stage([offer("ada")], ["of ada", undefined], true);
  await (await logins.give(SERVER, undefined, signal))!.keep();
  const stored = (await keychain.get(keychainItem("shop").account))!.open();
  deepEqual(JSON.parse(stored), { user: "ada", password: "", host: "db", offer: "of ada" });
  equal((await logins.give(SERVER, undefined, signal))!.password.open(), "of ada 2");
  equal(asked.length, 1);
  // The file no longer has the login, so the question for the login says that.
  state.gone = true;
  equal((await logins.give(SERVER, undefined, signal))!.password.open(), "typed");
  match(asked[1]!, /\|It is gone$/);
});

Deno.test("give() lets nothing be signed in by an offer that is none", async () => {
  const { logins } = stage([], ["of nobody"]);
  await rejects(logins.give(SERVER, undefined, signal), { name: "LoginError", message: "It is gone" });
});

Deno.test("withLogin() says which file a refused password is from", async () => {
  const { logins, asked } = stage([offer("ada")], ["of ada", undefined]);
  const tried: string[] = [];
  await withLogin(SERVER, logins.give, (login) => {
    tried.push(login.password.open());
    const refused = { ok: false, kind: "password", message: "Refused", hint: "Again." } as const;
    return Promise.resolve(login.password.open() === "typed" ? { ok: true } as const : refused);
  }, signal);
  deepEqual(tried, ["of ada 1", "typed"]);
  match(asked[1]!, /\|Refused\. The password is that of ~\/\.pgpass, line 3\. Again\.$/);
});

Deno.test("remembered() reads the file for each connection of a window", async () => {
  const { logins, asked, state } = stage([offer("ada")], ["of ada", "of ada"]);
  const give = remembered(logins.give);
  const passwords = [];
  for (let i = 0; i < 3; i++) passwords.push((await give(SERVER, undefined, signal))!.password.open());
  deepEqual(passwords, ["of ada 2", "of ada 3", "of ada 4"]);
  equal(asked.length, 1);
  state.gone = true;
  await rejects(give(SERVER, undefined, signal), /It is gone/);
});

/** Returns a terminal that gives these answers and records the questions. */
function terminal(answers: readonly (string | null)[]) {
  const asked: string[] = [];
  const next = (label: string) => {
    asked.push(label);
    return Promise.resolve(answers[asked.length - 1] ?? null);
  };
  const prompter = {
    interactive: true,
    line: next,
    secret: next,
    above: (print) => print(),
    ended: () => false,
    onInterrupt: () => {},
    close: () => {},
  } as Prompter;
  return { prompter, asked };
}

const BOTH = [offer("ada"), offer("", { id: "any", from: "~/.my.cnf, line 2", meant: false })];
const TYPED: readonly (readonly [
  what: string,
  answers: readonly (string | null)[],
  problem: string | undefined,
  password: string,
  asked: readonly string[],
])[] = [
  ["both lines are left empty", ["", "", "n"], undefined, "of ada 1", [
    "User on shop [ada]: ",
    "Password [Enter: that of ~/.pgpass, line 3]: ",
    "Sign in like this from now on? [y/N] ",
  ]],
  ["a password is typed all the same", ["", "own", "n"], undefined, "own", [
    "User on shop [ada]: ",
    "Password [Enter: that of ~/.pgpass, line 3]: ",
    "Save it in the keychain? [y/N] ",
  ]],
  ["another user is typed", ["bob", "", "n"], undefined, "any 1", [
    "User on shop [ada]: ",
    "Password [Enter: that of ~/.my.cnf, line 2]: ",
    "Sign in like this from now on? [y/N] ",
  ]],
  ["the one before was refused", ["", "", "n"], "Wrong", "", [
    "User on shop [ada]: ",
    "Password: ",
    "Save it in the keychain? [y/N] ",
  ]],
];
for (const [what, answers, problem, password, questions] of TYPED) {
  Deno.test(`terminalLogin() names the file before it takes its password when ${what}`, async () => {
    const { prompter, asked } = terminal(answers);
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    try {
      const server = { ...SERVER, host: "127.0.0.1", port: (listener.addr as Deno.NetAddr).port };
      const ask = terminalLogin(prompter, false, { keychain: memoryKeychain(), files: files(BOTH).all });
      // A server of this engine lets the client speak first, so a plain listener looks like one.
      const given = await ask({ ...server, tls: false }, problem, signal);
      equal(given!.password.open(), password);
      deepEqual(asked, questions);
    } finally {
      listener.close();
    }
  });
}

const SCRIPTS:
  readonly (readonly [what: string, user: string, password: string | undefined, expected: string])[] = [
    ["it gives a password", "ada", "given", "given"],
    ["it gives an empty one", "ada", "", ""],
    ["it gives none and a file has one", "ada", undefined, "of ada 1"],
    ["it gives none and only a file for any server has one", "bob", undefined, ""],
  ];
for (const [what, user, password, expected] of SCRIPTS) {
  Deno.test(`terminalLogin() takes a script's login when ${what}`, async () => {
    const given = { user, password: password === undefined ? undefined : new Secret(password) };
    const nobody = { interactive: false } as Prompter;
    const ask = terminalLogin(nobody, true, { given, keychain: memoryKeychain(), files: files(BOTH).all });
    equal((await ask(SERVER, undefined, signal))!.password.open(), expected);
  });
}
