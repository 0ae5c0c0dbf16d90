import assert from "node:assert/strict";
import {
  type ConnectionOutcome,
  createServers,
} from "../../../../../src/core/app/features/servers/servers.ts";
import { environmentInName } from "../../../../../src/core/accounts/environments.ts";
import { keychainItem } from "../../../../../src/core/sql/login/login.ts";
import type { ConnectionFailure } from "../../../../../src/core/sql/failure.ts";
import type { LoginKeychain } from "../../../../../src/core/sql/login/mod.ts";
import { createDialogs } from "../../../../../src/core/app/features/dialogs/dialogs.ts";
import { createConfiguration } from "../../../../../src/core/app/features/settings/configuration.ts";
import { createWindows } from "../../../../../src/core/app/windows.ts";
import { servers as serversOf } from "../../../../../src/core/state/selectors.ts";
import { KeychainError } from "../../../../../src/core/keychain/keychain.ts";
import { Secret } from "../../../../../src/core/secret.ts";
import type { Server } from "../../../../../src/core/config/config.ts";
import { config, store, until } from "../fixtures.ts";
import { PAGES } from "../../../../../src/pages/registry.ts";

const shop = { name: "shop", engine: "postgres", host: "db", port: 5432, tls: false } as const;
const wrong: ConnectionOutcome = { ok: false, kind: "password", message: "The password is wrong." };
const good: ConnectionOutcome = { ok: true, ms: 4, detail: "PostgreSQL 15" };
const SAVED = '{"user":"u","password":"right"}';

async function setup(
  saved: string | null,
  outcomes: Record<string, ConnectionOutcome>,
  status = "ready",
  probed: ConnectionFailure | null = null,
) {
  const state = store();
  const configuration = createConfiguration(state);
  const configure = (...servers: readonly Server[]) =>
    configuration.apply({ status: "loaded", config: config({ servers }), diagnostics: [] });
  await configure(shop);
  const items = new Map<string, string>();
  if (saved) items.set(keychainItem("shop").account, saved);
  let now = status as "ready" | "locked" | "absent", unlocked = 0;
  const keychain: LoginKeychain = {
    status: () => Promise.resolve({ status: now, ...(now === "absent" ? { hint: "Install one." } : {}) }),
    get(account) {
      if (!items.has(account)) return Promise.resolve(null);
      if (now === "locked") return Promise.reject(new KeychainError("locked", "Locked.", "Unlock it."));
      return Promise.resolve(new Secret(items.get(account)!));
    },
    set: (account, _label, secret) => Promise.resolve(void items.set(account, secret.open())),
    delete: (account) => Promise.resolve(items.delete(account)),
    unlock: () => Promise.resolve((unlocked++, { status: now = "ready" })),
  };
  const windows = createWindows(state, PAGES);
  const dialogs = createDialogs(state, windows, () => null, () => 1);
  const changed: string[] = [];
  const servers = createServers({
    awsAt: () => Promise.reject(new Error("no server here is asked over HTTPS")),
    store: state,
    windows,
    dialogs,
    environments: { of: (name) => Promise.resolve(environmentInName(name)) },
    keychain,
    now: () => 1,
    async testConnection({ host }, login, signal, onStep) {
      onStep?.("Signing in to bastion…");
      // This server does not answer until the test is stopped.
      if (host === "silent") await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return outcomes[login.password.open()] ?? wrong;
    },
    probeServer: () => Promise.resolve(probed),
  });
  servers.onLogin((server) => void changed.push(server));
  const dialog = () => state.get().dialogs[0];
  /** Waits for the dialog that asks for a login. */
  async function asked() {
    await until(() => dialog() !== undefined);
    const shown = dialog()!;
    assert.ok(shown.kind === "login");
    return shown;
  }
  async function type(answer: { user: string; password: string; save: boolean } | null): Promise<void> {
    dialogs.answer((await asked()).id, answer);
  }
  return {
    state,
    windows,
    configure,
    servers,
    items,
    changed,
    type,
    asked,
    dialog,
    unlocked: () => unlocked,
    test: () => serversOf(state.get())[0]!.test,
  };
}

Deno.test("test() uses the saved login and asks nothing when it works", async () => {
  const { servers, test, dialog } = await setup(SAVED, { right: good });
  await servers.test("shop");
  assert.deepEqual(test(), { status: "ok", at: 1, ms: 4, detail: "PostgreSQL 15" });
  assert.equal(dialog(), undefined);
});

