import { equal, match } from "node:assert/strict";
import type { Server } from "../../../src/core/config/config.ts";
import { Secret } from "../../../src/core/secret.ts";
import { testConnection } from "../../../src/core/sql/mod.ts";
import { beginWait } from "../../runner/slowness.ts";
import { type DatabaseServer, startMariadb } from "../../support/servers/mariadb.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { freePort } from "../../support/servers/ports.ts";
import { listen } from "../../support/servers/tcp.ts";

/** Parameters of a connection test; absent ones are correct. */
interface Try {
  readonly server?: Partial<Server>;
  readonly user?: string;
  readonly password?: string;
  readonly limit?: number;
}

interface Tools {
  readonly real: DatabaseServer;
  readonly test: (with_?: Try) => ReturnType<typeof testConnection>;
  readonly fails: (kind: string, message: RegExp, with_?: Try) => Promise<void>;
}

/** Differences between the real servers. */
interface Engine {
  readonly engine: Server["engine"];
  readonly start: (options: { tls?: boolean; maxConnections?: number }) => Promise<DatabaseServer>;
  readonly without: RegExp;
  /** A query that counts Kedge's connections. */
  readonly connections: string;
  /** The error when this engine's client connects to the other engine's server. */
  readonly other: string;
  readonly own: readonly (readonly [name: string, step: (tools: Tools) => Promise<void>])[];
}

/** Changes PostgreSQL's rules for logins; returns a function that restores them. */
async function postgresRules({ real, test }: Tools, rules: string, user: Try): Promise<() => Promise<void>> {
  const file = (await real.sql("show hba_file")).trim();
  const before = await Deno.readTextFile(file);
  const set = async (text: string, works: boolean) => {
    const admin = "local all all trust\n";
    await Deno.writeTextFile(file, admin + text);
    await real.sql("select pg_reload_conf()").catch(() => {});
    for (const isOver = beginWait(60_000); !isOver() && (await test(user)).ok !== works;);
  };
  const works = (await test(user)).ok;
  await set(rules, !works);
  return () => set(before, works);
}

