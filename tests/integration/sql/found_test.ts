import assert from "node:assert/strict";
import type { Server } from "../../../src/core/config/config.ts";
import { defaultConfig } from "../../../src/core/config/mod.ts";
import { Secret } from "../../../src/core/secret.ts";
import { LoginError } from "../../../src/core/sql/login/mod.ts";
import { beginWait } from "../../runner/slowness.ts";
import { shopAt, startPostgres } from "../../support/servers/postgres.ts";
import { startQueryWindow } from "../../support/sql/query_app.ts";

const origin = { name: "orders", account: "shop-production", region: "eu-west-1" };

Deno.test("a found server opens like a configured one, and gets a login for each connection and for each user who opens it", async () => {
  const real = await startPostgres();
  const running = await startQueryWindow([]);
  const { app } = running;
  const server: Server = {
    name: "orders · shop-production",
    engine: "postgres",
    host: real.host,
    port: real.port,
    database: "postgres",
    tls: false,
  };
  let given = 0;
  let failing = false;
  const login = () => {
    given++;
    if (failing) throw new LoginError("No token was given", "Sign in again.");
    return Promise.resolve({
      user: real.user,
      password: new Secret(real.password),
      keep: () => Promise.resolve(),
    });
  };
  const queryWindow = () => app.store.get().queryWindows.find((one) => one.server === server.name);
  const until = async (holds: () => boolean) => {
    const isOver = beginWait(60_000);
    while (!holds()) {
      if (isOver()) throw new Error(`never so: ${JSON.stringify(queryWindow(), null, 1)}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const run = async (tab: string) => {
    await app.dispatch({ name: "runQuery", server: server.name, tab, text: "select 1", pick: "all" });
    await until(() => queryWindow()!.tabs.find(({ id }) => id === tab)!.run === null);
    return queryWindow()!.tabs.find(({ id }) => id === tab)!.results.at(-1)!;
  };
  try {
    assert.deepEqual(
      await app.queryWindows.openFound({ server, env: () => "prd", origin, as: "ann", login }),
      {
        ok: true,
      },
    );
    assert.deepEqual([queryWindow()?.env, queryWindow()?.engine], ["prd", "postgres"]);
    const first = queryWindow()!.tabs[0]!.id;
    assert.equal((await run(first)).status, "done");
    assert.equal((await run(first)).status, "done");
    assert.equal(given, 1, "one connection, one login");
    // When another user opens the window, the next statement runs as that user.
    for (const [as, logins] of [["ann", 1], ["bob", 2], ["bob", 2]] as const) {
      await app.queryWindows.openFound({ server: { ...server }, env: () => "prd", origin, as, login });
      assert.equal((await run(first)).status, "done");
      assert.equal(given, logins, as);
    }
    // Production also needs a confirmation here.
    const refused = await app.dispatch({ name: "setWriting", server: server.name, tab: first, on: true });
    assert.equal(refused.ok, false);
    // A new connection asks again; the error of the login is shown in place of the rows.
    failing = true;
    await app.dispatch({ name: "addQueryTab", server: server.name });
    const failed = await run(queryWindow()!.tabs[1]!.id);
    assert.deepEqual([failed.status, failed.message, failed.hint], [
      "failed",
      "No token was given",
      "Sign in again.",
    ]);
    // Servers of the configuration keep their names.
    await app.applyConfig({
      status: "loaded",
      config: { ...defaultConfig(), servers: [{ ...server, host: "elsewhere" }] },
      diagnostics: [],
    });
    assert.equal(
      (await app.queryWindows.openFound({ server, env: () => null, origin, as: "ann", login })).ok,
      false,
    );
  } finally {
    await running.close();
    await real.stop();
  }
});

Deno.test("an open window follows the configuration: environment, and how its server is reached", async () => {
  const [one, two] = await Promise.all([startPostgres(), startPostgres()]);
  await two.sql(`alter role ${two.user} password '${one.password}'`);
  const running = await startQueryWindow([{ server: shopAt(one), real: one }]);
  const { app } = running;
  const queryWindow = () => app.store.get().queryWindows[0]!;
  const until = async (holds: () => boolean) => {
    const isOver = beginWait(60_000);
    while (!holds()) {
      if (isOver()) throw new Error(`never so: ${JSON.stringify(queryWindow(), null, 1)}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const port = async () => {
    const { id: tab } = queryWindow().tabs[0]!;
    const text = "select current_setting('port')";
    await app.dispatch({ name: "runQuery", server: "shop", tab, text, pick: "all" });
    await until(() => queryWindow().tabs[0]!.run === null);
    const result = queryWindow().tabs[0]!.results.at(-1)!;
    assert.equal(result.status, "done", result.message);
    const read = await app.queries.queryWindows.rows("shop", tab, result.id, { sort: null, filter: "" })!
      .read(0, 1, new AbortController().signal);
    return read.ok ? Number(read.rows[0]!.cells[0]) : 0;
  };
  try {
    await app.dispatch({ name: "openQuery", server: "shop" });
    assert.equal(await port(), one.port);
    assert.equal(queryWindow().env, null);
    const { id: tab } = queryWindow().tabs[0]!;
    await app.dispatch({ name: "setWriting", server: "shop", tab, on: true });
    const config = { ...defaultConfig(), servers: [shopAt(two)] };
    const envRules = [{ env: "prd", matchName: "^shop$", flags: "i" }];
    await app.applyConfig({ status: "loaded", config: { ...config, envRules }, diagnostics: [] });
    await until(() => queryWindow().env === "prd");
    assert.equal(queryWindow().tabs[0]!.writing, false, "its name was not typed");
    assert.match(queryWindow().address, new RegExp(`:${two.port}/`));
    assert.equal(await port(), two.port);
  } finally {
    await running.close();
    await Promise.all([one.stop(), two.stop()]);
  }
});