Deno.test("test() shows what is done on the way to a server", async () => {
  const { servers, state, test } = await setup(SAVED, { right: good });
  const shown: unknown[] = [];
  state.subscribe(() => shown.push(test()));
  await servers.test("shop");
  assert.deepEqual(shown.find((one) => (one as { step?: string }).step), {
    status: "running",
    since: 1,
    step: "Signing in to bastion…",
  });
});

for (const save of [true, false]) {
  Deno.test(`test() ${save ? "stores" : "does not store"} the typed login when the user ${save ? "ticks" : "leaves"} it`, async () => {
    const { servers, items, type, test } = await setup(null, { right: good });
    const done = servers.test("shop");
    await type({ user: "u", password: "right", save });
    await done;
    assert.equal(test().status, "ok");
    assert.equal(items.get("server/shop"), save ? '{"user":"u","password":"right","host":"db"}' : undefined);
  });
}

Deno.test("test() asks again with the reason and stores nothing wrong when the password is refused", async () => {
  const { servers, items, type, dialog, test } = await setup(null, { right: good });
  const done = servers.test("shop");
  await type({ user: "u", password: "bad", save: true });
  await until(() => dialog()?.kind === "login" && "problem" in dialog()!);
  assert.equal(items.size, 0);
  assert.equal((dialog() as { user: string }).user, "u");
  await type({ user: "u", password: "right", save: true });
  await done;
  assert.equal(test().status, "ok");
  assert.equal(items.size, 1);
});

Deno.test("test() asks for another login when the saved one is refused", async () => {
  const { servers, type, test } = await setup('{"user":"u","password":"old"}', { right: good });
  const done = servers.test("shop");
  await type({ user: "u", password: "right", save: false });
  await done;
  assert.equal(test().status, "ok");
});

const DOWN = {
  ok: false,
  kind: "refused",
  message: "Nothing accepts connections",
  hint: "Check it.",
} as const;

Deno.test("test() fails at once when the port is refused", async () => {
  const { servers, test, dialog } = await setup(SAVED, { right: DOWN });
  await servers.test("shop");
  assert.equal(test().status, "failed");
  assert.equal(dialog(), undefined);
});

Deno.test("test() shows at once that a server cannot be reached, and asks for no login", async () => {
  const { servers, test, dialog, state } = await setup(null, {}, "ready", DOWN);
  await servers.test("shop");
  assert.equal(dialog(), undefined);
  assert.deepEqual(test(), { status: "failed", at: 1, message: DOWN.message, hint: DOWN.hint });
  assert.deepEqual(state.get().windows.map(({ page, params }) => [page, params]), [["server", {
    server: "shop",
  }]]);
});

Deno.test("tryOut() says that a server cannot be reached, and asks for no login", async () => {
  const { servers, dialog } = await setup(null, {}, "ready", DOWN);
  const { message, hint } = DOWN;
  assert.deepEqual(await servers.tryOut({ ...shop, name: "draft" }, "ada"), {
    ok: true,
    value: { status: "failed", at: 1, message, hint },
  });
  assert.equal(dialog(), undefined);
});

Deno.test("setPassword() asks for the login of a server that cannot be reached", async () => {
  const { servers, type, items } = await setup(null, {}, "ready", DOWN);
  const done = servers.setPassword("shop");
  await type({ user: "u", password: "p", save: true });
  await done;
  assert.equal(items.size, 1);
});

Deno.test("test() goes back to idle when the user cancels the first question", async () => {
  const { servers, type, test } = await setup(null, {});
  const done = servers.test("shop");
  await type(null);
  await done;
  assert.equal(test().status, "idle");
});

for (
  const [status, canStore, hint] of [
    ["ready", true, undefined],
    ["locked", true, "Your desktop asks for the keychain's password."],
    ["absent", false, "Install one."],
  ] as const
) {
  Deno.test(`test() asks, and offers to store: ${canStore}, when the keychain is ${status}`, async () => {
    const { servers, type, asked } = await setup(null, { right: good }, status);
    const done = servers.test("shop");
    const shown = await asked();
    assert.deepEqual([shown.canStore, shown.storeHint], [canStore, hint]);
    await type(null);
    await done;
  });
}

Deno.test("test() unlocks the keychain for a login that is in it, and asks for none", async () => {
  const { servers, unlocked, test } = await setup(SAVED, { right: good }, "locked");
  await servers.test("shop");
  assert.equal(test().status, "ok");
  assert.equal(unlocked(), 1);
});

Deno.test("test() does not unlock a keychain that has no such login, until the user wants to store one", async () => {
  const { servers, unlocked, type, asked, items } = await setup(null, { right: good }, "locked");
  const done = servers.test("shop");
  await asked();
  assert.equal(unlocked(), 0);
  await type({ user: "u", password: "right", save: true });
  await done;
  assert.equal(unlocked(), 1);
  assert.equal(items.size, 1);
});