const ENGINES: readonly Engine[] = [
  {
    engine: "postgres",
    start: startPostgres,
    without: /^PostgreSQL \d+(\.\d+)? · database postgres · /,
    connections: "select count(*) from pg_stat_activity where application_name = 'kedge'",
    other: "other-server",
    own: [
      [
        "opens dev for redshift",
        ({ fails }) => fails("database", /“dev”/, { server: { engine: "redshift" } }),
      ],
      ["says that the server wants TLS", async (tools) => {
        const back = await postgresRules(tools, "hostssl all all all scram-sha-256\n", {});
        await tools.fails("tls-required", /only accepts connections with TLS/);
        equal((await tools.test({ server: { tls: true } })).ok, true);
        await back();
      }],
      ["says that no connection is left", async ({ real, fails }) => {
        await real.sql("create role one login password 'one' connection limit 0");
        await fails("too-many", /no connection left/, { user: "one", password: "one" });
      }],
      ["says that the user may not open the database", async ({ real, fails }) => {
        await real.sql("create role shut login password 'shut'");
        await real.sql("create database closed");
        await real.sql("revoke connect on database closed from public");
        const login = { user: "shut", password: "shut" };
        await fails("denied", /does not let “shut” in/, { ...login, server: { database: "closed" } });
      }],
      ["says that a rule turns away, and not that TLS is missing", async (tools) => {
        await tools.real.sql("create role turned login password 'turned'");
        const login = { user: "turned", password: "turned" };
        const rules = "host all turned all reject\nhost all all all scram-sha-256\n";
        const back = await postgresRules(tools, rules, login);
        await tools.fails("denied", /pg_hba.conf rejects connection/, login);
        await tools.fails("denied", /pg_hba.conf rejects connection/, { ...login, server: { tls: true } });
        await back();
      }],
      ...["md5", "password"].map((method) =>
        [`signs in with ${method}`, async (tools: Tools) => {
          await tools.real.sql(
            `set password_encryption = 'md5'; create role ${method}_user login password 'pä ss'`,
          );
          const login = { user: `${method}_user`, password: "pä ss" };
          const back = await postgresRules(
            tools,
            `host all app all scram-sha-256\nhost all all all ${method}\n`,
            login,
          );
          equal((await tools.test(login)).ok, true);
          await tools.fails("password", /refused the user name or password/, { ...login, password: "wrong" });
          await back();
        }] as const
      ),
      ["signs in with a password that SCRAM prepares", async ({ real, test }) => {
        // SCRAM turns the no-break space into a space, removes the soft hyphen and splits the
        // ligature into two letters.
        await real.sql("create role odd login password 'a b fi'");
        equal((await test({ user: "odd", password: "a\u00a0b\u00ad \ufb01" })).ok, true);
      }],
    ],
  },
  {
    engine: "mysql",
    start: startMariadb,
    without: /^MariaDB \d+\.\d+\.\d+ · no database · /,
    connections: "select count(*) from information_schema.processlist where user = 'app'",
    other: "silent",
    own: [
      ["mentions TLS, because MariaDB refuses a login without it like a wrong password", async (tools) => {
        await tools.real.sql("set global require_secure_transport = on");
        const result = await tools.test();
        equal(!result.ok && result.kind, "password");
        match(result.ok ? "" : result.hint, /only connect with TLS/);
        equal((await tools.test({ server: { tls: true } })).ok, true);
        await tools.real.sql("set global require_secure_transport = off");
      }],
      ["says that the user may not open the database", async ({ real, fails }) => {
        await real.sql("create user shut@'%' identified by 'shut'");
        const login = { user: "shut", password: "shut" };
        await fails("denied", /does not let “shut” in/, { ...login, server: { database: "app" } });
      }],
      ["says that no connection is left", async ({ real, test, fails }) => {
        await real.sql("create user one@'%' identified by 'one' with max_connections_per_hour 1");
        const login = { user: "one", password: "one" };
        equal((await test(login)).ok, true);
        await fails("too-many", /no connection left/, login);
      }],
      ["signs in with ed25519", async ({ real, test, fails }) => {
        await real.sql("install soname 'auth_ed25519'");
        await real.sql("create user ed@'%' identified via ed25519 using password('pä ss')");
        equal((await test({ user: "ed", password: "pä ss" })).ok, true);
        equal((await test({ user: "ed", password: "pä ss", server: { tls: true } })).ok, true);
        await fails("password", /Access denied/, { user: "ed", password: "wrong" });
        await fails("password", /Access denied/, { user: "ed", password: "" });
      }],
      ["names a way of signing in that it does not know", async ({ real, fails }) => {
        await real.sql("install soname 'auth_pam_v1'");
        await real.sql("create user pam@'%' identified via pam using 'kedge'");
        await fails("sign-in", /“dialog”/, { user: "pam", password: "secret" });
      }],
      ["says that a password has expired", async ({ real, fails }) => {
        await real.sql("create user old@'%' identified by 'old' password expire");
        await fails("expired", /password of “old” .* has expired/, { user: "old", password: "old" });
        await real.sql("set global disconnect_on_expired_password = on");
        await fails("expired", /password of “old” .* has expired/, { user: "old", password: "old" });
      }],
      ["signs in without a password", async ({ real, test }) => {
        await real.sql("create user open@'%'");
        equal((await test({ user: "open", password: "" })).ok, true);
      }],
    ],
  },
];

