import { memoryKeychain } from "../../support/memory_keychain.ts";
import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { type App, createApp } from "../../../src/core/app/app.ts";
import { appServices } from "../../../src/cli/start/services.ts";
import { wrap } from "../../../src/core/aws/credentials/credentials.ts";
import { rdsToken } from "../../../src/core/aws/resources/database_login.ts";
import { callSecrets } from "../../../src/core/aws/service/operations.ts";
import { callQuery } from "../../../src/core/aws/service/xml.ts";
import { defaultConfig } from "../../../src/core/config/mod.ts";
import { createLogger } from "../../../src/core/files/logger.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { createRuleEvaluator } from "../../../src/core/rules/mod.ts";
import { keychainItem, loginSecret } from "../../../src/core/sql/login/login.ts";
import { Secret } from "../../../src/core/secret.ts";
import { admitByTokens, startTokenCheck, tokenFault, tokenProgram } from "../../support/cloud/rds_tokens.ts";
import { Planted } from "../../support/program/planted.ts";
import { startMariadb } from "../../support/servers/mariadb.ts";
import { motoPython } from "../../support/servers/moto.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { freePort } from "../../support/servers/ports.ts";
import { keysAlone } from "../../unit/core/app/fixtures.ts";
import { ACCOUNT, asUser } from "./stage.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const { signal } = new AbortController();
const MANAGED = `managed-planted-${crypto.randomUUID().slice(0, 8)}`;
const KEYS = {
  accessKeyId: "AKIDTOKENS",
  secretAccessKey: "token-secret",
  sessionToken: "a session/+ token",
};

/** A Python program that makes a token with botocore at the same second. */
const BOTOCORE = `
import sys, json, datetime
import botocore.auth
from unittest import mock
from botocore.credentials import Credentials
from botocore.session import Session
now = datetime.datetime.fromtimestamp(int(sys.argv[1]), datetime.timezone.utc)
keys = json.loads(sys.argv[2])
session = Session()
session.set_credentials(keys["accessKeyId"], keys["secretAccessKey"], keys["sessionToken"])
with mock.patch("botocore.auth.get_current_datetime", lambda remove_tzinfo=True: now.replace(tzinfo=None) if remove_tzinfo else now, create=True):
    client = session.create_client("rds", region_name="eu-central-1")
    print(client.generate_db_auth_token("orders.example.com", 5432, sys.argv[3], "eu-central-1"))
`;

for (const user of ["app", "ann smith"]) {
  Deno.test(`rdsToken() for “${user}” is what botocore makes, and what the check of signatures takes`, async () => {
    const now = Math.floor(Date.now() / 1000) * 1000;
    const { stdout, stderr } = await new Deno.Command(await motoPython(), {
      args: ["-c", BOTOCORE, String(now / 1000), JSON.stringify(KEYS), user],
      stdout: "piped",
      stderr: "piped",
    }).output();
    const theirs = new TextDecoder().decode(stdout).trim();
    const where = { host: "orders.example.com", port: 5432, region: "eu-central-1", user };
    const ours = (await rdsToken(wrap(KEYS), where, now)).open();
    const parts = (token: string) => [...new URL(`https://${token}`).searchParams].sort();
    deepEqual(parts(ours), parts(theirs), new TextDecoder().decode(stderr));
    const keys = { ...KEYS, region: "eu-central-1", endpoint: "orders.example.com:5432" };
    equal(tokenFault(ours, user, keys, now), null);
    equal(tokenFault(ours, "other", keys, now), `for ${user}`);
    equal(tokenFault(ours, user, keys, now + 901_000), "too old");
    equal(tokenFault(ours, user, { ...keys, secretAccessKey: "x" }, now), "a signature that is not right");
    equal(
      tokenFault(ours, user, { ...keys, endpoint: "127.0.0.1:5432" }, now),
      "for orders.example.com:5432",
    );
  });
}

