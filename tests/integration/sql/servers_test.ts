import { deepEqual, equal, match } from "node:assert/strict";
import { createConfiguration } from "../../../src/core/app/features/settings/configuration.ts";
import { createDialogs } from "../../../src/core/app/features/dialogs/dialogs.ts";
import { createServers } from "../../../src/core/app/features/servers/servers.ts";
import { keychainItem } from "../../../src/core/sql/login/login.ts";
import { createWindows } from "../../../src/core/app/windows.ts";
import { servers as serversOf } from "../../../src/core/state/selectors.ts";
import { probeServer, testConnection } from "../../../src/core/sql/mod.ts";
import { beginWait } from "../../runner/slowness.ts";
import { keychainOn } from "../../support/keychain/keychain_on.ts";
import { type Keyring, startKeyring } from "../../support/keychain/keyring.ts";
import { type DatabaseServer, startPostgres } from "../../support/servers/postgres.ts";
import { config, store as newStore } from "../../unit/core/app/fixtures.ts";
import { PAGES } from "../../../src/pages/registry.ts";

/**
 * Creates the parts behind "Test connection" in the menu, with a real keychain and the real driver.
 */
async function application(postgres: DatabaseServer, keyring: Keyring) {
  const server = {
    name: "prod",
    engine: "postgres",
    host: postgres.host,
    port: postgres.port,
    tls: true,
  } as const;
  const store = newStore();
  const apply = (port: number) =>
    createConfiguration(store).apply({
      status: "loaded",
      config: config({ servers: [{ ...server, port }] }),
      diagnostics: [],
    });
  await apply(postgres.port);
  const keychain = keychainOn(keyring.env);
  const windows = createWindows(store, PAGES);
  const dialogs = createDialogs(store, windows, () => null, Date.now);
  const servers = createServers({
    awsAt: () => Promise.reject(new Error("no server here is asked over HTTPS")),
    store,
    windows,
    dialogs,
    environments: { of: () => Promise.resolve(null) },
    keychain,
    testConnection: (server, login, signal) => testConnection(server, login, signal),
    probeServer,
    now: Date.now,
  });
  const states: string[] = [];
  store.subscribe((state) => states.push(JSON.stringify(state)));
  /** Answers the next login dialog, and returns its text. */
  const answer = async (user: string, password: string, save: boolean) => {
    const isOver = beginWait(60_000);
    while (!store.get().dialogs[0]) {
      if (isOver()) throw new Error("no dialog came");
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const dialog = store.get().dialogs[0]!;
    equal(dialogs.answer(dialog.id, { user, password, save }).ok, true);
    return dialog.kind === "login" ? dialog : null;
  };
  const test = () => serversOf(store.get())[0]!.test;
  return { store, servers, keychain, states, answer, test, apply };
}

Deno.test("Test connection asks, stores in the real keychain, and says what is wrong", async (t) => {
  const [postgres, keyring] = await Promise.all([startPostgres(), startKeyring()]);
  try {
    const app = await application(postgres, keyring);
    const right = postgres.password;

    await t.step("asks for a login, asks again after a wrong one, and keeps the right one", async () => {
      const done = app.servers.test("prod");
      const first = await app.answer("app", "wrong-password", true);
      equal(first?.canStore, true);
      equal(first?.problem, undefined);
      const second = await app.answer("app", right, true);
      match(second?.problem ?? "", /refused the user name or password of “app”/);
      equal(second?.user, "app");
      await done;
      const test = app.test();
      equal(test.status, "ok", JSON.stringify(test));
      match(test.status === "ok" ? test.detail : "", /^PostgreSQL 1\d.* · database postgres · TLS/);
      const kept = await app.keychain.get(keychainItem("prod").account);
      deepEqual(JSON.parse(kept!.open()), { user: "app", password: right, host: "127.0.0.1" });
    });

    await t.step("asks nothing the next time", async () => {
      await app.servers.test("prod");
      equal(app.test().status, "ok");
      equal(app.store.get().dialogs.length, 0);
    });

    await t.step("says that nothing listens, and keeps the login", async () => {
      await app.apply(1);
      await app.servers.test("prod");
      const test = app.test();
      equal(test.status, "failed");
      match(test.status === "failed" ? test.message : "", /Nothing accepts connections at 127\.0\.0\.1:1/);
      match(test.status === "failed" ? test.hint ?? "" : "", /Check host and port/);
      equal((await app.keychain.get(keychainItem("prod").account)) !== null, true);
      await app.apply(postgres.port);
    });

    await t.step("asks again when the kept password has changed at the server", async () => {
      await postgres.sql("alter role app password 'changed'");
      const done = app.servers.test("prod");
      await app.answer("app", "changed", false);
      await done;
      equal(app.test().status, "ok");
    });

    await t.step("forgets the login when told to", async () => {
      deepEqual(await app.servers.forgetPassword("prod"), { ok: true });
      equal(await app.keychain.get(keychainItem("prod").account), null);
    });

    await t.step("never had a password in its state", () => {
      for (const password of [right, "wrong-password", "changed"]) {
        equal(app.states.some((state) => state.includes(`"${password}"`)), false);
      }
    });
  } finally {
    await Promise.all([postgres.stop(), keyring.close()]);
  }
});