for (const { engine, start, without, connections, own } of ENGINES) {
  Deno.test(`testConnection() on a real ${engine}`, async (t) => {
    const real = await start({ maxConnections: 10 });
    const plain = await start({ tls: false });
    const test = (
      { server, user = real.user, password = real.password, limit }: Try = {},
      signal?: AbortSignal,
    ) =>
      testConnection(
        { name: "shop", engine, host: real.host, port: real.port, tls: false, ...server },
        { user, password: new Secret(password) },
        signal,
        limit,
      );
    const fails: Tools["fails"] = async (kind, message, with_) => {
      const result = await test(with_);
      equal(result.ok ? "ok" : result.kind, kind, JSON.stringify(result));
      if (result.ok) return;
      match(result.message, message);
      equal(result.hint.length > 10, true);
    };
    try {
      if (engine === "postgres") await real.sql("create database app");
      for (const tls of [false, true]) {
        const words = tls ? "TLS, certificate not verified" : "no TLS";
        const step = (name: string, run: () => Promise<void>) => t.step(`${name}, ${words}`, run);
        const refused = (kind: string, message: RegExp, { server, ...rest }: Try) =>
          fails(kind, message, { ...rest, server: { tls, ...server } });
        await step("tells version, database and the time it took", async () => {
          const result = await test({ server: { tls } });
          equal(result.ok, true, JSON.stringify(result));
          if (!result.ok) return;
          match(result.detail, without);
          equal(result.detail.endsWith(` · ${words}`), true);
          equal(result.ms >= 0 && result.ms < 8000, true);
        });
        await step("opens the database of the configuration", async () => {
          const result = await test({ server: { tls, database: "app" } });
          match(result.ok ? result.detail : result.message, / · database app · /);
        });
        await step("finds localhost also where it has two addresses", async () => {
          equal((await test({ server: { tls, host: "localhost" } })).ok, true);
        });
        const failing: (readonly [name: string, kind: string, message: RegExp, with_: Try])[] = [
          ["the password is wrong", "password", /user name or password of “app”/, { password: "no" }],
          ["the user is unknown", "password", /“nobody”/, { user: "nobody" }],
          ["a user name is needed", "password", /user name is needed/, { user: "" }],
          ["the database is missing", "database", /“none”/, { server: { database: "none" } }],
          ["nothing listens", "refused", /Nothing accepts/, { server: { port: freePort() } }],
          ["the name is not known", "dns", /“no-such.invalid”/, { server: { host: "no-such.invalid" } }],
        ];
        for (const [name, kind, message, with_] of failing) {
          await step(`says that ${name}`, () => refused(kind, message, with_));
        }
        await step("ends in time when the server is frozen", async () => {
          await real.pause();
          try {
            await refused("silent", /said nothing/, { limit: 2000 });
          } finally {
            await real.resume();
          }
        });
      }
      await t.step(
        "says that the server has no TLS",
        () => fails("tls-unsupported", /does not speak TLS/, { server: { port: plain.port, tls: true } }),
      );
      await t.step("ends at once when it is stopped", async () => {
        await real.pause();
        try {
          const stop = new AbortController();
          const testing = test({}, stop.signal);
          stop.abort();
          const result = await testing;
          equal(!result.ok && result.kind, "stopped");
        } finally {
          await real.resume();
        }
      });
      for (const [name, step] of own) await t.step(name, () => step({ real, test, fails }));
      await t.step("leaves no connection behind", async () => {
        for (let i = 0; i < 20; i++) await test({ server: { tls: i % 2 === 0 } });
        let left = "";
        for (const isOver = beginWait(60_000); left !== "0" && !isOver();) {
          left = (await real.sql(connections)).trim();
        }
        equal(left, "0");
      });
    } finally {
      await real.stop();
      await plain.stop();
    }
  });
}

Deno.test("testConnection() says when something else answers", async (t) => {
  const password = new Secret("planted-password");
  const others: [name: string, behaviour: Parameters<typeof listen>[0], kind: string][] = [
    ["hangs up", "close", "other-server"],
    ["greets as SSH", { says: "SSH-2.0-OpenSSH_9.2\r\n" }, "other-server"],
    ["speaks HTTP", { says: "HTTP/1.1 400 Bad Request\r\n\r\n" }, "other-server"],
    ["says nothing", "silent", "silent"],
  ];
  /** Tests a connection with a short limit, because these servers never answer. */
  const test = (engine: Server["engine"], port: number, tls: boolean, kind: string) =>
    testConnection(
      { name: "x", engine, host: "127.0.0.1", port, tls },
      { user: "app", password },
      undefined,
      kind === "silent" ? 1000 : 60_000,
    );
  for (const { engine } of ENGINES) {
    for (const tls of [false, true]) {
      for (const [name, behaviour, kind] of others) {
        await t.step(`${engine}${tls ? " with TLS" : ""}: what ${name}`, async () => {
          const other = listen(behaviour);
          try {
            const result = await test(engine, other.port, tls, kind);
            equal(!result.ok && result.kind, kind, JSON.stringify(result));
            equal(JSON.stringify(result).includes("planted-password"), false);
          } finally {
            other.close();
          }
        });
      }
    }
  }
  for (const [i, { engine, other }] of ENGINES.entries()) {
    await t.step(`${engine}: a server of the other engine`, async () => {
      const server = await ENGINES[1 - i]!.start({});
      try {
        const result = await test(engine, server.port, false, other);
        equal(!result.ok && result.kind, other, JSON.stringify(result));
      } finally {
        await server.stop();
      }
    });
  }
});
