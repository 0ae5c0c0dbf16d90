import { memoryKeychain } from "../../support/memory_keychain.ts";
import { join } from "node:path";
import { type App, createApp } from "../../../src/core/app/app.ts";
import { appServices } from "../../../src/cli/start/services.ts";
import { watchConfigFile } from "../../../src/core/config_file/mod.ts";
import { wrap } from "../../../src/core/aws/credentials/credentials.ts";
import { callQuery } from "../../../src/core/aws/service/xml.ts";
import { createLogger } from "../../../src/core/files/logger.ts";
import { createRuleEvaluator } from "../../../src/core/rules/mod.ts";
import { Secret } from "../../../src/core/secret.ts";
import { keychainItem, loginSecret } from "../../../src/core/sql/login/login.ts";
import type { AppState } from "../../../src/core/state/state.ts";
import type { SecretClipboard } from "../../../src/tray/clipboard/mod.ts";
import { type FakeEcs, startFakeEcs } from "../../support/cloud/fake_ecs.ts";
import { startFakeInsights } from "../../support/cloud/fake_insights.ts";
import { onStage, PORTAL, type Stage } from "../../support/cloud/stage.ts";
import { putSecrets } from "../../support/cloud/put_secret.ts";
import { beginWait } from "../../runner/slowness.ts";
import { fakeAssistant } from "../../support/assistant/assistant.ts";
import { makeHome } from "../../support/program/actions.ts";
import { startMoto } from "../../support/servers/moto.ts";
import { type DatabaseServer, startPostgres } from "../../support/servers/postgres.ts";

/** The account and region of all resources, and the role used there. */
export const ACCOUNT = "222222222222", ROLE = "Admin", REGION = "eu-central-1";
/** The server of the configuration. */
export const SERVER = "shop";
/**
 * The whole application: real services with a fake AWS, keychain, clipboard and programs of the
 * desktop.
 */
export interface WholeProgram {
  readonly app: App;
  readonly home: string;
  readonly stage: Stage;
  readonly ecs: FakeEcs;
  readonly database: Pick<DatabaseServer, "user" | "password" | "sql">;
  readonly state: () => AppState;
  /** Texts that were copied to the clipboard. */
  readonly copied: string[];
  /** The keychain's items, by account. */
  readonly items: ReadonlyMap<string, Secret>;
  /** Returns the started programs of the desktop with their arguments. */
  started(): Promise<readonly string[]>;
  /** Logged errors. */
  readonly errors: readonly unknown[];
  /**
   * Waits until `look` returns something and returns it; fails after a minute, or later on a slow
   * machine.
   */
  until<T>(what: string, look: () => T | Promise<T>): Promise<NonNullable<T>>;
}

/** Programs of a desktop, which here only record how they were started. */
const PROGRAMS = ["xdg-open", "xterm", "x-terminal-emulator"];