Deno.test("databases of an account are opened by token, managed secret, chosen secret and keychain", async (test) => {
  await asUser(async ({ moto, at }) => {
    /** The secret key with which the fake AWS checks tokens. */
    let theirs = "s3cret";
    const checkAt = (port: () => number) =>
      startTokenCheck(() => ({
        accessKeyId: "AKID",
        secretAccessKey: theirs,
        region: "eu-central-1",
        endpoint: `127.0.0.1:${port()}`,
      }));
    const check = checkAt(() => postgres.port), mariaCheck = checkAt(() => mariadb.port);
    const [postgres, mariadb] = await Promise.all([
      startPostgres(),
      startMariadb({ pam: tokenProgram(mariaCheck.port) }),
    ]);
    const home = await Deno.makeTempDir({ prefix: "kedge-databases-" });
    const nobody = freePort();
    let managedArn = "";
    /**
     * Forwards moto's answers, but adds the managed secret, which moto cannot make for an instance,
     * and changes the addresses of databases to this computer.
     */
    const ports = new Map([["orders", postgres.port], ["shop", mariadb.port], ["far", nobody]]);
    const proxy = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
      const { pathname, search } = new URL(request.url);
      const answer = await fetch(`${moto.url}${pathname}${search}`, {
        method: request.method,
        headers: request.headers,
        body: await request.text(),
      });
      const text = (await answer.text()).replace(/<DBInstance>[\s\S]*?<\/DBInstance>/g, (instance) => {
        const port = ports.get(/<DBInstanceIdentifier>([^<]*)/.exec(instance)?.[1] ?? "");
        const managed = port === mariadb.port && managedArn
          ? `<MasterUserSecret><SecretArn>${managedArn}</SecretArn></MasterUserSecret></DBInstance>`
          : "</DBInstance>";
        return instance.replace("</DBInstance>", managed).replace(/<Address>[^<]*/, "<Address>127.0.0.1")
          .replace(/<Port>\d*/, `<Port>${port}`);
      });
      return new Response(text, {
        status: answer.status,
        headers: { "content-type": answer.headers.get("content-type") ?? "" },
      });
    });
    const endpoint = `http://127.0.0.1:${(proxy.addr as Deno.NetAddr).port}`;
    Deno.env.set("AWS_ENDPOINT_URL", endpoint);
    // Each database has a certificate of its own, as AWS's databases have from RDS.
    const authorities = join(home, "authorities.pem");
    const certificates = await Promise.all(
      [postgres, mariadb].map(({ certificate }) => Deno.readTextFile(certificate)),
    );
    await Deno.writeTextFile(authorities, certificates.join("\n"));
    Deno.env.set("KEDGE_DATABASE_CA", authorities);
    const planted = new Planted({
      "the password of a server": mariadb.password,
      "the password of postgres": postgres.password,
      "the managed password": MANAGED,
    });
    const items = new Map<string, Secret>();
    const errors: unknown[] = [];
    const labeller = createRuleEvaluator();
    const paths = kedgePaths(home);
    const app: App = createApp({
      ...appServices(paths, createLogger(paths.logs), labeller, () => app),
      keychain: memoryKeychain(items),
      credentials: keysAlone(),
      onError: (error) => void errors.push(error),
    });
    try {
      const make = (input: Record<string, string>) =>
        callQuery({
          doing: "making it",
          service: "RDS",
          ...at,
          signal,
          action: "CreateDBInstance",
          version: "2014-10-31",
          input: { DBInstanceClass: "db.t3.micro", AllocatedStorage: "10", MasterUsername: "app", ...input },
        });
      await make({
        DBInstanceIdentifier: "orders",
        Engine: "postgres",
        DBName: "postgres",
        EnableIAMDatabaseAuthentication: "true",
        MasterUserPassword: "never-used",
      });
      await make({
        DBInstanceIdentifier: "shop",
        Engine: "mariadb",
        EngineVersion: "10.11.9",
        EnableIAMDatabaseAuthentication: "true",
        MasterUserPassword: "never-used",
      });
      await make({ DBInstanceIdentifier: "far", Engine: "postgres", MasterUserPassword: "never-used" });
      const keep = (Name: string, SecretString: string) =>
        callSecrets(at, "making it", "CreateSecret", { Name, SecretString }, signal);
      await mariadb.sql(`create user managed_user@'%' identified by '${MANAGED}'`);
      managedArn = (await keep("rds!db-1", JSON.stringify({ username: "managed_user", password: MANAGED })))
        .text("ARN");
      await keep("shop/login", `USER=${mariadb.user}\nPASSWORD=${mariadb.password}\n`);
      await admitByTokens(postgres, "iam_user", check.port);
      await app.applyConfig({
        status: "loaded",
        config: {
          ...defaultConfig(),
          accounts: [{ accountId: ACCOUNT, region: "eu-central-1", secrets: [], ecsClusters: [] }],
        },
        diagnostics: [],
      });
      const list = app.queries.resources.databases.list({ account: ACCOUNT, role: "" });
      const done = Promise.withResolvers<void>();
      const stop = list.status.subscribe(async () => {
        const status = await list.status.read(0, 1, signal);
        if (status.ok && status.rows[0]!.at !== null && !status.rows[0]!.loading) done.resolve();
      });
      await done.promise;
      stop();

      /** Opens a database, returns its current user, and closes the window. */
      const who = async (
        id: string,
        login: Parameters<typeof app.queries.resources.databases.open>[1],
        sql: string,
        as: { readonly role?: string } = { role: "" },
      ) => {
        const opened = await app.dispatch({
          name: "openDatabase",
          account: ACCOUNT,
          ...as,
          kind: "rds",
          id,
          login,
        });
        deepEqual(opened, { ok: true });
        const server = `${id} (${ACCOUNT})`;
        const queryWindow = () => app.store.get().queryWindows.find((one) => one.server === server)!;
        const tab = queryWindow().tabs[0]!.id;
        const ran = await app.dispatch({ name: "runQuery", server, tab, text: sql, pick: "all" });
        deepEqual(ran, { ok: true });
        const settled = Promise.withResolvers<void>();
        const look = () => {
          const { run, link } = queryWindow().tabs[0]!;
          if (run === null && link.status !== "connecting") settled.resolve();
        };
        const end = app.store.subscribe(look);
        look();
        await settled.promise;
        end();
        const [now] = queryWindow().tabs;
        const result = now?.results[0];
        const rows = result &&
          await app.queries.queryWindows.rows(server, tab, result.id, { sort: null, filter: "" })?.read(
            0,
            1,
            signal,
          );
        const window = app.store.get().windows.find(({ page }) => page === "query")!;
        app.windowClosed(window.id);
        return { link: now!.link, row: rows?.ok ? JSON.stringify(rows.rows[0]) : "" };
      };

      await test.step("a token of IAM, made for the real endpoint and checked on the server's side, over TLS", async () => {
        const sql = "select current_user, (select ssl from pg_stat_ssl where pid = pg_backend_pid())";
        const { row, link } = await who("orders", { way: "iam", user: "iam_user" }, sql);
        match(row, /iam_user.*t/, JSON.stringify([link, check.refused]));
        match(link.message ?? "", /TLS, certificate verified/);
        equal(check.accepted.length > 0, true);
        deepEqual(check.refused, []);
      });

      await test.step("the same where no role is named, as from the palette, before any list was seen", async () => {
        list.forget();
        const { row, link } = await who(
          "orders",
          { way: "iam", user: "iam_user" },
          "select current_user as who",
          {},
        );
        match(row, /iam_user/, JSON.stringify([link, check.refused]));
      });

      await test.step("a token of a user that the server does not know is refused without a question", async () => {
        const { link } = await who("orders", { way: "iam", user: "other" }, "select 1");
        match(link.message ?? "", /refused|password/i);
        deepEqual(app.store.get().dialogs, []);
      });

      await test.step("a token of IAM for MariaDB, asked for in clear text within TLS, as RDS does", async () => {
        await mariadb.sql("create user iam_user@'%' identified via pam using 'kedge'");
        const sql = "select current_user() as who, (select variable_value from " +
          "information_schema.session_status where variable_name = 'ssl_version') as tls";
        const { row, link } = await who("shop", { way: "iam", user: "iam_user" }, sql);
        match(row, /iam_user.*TLS/, JSON.stringify([link, mariaCheck.refused]));
        deepEqual([mariaCheck.accepted.length > 0, mariaCheck.refused], [true, []]);
      });

      await test.step("a token of other keys is refused by MariaDB without a question", async () => {
        theirs = "others";
        const { link } = await who("shop", { way: "iam", user: "iam_user" }, "select 1");
        theirs = "s3cret";
        match(link.message ?? "", /refused|password/i);
        deepEqual([mariaCheck.refused, app.store.get().dialogs], [["a signature that is not right"], []]);
      });

      await test.step("a chosen secret", async () => {
        const { row, link } = await who(
          "shop",
          { way: "secret", secret: "shop/login" },
          "select current_user() as who",
        );
        match(row, new RegExp(mariadb.user), JSON.stringify(link));
      });

      await test.step("the managed secret", async () => {
        equal(list.find("rds shop")?.secretArn, managedArn);
        const { row, link } = await who("shop", { way: "managed" }, "select current_user() as who");
        match(row, /managed_user/, JSON.stringify(link));
      });

      await test.step("a password of the keychain", async () => {
        const { account } = keychainItem(`orders (${ACCOUNT})`);
        items.set(account, loginSecret({ user: postgres.user, password: new Secret(postgres.password) }));
        const { row, link } = await who("orders", { way: "password" }, "select current_user");
        match(row, new RegExp(postgres.user), JSON.stringify(link));
      });

      await test.step("a secret without a login is reported in place of the connection", async () => {
        await keep("shop/text", "no login");
        const { link } = await who("shop", { way: "secret", secret: "shop/text" }, "select 1");
        match(link.message ?? "", /The secret shop\/text holds no login: it has no username/);
      });

      await test.step("an address without a server is reported at once, with the reason", async () => {
        const result = await app.dispatch({
          name: "openDatabase",
          account: ACCOUNT,
          role: "",
          kind: "rds",
          id: "far",
          login: { way: "password" },
        });
        match(JSON.stringify(result), /refuses connections/);
      });

      await test.step("no password is in the state, in a file or in an error", () => {
        planted.search("the state", JSON.stringify(app.store.get()));
        planted.search("errors", Deno.inspect(errors, { depth: 10 }));
        planted.searchFolder(home);
        deepEqual(planted.sightings, []);
        deepEqual(errors, []);
      });
    } finally {
      Deno.env.delete("AWS_ENDPOINT_URL");
      Deno.env.delete("KEDGE_DATABASE_CA");
      await app.close();
      labeller.close();
      await Promise.all([
        proxy.shutdown(),
        check.stop(),
        mariaCheck.stop(),
        postgres.stop(),
        mariadb.stop(),
      ]);
      await removeFolder(home);
    }
  });
});
