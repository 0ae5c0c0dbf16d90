import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { type App, createApp } from "../../../src/core/app/app.ts";
import { queryServer } from "../../../src/core/actions/server_query.ts";
import { appServices } from "../../../src/cli/start/services.ts";
import { databases } from "../../../src/core/aws/resources/databases.ts";
import { callQuery } from "../../../src/core/aws/service/xml.ts";
import { defaultConfig } from "../../../src/core/config/mod.ts";
import { withAws } from "../../../src/core/sql/login/mod.ts";
import { createLogger } from "../../../src/core/files/logger.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { createRuleEvaluator } from "../../../src/core/rules/mod.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { asUser } from "../resources/stage.ts";
import { memoryKeychain } from "../../support/memory_keychain.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { kedge } from "../../support/program/kedge.ts";
import { startSqlServices } from "../../support/servers/https/mod.ts";
import { ACCOUNT, REGION, SECRET } from "../../support/servers/https/stage.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { keysAlone } from "../../unit/core/app/fixtures.ts";

const { signal } = new AbortController();

Deno.test("a private cluster is found, opened, exported, written to with Commit, and queried by command line and action over HTTPS; Redshift and Athena are opened too", async () => {
  const real = await startPostgres();
  const arn = `arn:aws:rds:${REGION}:${ACCOUNT}:cluster:shop`;
  const cluster = { real, engine: "postgres" as const, arn, secret: SECRET, resuming: 2 };
  const services = startSqlServices({
    clusters: [cluster],
    warehouses: [{ real, cluster: "facts" }],
    workgroups: [{ real, name: "lake", output: "s3://results/", scans: 5_000_000 }],
  });
  await asUser(async ({ moto, at }) => {
    const endpoints = {
      AWS_ENDPOINT_URL: moto.url,
      AWS_ENDPOINT_URL_RDS_DATA: services.url,
      AWS_ENDPOINT_URL_REDSHIFT_DATA: services.url,
      AWS_ENDPOINT_URL_ATHENA: services.url,
    };
    for (const [name, value] of Object.entries(endpoints)) Deno.env.set(name, value);
    const home = await Deno.makeTempDir({ prefix: "kedge-https-" });
    const paths = kedgePaths(home), labeller = createRuleEvaluator(), errors: unknown[] = [];
    const app: App = createApp({
      ...appServices(paths, createLogger(paths.logs), labeller, () => app),
      keychain: memoryKeychain(new Map()),
      credentials: keysAlone(),
      onError: (error) => void errors.push(error),
    });
    try {
      await callQuery({
        ...{
          doing: "making it",
          service: "RDS",
          ...at,
          signal,
          action: "CreateDBCluster",
          version: "2014-10-31",
        },
        input: {
          DBClusterIdentifier: "shop",
          Engine: "aurora-postgresql",
          EngineMode: "serverless",
          EngineVersion: "11.13",
          EnableHttpEndpoint: "true",
          DatabaseName: "postgres",
          MasterUsername: "app",
          MasterUserPassword: "planted-password",
        },
      });
      await callQuery({
        ...{
          doing: "making it",
          service: "REDSHIFT",
          ...at,
          signal,
          action: "CreateCluster",
          version: "2012-12-01",
        },
        input: {
          ClusterIdentifier: "facts",
          NodeType: "ra3.xlplus",
          DBName: "postgres",
          MasterUsername: "app",
          MasterUserPassword: "planted-password",
        },
      });
      const { databases: found } = await databases(at, signal);
      equal(found.find(({ id }) => id === "shop")?.dataApi, arn);
      const config = {
        ...defaultConfig(),
        accounts: [{ accountId: ACCOUNT, region: REGION, secrets: [], ecsClusters: [] }],
      };
      await app.applyConfig({ status: "loaded", config, diagnostics: [] });
      const asked = { account: ACCOUNT, role: "", kind: "aurora" as const, id: "shop" };
      const opened = await app.dispatch({
        name: "openDatabase",
        ...asked,
        login: { way: "https", secret: SECRET },
      });
      deepEqual(opened, { ok: true });
      const queryWindow = () => app.store.get().queryWindows[0]!;
      const server = queryWindow().server;
      match(queryWindow().address, /over the Data API$/);
      const [tab] = queryWindow().tabs;
      const state = () => queryWindow().tabs[0]!;
      const run = async (text: string) => {
        deepEqual(
          (await app.dispatch({ name: "runQuery", server, tab: tab!.id, text, pick: "all" })).ok,
          true,
        );
        await waitFor("its end", () => state().run === null || state().hold !== null);
        return state().results.at(-1)!;
      };
      const first = await run("create table nothing (n int)");
      equal(first.status, "failed", "reading");
      const shown = await run("select n, 'é' from generate_series(1, 3) n");
      deepEqual([shown.status, shown.rows, shown.columns], ["done", 3, 2], JSON.stringify(shown));
      const file = join(home, "rows.csv");
      const text = "select n from generate_series(1, 3) n";
      deepEqual(
        (await app.dispatch({
          name: "exportRows",
          server,
          tab: tab!.id,
          text,
          pick: "all",
          format: "csv",
          file,
        })).ok,
        true,
      );
      await waitFor("the file", () => state().export?.status !== "running");
      equal(state().export?.status, "done", JSON.stringify(state().export));
      equal((await Deno.readTextFile(file)).split(/\r?\n/).length, 5);
      await real.sql("create table kept (n int primary key); insert into kept values (1)");
      await app.dispatch({ name: "setWriting", server, tab: tab!.id, on: true });
      await run("insert into kept values (2)");
      ok(state().hold, JSON.stringify(state()));
      equal((await real.sql("select count(*) from kept")).trim(), "1");
      await app.dispatch({
        name: "decideWrite",
        server,
        tab: tab!.id,
        how: "commit",
        result: state().hold!.result,
      });
      await waitFor("the commit", () => state().hold === null);
      equal((await real.sql("select count(*) from kept")).trim(), "2");

      // Redshift and Athena cannot hold a write, so Kedge asks before it runs.
      for (
        const [kind, id, words] of [
          ["redshift", "facts", /takes effect at once/],
          ["athena", "lake", /INSERT of Athena takes effect at once/],
        ] as const
      ) {
        const done = await app.dispatch({
          ...{ name: "openDatabase", account: ACCOUNT, role: "", kind, id },
          login: { way: "https" },
        });
        deepEqual(done, { ok: true });
        const its = () => app.store.get().queryWindows.at(-1)!;
        const [first] = its().tabs;
        const at = { server: its().server, tab: first!.id };
        const ask = async (text: string) => {
          deepEqual((await app.dispatch({ name: "runQuery", ...at, text, pick: "all" })).ok, true);
          await waitFor("its end", () => its().tabs[0]!.run === null || its().tabs[0]!.ask !== null);
          return its().tabs[0]!;
        };
        const { results } = await ask("select n from generate_series(1, 3) n");
        deepEqual([results.at(-1)!.status, results.at(-1)!.rows], ["done", 3], JSON.stringify(results));
        if (kind === "athena") match(results.at(-1)!.notices.join(), /4.8 MB scanned/);
        await app.dispatch({ name: "setWriting", ...at, on: true });
        match((await ask("insert into kept values (9)")).ask?.why ?? "nothing was asked", words);
        equal((await real.sql("select count(*) from kept where n = 9")).trim(), "0");
      }

      const entry = {
        name: "shop",
        engine: "postgres" as const,
        host: "private.example.com",
        port: 5432,
        tls: true,
        database: "postgres",
        https: {
          service: "rds-data" as const,
          account: ACCOUNT,
          region: REGION,
          cluster: arn,
          secret: SECRET,
        },
      };
      const lake = {
        ...{ name: "lake", engine: "athena", host: "athena.eu-central-1.amazonaws.com", port: 443 },
        https: { service: "athena", account: ACCOUNT, region: REGION, workgroup: "lake" },
      };
      await Deno.writeTextFile(join(home, "config.json"), JSON.stringify({ servers: [entry, lake] }));
      const env = {
        ...{ ...endpoints, KEDGE_HOME: home, HOME: home, AWS_REGION: REGION },
        AWS_ACCESS_KEY_ID: "own-key",
        AWS_SECRET_ACCESS_KEY: "own-secret",
      };
      const cost = await kedge(["--query", "lake", "select 7 n", "--json"], { env });
      deepEqual([cost.code, JSON.parse(cost.stdout)[0].rows], [0, [["7"]]], cost.stderr);
      equal(cost.stderr, "The workgroup lake sets no limit to a query.\n4.8 MB scanned.\n");
      const counted = ["--query", "shop", "select count(*) from kept", "--json"];
      const { code, stdout, stderr } = await kedge(counted, { env });
      equal(code, 0, stderr);
      deepEqual(JSON.parse(stdout)[0].rows, [["2"]]);
      await app.applyConfig({ status: "loaded", config: { ...config, servers: [entry] }, diagnostics: [] });
      deepEqual((await app.dispatch({ name: "testServer", server: "shop" })).ok, true);
      await waitFor("the test", () => app.store.get().serverTests[0]?.test.status !== "running");
      const { test } = app.store.get().serverTests[0]!;
      match(
        test.status === "ok" ? test.detail : JSON.stringify(test),
        /^PostgreSQL \d+.* · database postgres · HTTPS/,
      );
      deepEqual(services.faults, []);
      deepEqual(errors, []);
      const rows = await queryServer(
        { ...config, servers: [entry] },
        { type: "query", id: 1, server: "shop", sql: "select n from kept where n = $1", args: [2] },
        {
          login: withAws(
            () => Promise.resolve(null),
            () => Promise.resolve({ region: REGION, credentials: at.credentials }),
          ),
          writable: [],
        },
        signal,
      );
      deepEqual(rows.rows, [[2]]);
    } finally {
      await app.close();
      labeller.close();
      await removeFolder(home);
      for (const name of Object.keys(endpoints)) Deno.env.delete(name);
    }
  }).finally(async () => {
    await services.stop();
    await real.stop();
  });
});