/** Runs `work` with the application, which is removed afterwards. */
export async function withProgram(work: (program: WholeProgram) => Promise<void>): Promise<void> {
  const before = Deno.env.toObject();
  await onStage({ interval: 200 }, async (stage) => {
    const [moto, postgres, paths] = await Promise.all([
      startMoto(),
      startPostgres(),
      makeHome("home"),
    ]);
    const ecs = startFakeEcs();
    const insights = startFakeInsights(ecs.url);
    // The databases that AWS lists run on this computer.
    const rds = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
      const { method, headers } = request;
      const answer = await fetch(moto.url, { method, headers, body: await request.text() });
      const text = (await answer.text()).replace(/<Address>[^<]*/g, "<Address>127.0.0.1")
        .replace(/<Port>\d*/g, `<Port>${postgres.port}`);
      return new Response(text, { status: answer.status });
    });
    const bin = join(stage.home, "bin"), started = join(stage.home, "started");
    await Deno.mkdir(bin);
    for (const name of PROGRAMS) {
      const file = join(bin, name);
      // The fake browser requests the address that it is given.
      const visit = name === "xdg-open" ? `case "$1" in http://127*) curl -s -o /dev/null "$1";; esac\n` : "";
      await Deno.writeTextFile(file, `#!/bin/sh\necho "${name} $*" >> '${started}'\n${visit}`);
      await Deno.chmod(file, 0o755);
    }
    for (const name of Object.keys(before)) if (/^(AWS_|VISUAL$|EDITOR$)/.test(name)) Deno.env.delete(name);
    const set = {
      ...stage.env,
      ...stage.fake.env,
      HOME: stage.home,
      PATH: `${bin}:${before.PATH}`,
      TERMINAL: "xterm",
      AWS_ENDPOINT_URL: moto.url,
      AWS_ENDPOINT_URL_RDS: `http://127.0.0.1:${rds.addr.port}`,
      KEDGE_DATABASE_CA: postgres.certificate,
      AWS_ENDPOINT_URL_ECS: ecs.url,
      AWS_ENDPOINT_URL_CLOUDWATCH_LOGS: insights.url,
      AWS_EC2_METADATA_DISABLED: "true",
      // The toolchain's own files stay where they are.
      GOPATH: before.GOPATH ?? join(before.HOME ?? "/", "go"),
    };
    for (const [name, value] of Object.entries(set)) Deno.env.set(name, value);
    const copied: string[] = [], errors: unknown[] = [];
    const clipboard: SecretClipboard = {
      copy: (secret) =>
        Promise.resolve((copied.push(secret.open()), { ok: true, seconds: 45, marked: true })),
      close: () => Promise.resolve(),
    };
    const items = new Map([[
      keychainItem(SERVER).account,
      loginSecret({ user: postgres.user, password: new Secret(postgres.password) }),
    ]]);
    const labeller = createRuleEvaluator();
    const seen = new AbortController();
    const app: App = createApp({
      ...appServices(paths, createLogger(paths.logs), labeller, () => app, clipboard),
      keychain: memoryKeychain(items),
      onError: (error) => void errors.push(error),
    });
    const until: WholeProgram["until"] = async (what, look) => {
      // Some rows wait for Go to compile.
      const isOver = beginWait(60_000);
      for (;;) {
        const found = await look();
        if (found) return found;
        if (isOver()) {
          const { dialogs, windows, toasts, runs } = app.store.get();
          throw new Error(`never: ${what}; ${JSON.stringify({ dialogs, windows, toasts, runs, errors })}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    try {
      await fill(moto.url, ecs);
      await postgres.sql("create table customers (id int primary key, name text)");
      await postgres.sql("insert into customers select n, 'customer ' || n from generate_series(1, 1000) n");
      await Deno.writeTextFile(
        paths.config,
        JSON.stringify({
          ssoStartUrl: PORTAL.startUrl,
          ssoRegion: PORTAL.region,
          assistantBinPath: await fakeAssistant(stage.home, "answers"),
          accounts: [{ accountId: ACCOUNT, region: REGION }],
          servers: [{ name: SERVER, engine: "postgres", host: "localhost", port: postgres.port }],
        }),
      );
      const first = Promise.withResolvers<void>();
      void watchConfigFile(
        paths.config,
        (read) => void app.applyConfig(read).then(first.resolve),
        seen.signal,
      );
      await first.promise;
      await work({
        app,
        home: paths.home,
        stage,
        ecs,
        database: postgres,
        state: () => app.store.get(),
        copied,
        items,
        async started() {
          return (await Deno.readTextFile(started).catch(() => "")).split("\n").filter((line) => line !== "");
        },
        errors,
        until,
      });
    } finally {
      seen.abort();
      await app.close();
      labeller.close();
      for (const name of Object.keys(Deno.env.toObject())) if (!(name in before)) Deno.env.delete(name);
      for (const [name, value] of Object.entries(before)) Deno.env.set(name, value);
      await Promise.all([moto.stop(), postgres.stop(), insights.stop(), ecs.stop(), rds.shutdown()]);
      await paths.remove();
    }
  });
}

/** Fills the account with resources. */
async function fill(endpoint: string, ecs: FakeEcs): Promise<void> {
  await putSecrets(endpoint, REGION, { "shop/db": JSON.stringify({ password: "s3cret", user: "app" }) });
  await callQuery({
    doing: "making a database",
    service: "RDS",
    region: REGION,
    env: (name) => name === "AWS_ENDPOINT_URL" ? endpoint : undefined,
    credentials: wrap({ accessKeyId: "AKIAPLANTED", secretAccessKey: "x" }),
    signal: AbortSignal.timeout(60_000),
    action: "CreateDBInstance",
    version: "2014-10-31",
    input: {
      DBInstanceIdentifier: "orders",
      Engine: "postgres",
      DBInstanceClass: "db.t3.micro",
      AllocatedStorage: "10",
      MasterUsername: "app",
      MasterUserPassword: "never-used",
    },
  });
  ecs.services.push({
    cluster: "shop",
    name: "web",
    desired: 1,
    running: 1,
    rollout: "COMPLETED",
    events: [],
    tasks: [{ id: "web0001", status: "RUNNING" }],
  });
}
