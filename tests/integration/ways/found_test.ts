import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { appServices } from "../../../src/cli/start/services.ts";
import { type App, createApp } from "../../../src/core/app/app.ts";
import { defaultConfig } from "../../../src/core/config/mod.ts";
import { createLogger } from "../../../src/core/files/logger.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { createRuleEvaluator } from "../../../src/core/rules/mod.ts";
import { Secret } from "../../../src/core/secret.ts";
import { keychainItem, loginSecret } from "../../../src/core/sql/login/login.ts";
import { endWays } from "../../../src/core/ways/ending.ts";
import { giveAccessToWays } from "../../../src/core/ways/ssm/access.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { startPrivateDatabase } from "../../support/cloud/private_database.ts";
import { memoryKeychain } from "../../support/memory_keychain.ts";
import { plainEnvironment } from "../../support/program/kedge.ts";
import { program } from "../../support/program/program.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { exec } from "../../support/servers/server.ts";
import { keysAlone } from "../../unit/core/app/fixtures.ts";

const ACCOUNT = "123456789012";

Deno.test("a private database of an account opens by Enter over the best way of its account, and so again", async (test) => {
  const stage = await startPrivateDatabase();
  const { postgres, manager, host, groups: { near, far }, at, computer } = stage;
  const home = await Deno.makeTempDir({ prefix: "kedge-found-" });
  Deno.env.set("AWS_ENDPOINT_URL", manager.url);
  const withdraw = giveAccessToWays(() => Promise.resolve(at));
  const errors: unknown[] = [];
  const items = new Map<string, Secret>();
  const labeller = createRuleEvaluator();
  const paths = kedgePaths(home);
  const app: App = createApp({
    ...appServices(paths, createLogger(paths.logs), labeller, () => app),
    keychain: memoryKeychain(items),
    credentials: keysAlone(at.credentials),
    onError: (error) => void errors.push(error),
  });
  try {
    const [good, beyond, silent] = [await computer(near), await computer(far), await computer(near)];
    Deno.env.set("KEDGE_DATABASE_CA", stage.authorities);
    manager.computers = [{ id: beyond, online: true }, { id: good, online: true }, {
      id: silent,
      online: false,
    }];
    const { account } = keychainItem(`orders (${ACCOUNT})`);
    const login = { user: postgres.user, password: new Secret(postgres.password) };
    items.set(account, loginSecret(login, `${host} through ${good} of ${ACCOUNT} in eu-central-1`));
    await app.applyConfig({
      status: "loaded",
      config: {
        ...defaultConfig(),
        accounts: [{ accountId: ACCOUNT, region: "eu-central-1", secrets: [], ecsClusters: [] }],
      },
      diagnostics: [],
    });
    const open = (way?: { way: "password" }, choose?: true) =>
      app.dispatch({
        name: "openDatabase",
        account: ACCOUNT,
        role: "ReadOnly",
        kind: "rds",
        id: "orders",
        ...(way ? { login: way } : {}),
        ...(choose ? { choose } : {}),
      });
    const asked = () => app.store.get().dialogs.find(({ kind }) => kind === "form");
    const queryWindow = () => app.store.get().queryWindows[0];
    /**
     * Runs `select current_user` in the first tab, and returns the tab once the answer is there.
     */
    const who = async () => {
      const { server, tabs } = queryWindow()!;
      await app.dispatch({
        name: "runQuery",
        server,
        tab: tabs[0]!.id,
        text: "select current_user",
        pick: "all",
      });
      const now = () => queryWindow()!.tabs[0]!;
      await waitFor("the answer", () => now().run === null && now().link.status !== "connecting");
      return now();
    };

    const via = `ssm://${ACCOUNT}/ReadOnly/${good}?region=eu-central-1`;
    const closeWindows = async () => {
      for (const { id, page } of app.store.get().windows) if (page === "query") app.windowClosed(id);
      await waitFor("the window is gone", () => queryWindow() === undefined);
    };

    await test.step("one press leads there, over the way that its security group lets in and by one session", async () => {
      const steps: string[] = [];
      const end = app.store.subscribe(({ databaseSteps }) => {
        const [one] = Object.values(databaseSteps);
        if (one && one.step !== steps.at(-1)) steps.push(one.step);
      });
      deepEqual(await open({ way: "password" }), { ok: true });
      end();
      match(
        steps.join(" | "),
        /^Trying .* \| Looking for ways through its account… \| i-\w+: its security group .* is let in \| /,
      );
      match(steps.join(" | "), new RegExp(`${good}: Starting a session`));
      equal(asked(), undefined);
      deepEqual(app.store.get().databaseSteps, {});
      const { link } = await who();
      match(link.message ?? "", /certificate verified/, JSON.stringify([link, errors, manager.faults]));
      deepEqual(manager.sessions.map(({ target }) => target), [good]);
      deepEqual(manager.sessions[0]!.parameters, { portNumber: ["5432"], host: [host] });
    });

    await test.step("the user can choose another way among the possible ones", async () => {
      await closeWindows();
      const opening = open({ way: "password" }, true);
      await waitFor("the question", () => asked() !== undefined);
      const dialog = asked()!;
      const [field] = dialog.kind === "form" ? dialog.fields : [];
      deepEqual(field!.options.map(({ value }) => value), [via]);
      match(field!.options[0]!.label, new RegExp(`^${good}: its security group ${near} is let in$`));
      await app.dispatch({ name: "answerDialog", dialog: dialog.id, answer: { via }, knows: 0 });
      deepEqual(await opening, { ok: true });
    });

    await test.step("the next time it is opened so without a question", async () => {
      await closeWindows();
      deepEqual(await open(), { ok: true });
      const { link } = await who();
      match(link.message ?? "", /certificate verified/, JSON.stringify(link));
      equal(asked(), undefined);
    });

    await test.step("a lost way is searched again when the user opens the database with a login", async () => {
      await closeWindows();
      const gone = `ssm://${ACCOUNT}/ReadOnly/${silent}?region=eu-central-1`;
      app.restore({
        databaseLogins: { [`${ACCOUNT}/eu-central-1/rds/orders`]: { way: "password", via: gone } },
      });
      manager.targets = new Set([good]);
      deepEqual(await open({ way: "password" }), { ok: true });
      equal(app.store.get().databaseLogins[`${ACCOUNT}/eu-central-1/rds/orders`]?.via, via);
      await who();
    });

    /** Runs `kedge --tunnel` with keys of the account in its environment. */
    const tunnel = async (name: string, home: string) => {
      const [command, ...args] = program("--tunnel", name, "--json");
      return new Deno.Command(command!, {
        args,
        env: await plainEnvironment({
          KEDGE_HOME: home,
          AWS_ENDPOINT_URL: manager.url,
          AWS_ACCESS_KEY_ID: "AKID",
          AWS_SECRET_ACCESS_KEY: "s",
          AWS_REGION: "eu-central-1",
        }),
        clearEnv: true,
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      });
    };

    await test.step("--tunnel ACCOUNT/ROLE/DATABASE leads other programs there, over the first way that works", async () => {
      manager.computers = [{ id: silent, online: true }, { id: good, online: true }];
      manager.targets = new Set([good]);
      const before = manager.sessions.length;
      // The database was reached once with another role, which this request does not name.
      const other = { way: "password", via: `ssm://${ACCOUNT}/Admin/${beyond}?region=eu-central-1` };
      const cli = join(home, "cli");
      await Deno.mkdir(cli, { mode: 0o700 });
      await Deno.writeTextFile(
        join(cli, "state.json"),
        JSON.stringify({ databaseLogins: { [`${ACCOUNT}/eu-central-1/rds/orders`]: other } }),
        { mode: 0o600 },
      );
      const running = (await tunnel(`${ACCOUNT}//orders`, join(home, "cli"))).spawn();
      const words = new Response(running.stderr).text();
      const reader = running.stdout.getReader();
      const { value } = await reader.read();
      const { port, via } = JSON.parse(new TextDecoder().decode(value)) as { port: number; via: string[] };
      deepEqual(via, [`${good} of ${ACCOUNT} in eu-central-1`]);
      const asked = ["host=127.0.0.1", `port=${port}`, "dbname=postgres", "sslmode=require"].join(" ");
      const said = await exec([
        ...[
          "env",
          `PGPASSWORD=${postgres.password}`,
          "psql",
          asked,
          "-U",
          postgres.user,
          "-XqAtc",
          "select 41 + 1",
        ],
      ]);
      equal(said, "42\n");
      running.kill("SIGINT");
      equal((await running.status).code, 0);
      await reader.cancel();
      const told = await words;
      match(told, new RegExp(`the SSM agent of ${silent} does not report`));
      equal(told.includes(beyond), false, told);
      deepEqual(manager.sessions.slice(before).map(({ status }) => status), ["terminated"]);
      manager.targets = null;
    });

    await test.step("--tunnel goes the next way when the best one opens and does not lead there", async () => {
      stage.blind.add(silent);
      const before = manager.sessions.length;
      const running = (await tunnel(`${ACCOUNT}//orders`, join(home, "cli"))).spawn();
      const words = new Response(running.stderr).text();
      const reader = running.stdout.getReader();
      const { via } = JSON.parse(new TextDecoder().decode((await reader.read()).value)) as { via: string[] };
      running.kill("SIGINT");
      equal((await running.status).code, 0);
      await reader.cancel();
      deepEqual(via, [`${good} of ${ACCOUNT} in eu-central-1`]);
      match(await words, new RegExp(`${silent}.* cannot reach`));
      deepEqual(manager.sessions.slice(before).map(({ target, status }) => [target, status]), [
        [silent, "terminated"],
        [good, "terminated"],
      ]);
    });

    for (
      const [name, code, told] of [
        [`${ACCOUNT}//order`, 1, /eu-central-1 has no database "order"/],
        [`nobody/ReadOnly/orders`, 2, /no account is called "nobody"/],
      ] as const
    ) {
      await test.step(`--tunnel ${name} says what is wrong`, async () => {
        const ended = await (await tunnel(name, join(home, "cli"))).output();
        match((JSON.parse(new TextDecoder().decode(ended.stdout)) as { error: string }).error, told);
        equal(ended.code, code);
      });
    }

    await test.step("the missing part is reported where there is no way", async () => {
      app.restore({ databaseLogins: {} });
      manager.computers = [{ id: beyond, online: true }, { id: silent, online: false }];
      const told = await open({ way: "password" });
      const hint = told.ok ? "" : told.hint ?? "";
      match(hint, new RegExp(`${beyond}: no security group of the database lets it in at port 5432`));
      match(hint, new RegExp(`${silent}: its SSM agent does not report`));
    });
    deepEqual([errors, manager.faults], [[], []]);
  } finally {
    await app.close();
    await endWays();
    withdraw();
    labeller.close();
    for (const name of ["AWS_ENDPOINT_URL", "KEDGE_DATABASE_CA"]) Deno.env.delete(name);
    await stage.stop();
    await removeFolder(home);
  }
});
