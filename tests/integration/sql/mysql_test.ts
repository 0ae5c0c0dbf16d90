import { equal, match } from "node:assert/strict";
import type { Server } from "../../../src/core/config/config.ts";
import { Secret } from "../../../src/core/secret.ts";
import { testConnection } from "../../../src/core/sql/mod.ts";
import { startMariadb } from "../../support/mariadb.ts";
import { startPostgres } from "../../support/postgres.ts";
import { freePort } from "../../support/server.ts";
import { listen } from "../../support/tcp.ts";

Deno.test("testConnection() on a real MariaDB", async (t) => {
  const real = await startMariadb({ maxConnections: 10 });
  const plain = await startMariadb({ tls: false });
  try {
    const server: Server = { name: "shop", engine: "mysql", host: real.host, port: real.port, tls: false };
    const login = { user: real.user, password: new Secret(real.password) };
    const failing = async (
      more: Partial<Server>,
      kind: string,
      message: RegExp,
      by: Partial<typeof login> = {},
      limit?: number,
    ) => {
      const result = await testConnection({ ...server, ...more }, { ...login, ...by }, undefined, limit);
      equal(result.ok, false);
      if (result.ok) return;
      equal(result.kind, kind, result.message);
      match(result.message, message);
      equal(result.hint.length > 10, true);
    };

    await t.step("connects without a database", async () => {
      const result = await testConnection(server, login);
      match(result.ok ? result.detail : result.message, /^MariaDB \d+\.\d+\.\d+ · no database · no TLS$/);
    });
    await t.step("opens the database of the configuration, with TLS", async () => {
      const result = await testConnection({ ...server, database: "app", tls: true }, login);
      match(result.ok ? result.detail : result.message, /· database app · TLS, certificate not verified$/);
    });
    await t.step("finds localhost also where it has two addresses", async () => {
      equal((await testConnection({ ...server, host: "localhost" }, login)).ok, true);
    });
    await t.step(
      "says that the password is wrong",
      () => failing({}, "password", /user name or password of “app”/, { password: new Secret("no") }),
    );
    await t.step(
      "says that the user is unknown",
      () => failing({}, "password", /“nobody”/, { user: "nobody" }),
    );
    await t.step(
      "says that the database is missing",
      () => failing({ database: "none" }, "database", /“none”/),
    );
    await t.step(
      "says that nothing listens",
      () => failing({ port: freePort() }, "refused", /Nothing accepts/),
    );
    await t.step(
      "says that the name is not known",
      () => failing({ host: "no-such-host.invalid" }, "dns", /“no-such-host.invalid”/),
    );
    await t.step(
      "says that the server has no TLS",
      () => failing({ port: plain.port, tls: true }, "tls-unsupported", /does not speak TLS/),
    );
    await t.step(
      "mentions TLS, because MariaDB refuses a login without it like a wrong password",
      async () => {
        await real.sql("set global require_secure_transport = on");
        try {
          const result = await testConnection(server, login);
          equal(!result.ok && result.kind, "password");
          match(result.ok ? "" : result.hint, /only connect with TLS/);
          equal((await testConnection({ ...server, tls: true }, login)).ok, true);
        } finally {
          await real.sql("set global require_secure_transport = off");
        }
      },
    );
    await t.step("says that the user may not open the database", async () => {
      await real.sql("create user shut@'%' identified by 'shut'");
      await failing({ database: "app" }, "denied", /does not let “shut” in/, {
        user: "shut",
        password: new Secret("shut"),
      });
    });
    await t.step("says that no connection is left", async () => {
      await real.sql(
        "create user one@'%' identified by 'one' with max_queries_per_hour 0 max_connections_per_hour 1",
      );
      const by = { user: "one", password: new Secret("one") };
      equal((await testConnection(server, { ...login, ...by })).ok, true);
      await failing({}, "too-many", /no connection left/, by);
    });
    await t.step("ends in time when the server is frozen", async () => {
      await real.pause();
      try {
        await failing({}, "silent", /said nothing/, {}, 500);
      } finally {
        await real.resume();
      }
    });
    await t.step("leaves no connection behind", async () => {
      for (let i = 0; i < 20; i++) await testConnection(server, login);
      const deadline = Date.now() + 5000;
      let left = "";
      do {
        left = (await real.sql("select count(*) from information_schema.processlist where user = 'app'"))
          .trim();
      } while (left !== "0" && Date.now() < deadline);
      equal(left, "0");
    });
  } finally {
    await real.stop();
    await plain.stop();
  }
});

Deno.test("testConnection() for MySQL says when something else answers", async (t) => {
  const login = { user: "app", password: new Secret("planted-password") };
  const cases: [name: string, behaviour: Parameters<typeof listen>[0], kind: string][] = [
    ["that hangs up", "close", "other-server"],
    ["that greets as SSH", { says: "SSH-2.0-OpenSSH_9.2\r\n" }, "other-server"],
    ["that says nothing", "silent", "silent"],
  ];
  for (const [name, behaviour, kind] of cases) {
    await t.step(name, async () => {
      const other = listen(behaviour);
      try {
        const server: Server = {
          name: "x",
          engine: "mysql",
          host: "127.0.0.1",
          port: other.port,
          tls: false,
        };
        const result = await testConnection(server, login, undefined, 500);
        equal(!result.ok && result.kind, kind, JSON.stringify(result));
        equal(JSON.stringify(result).includes("planted-password"), false);
      } finally {
        other.close();
      }
    });
  }
  await t.step("that is PostgreSQL", async () => {
    const postgres = await startPostgres();
    try {
      const server: Server = {
        name: "x",
        engine: "mysql",
        host: "127.0.0.1",
        port: postgres.port,
        tls: false,
      };
      const result = await testConnection(server, login, undefined, 1000);
      equal(!result.ok && result.kind, "silent", JSON.stringify(result));
    } finally {
      await postgres.stop();
    }
  });
});