Deno.test("test() names the server when the configuration has none of that name", async () => {
  const { servers } = await setup(null, {});
  assert.deepEqual(await servers.test("x"), {
    ok: false,
    error: 'There is no server "x" in the configuration.',
  });
});

for (
  const [command, answer, told] of [
    ["setPassword", { user: "u", password: "new", save: true }, ["shop"]],
    ["setPassword", null, []],
    ["forgetPassword", undefined, ["shop"]],
  ] as const
) {
  Deno.test(`${command}() tells ${told.length > 0 ? "who remembers the login" : "nobody"} when ${answer === null ? "the user cancels" : "what is saved has changed"}`, async () => {
    const { servers, type, changed } = await setup('{"user":"u","password":"old"}', {});
    const done = servers[command]("shop");
    if (answer !== undefined) await type(answer);
    await done;
    assert.deepEqual(changed, told);
  });
}

const RENAMES: readonly (readonly [name: string, servers: readonly Server[], about: string])[] = [
  ["follows a server that is renamed", [{ ...shop, name: "store" }], "store"],
  ["stays with a server that is changed", [{ ...shop, port: 5433 }], "shop"],
  ["takes no other server for one that is gone", [], "shop"],
  ["stays with a server that moves", [{ ...shop, name: "other" }, shop], "shop"],
];
for (const [name, servers, about] of RENAMES) {
  Deno.test(`the form of a server ${name}`, async () => {
    const { state, windows, configure } = await setup(null, {});
    windows.open("server", { server: "shop" });
    await configure(...servers);
    const [window] = state.get().windows;
    assert.deepEqual([window!.params, window!.title], [{ server: about }, about]);
  });
}

Deno.test("the title of a server's form follows its name and its environment", async () => {
  const { state, windows, configure } = await setup(null, {});
  const label = (name: string, env: string) => state.slice("serverEnvs").update(() => ({ [name]: env }));
  label("shop", "stg");
  windows.open("server", { server: "shop" });
  const title = () => state.get().windows[0]!.title;
  assert.equal(title(), "shop · stg");
  await configure({ ...shop, name: "store" });
  assert.equal(title(), "store");
  label("store", "prd");
  assert.equal(title(), "store · prd");
});

Deno.test("tryOut() names the environment of a server that is not saved in the question and in its title", async () => {
  const { servers, type, asked, state } = await setup(null, { right: good });
  const done = servers.tryOut({ ...shop, name: "draft-production" }, undefined);
  assert.equal((await asked()).env, "prd");
  assert.equal(state.get().windows.at(-1)?.title, "Sign in to draft-production · prd");
  await type(null);
  await done;
});

Deno.test("tryOut() tries what is not saved with the user that the form has, and leaves the state alone", async () => {
  const { servers, type, asked, state } = await setup(null, { right: good });
  const before = state.get().serverTests;
  const done = servers.tryOut({ ...shop, name: "draft", host: "elsewhere" }, "ada");
  assert.equal((await asked()).user, "ada");
  await type({ user: "ada", password: "right", save: false });
  assert.deepEqual(await done, {
    ok: true,
    value: { status: "ok", at: 1, ms: 4, detail: "PostgreSQL 15" },
  });
  assert.equal(state.get().serverTests, before);
  assert.deepEqual(state.get().windows.filter(({ page }) => page === "server"), []);
});

Deno.test("tryOut() ends the test of the saved server, of which nothing is shown any more", async () => {
  const { servers, configure, test } = await setup(SAVED, { right: good });
  await configure({ ...shop, host: "silent" });
  const done = servers.test("shop");
  await until(() => test().status === "running");
  const tried = await servers.tryOut(shop, undefined);
  assert.equal(tried.ok && (tried.value as { status: string }).status, "ok");
  await done;
  assert.deepEqual(test(), { status: "idle" });
});

Deno.test("added() makes the form of a new server that server's, and its user begins the next question", async () => {
  const { servers, windows, state, asked, type, configure } = await setup(null, { right: good });
  const window = windows.open("server");
  assert.equal(servers.added(window, "new", "ada").ok, false);
  await configure(shop, { ...shop, name: "new" });
  assert.deepEqual(servers.added(window, "new", "ada"), { ok: true });
  const [own] = state.get().windows;
  assert.deepEqual([own!.params, own!.title], [{ server: "new" }, "new"]);
  const done = servers.test("new");
  assert.equal((await asked()).user, "ada");
  await type(null);
  await done;
});
