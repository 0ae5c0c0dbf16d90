import { equal, match } from "node:assert/strict";
import type { Server } from "../../../src/core/config/config.ts";
import { Secret } from "../../../src/core/secret.ts";
import { testConnection } from "../../../src/core/sql/mod.ts";
import { startPostgres } from "../../support/postgres.ts";
import { startMariadb } from "../../support/mariadb.ts";
import { freePort } from "../../support/server.ts";
import { listen } from "../../support/tcp.ts";

Deno.test("testConnection() on a real PostgreSQL", async (t) => {
  const real = await startPostgres({ maxConnections: 8 });
  const plain = await startPostgres({ tls: false });
  try {
    const server: Server = { name: "prod", engine: "postgres", host: real.host, port: real.port, tls: false };
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

    await t.step("tells version, database and the time it took", async () => {
      const result = await testConnection(server, login);
      equal(result.ok, true, JSON.stringify(result));
      if (!result.ok) return;
      match(result.detail, /^PostgreSQL \d+(\.\d+)? · database postgres · no TLS$/);
      equal(result.ms >= 0 && result.ms < 8000, true);
    });
    await t.step("connects with TLS to a self-signed server", async () => {
      const result = await testConnection({ ...server, tls: true }, login);
      match(result.ok ? result.detail : result.message, /database postgres · TLS, certificate not verified$/);
    });
    await t.step("opens the database of the configuration", async () => {
      await real.sql("create database other");
      const result = await testConnection({ ...server, database: "other" }, login);
      match(result.ok ? result.detail : result.message, /database other/);
    });
    await t.step("opens dev for redshift", () => failing({ engine: "redshift" }, "database", /“dev”/));
    await t.step("finds localhost also where it has two addresses", async () => {
      equal((await testConnection({ ...server, host: "localhost" }, login)).ok, true);
    });
    await t.step(
      "says that the password is wrong",
      () =>
        failing({}, "password", /refused the user name or password of “app”/, { password: new Secret("no") }),
    );
    await t.step(
      "says that the user is unknown",
      () => failing({}, "password", /“nobody”/, { user: "nobody" }),
    );
    await t.step("asks for a user name", () => failing({}, "password", /user name is needed/, { user: "" }));
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
    await t.step("says that the server wants TLS", async () => {
      const file = (await real.sql("show hba_file")).trim();
      const before = await Deno.readTextFile(file);
      await Deno.writeTextFile(file, "hostssl all all all scram-sha-256\n");
      await real.sql("select 1").catch(() => {});
      try {
        await real.sql("select pg_reload_conf()");
        const deadline = Date.now() + 5000;
        for (;;) {
          const result = await testConnection(server, login);
          if (!result.ok || Date.now() > deadline) break;
        }
        await failing({}, "tls-required", /only accepts connections with TLS/);
        equal((await testConnection({ ...server, tls: true }, login)).ok, true);
      } finally {
        await Deno.writeTextFile(file, before);
        await real.sql("select pg_reload_conf()");
      }
    });
    await t.step("says that no connection is left", async () => {
      await real.sql("create role guest login password 'guest'; alter role guest connection limit 0");
      await failing({}, "too-many", /no connection left/, { user: "guest", password: new Secret("guest") });
    });
    await t.step("says that the user may not open the database", async () => {
      await real.sql(
        "create role shut login password 'shut'; create database closed; " +
          "revoke connect on database closed from public",
      );
      await failing({ database: "closed" }, "denied", /does not let “shut” in/, {
        user: "shut",
        password: new Secret("shut"),
      });
    });
    await t.step("ends in time when the server is frozen", async () => {
      await real.pause();
      try {
        await failing({}, "silent", /said nothing/, {}, 500);
      } finally {
        await real.resume();
      }
    });
    await t.step("ends at once when it is stopped", async () => {
      await real.pause();
      try {
        const stop = new AbortController();
        const testing = testConnection(server, login, stop.signal);
        setTimeout(() => stop.abort(), 100);
        const start = performance.now();
        const result = await testing;
        equal(!result.ok && result.kind, "stopped");
        equal(performance.now() - start < 2000, true);
      } finally {
        await real.resume();
      }
    });
    await t.step("leaves no connection behind", async () => {
      for (let i = 0; i < 20; i++) await testConnection(server, login);
      const deadline = Date.now() + 5000;
      let left = "";
      do {
        left = (await real.sql("select count(*) from pg_stat_activity where application_name = 'kedge'"))
          .trim();
      } while (left !== "0" && Date.now() < deadline);
      equal(left, "0");
    });
  } finally {
    await real.stop();
    await plain.stop();
  }
});

Deno.test("testConnection() for PostgreSQL says when something else answers", async (t) => {
  const login = { user: "app", password: new Secret("planted-password") };
  const cases: [name: string, behaviour: Parameters<typeof listen>[0], tls: boolean, kind: string][] = [
    ["that hangs up", "close", false, "other-server"],
    ["that hangs up, with TLS", "close", true, "other-server"],
    ["that greets as SSH", { says: "SSH-2.0-OpenSSH_9.2\r\n" }, false, "other-server"],
    ["that says nothing", "silent", false, "silent"],
    ["that says nothing, with TLS", "silent", true, "silent"],
  ];
  for (const [name, behaviour, tls, kind] of cases) {
    await t.step(name, async () => {
      const other = listen(behaviour);
      try {
        const server: Server = { name: "x", engine: "postgres", host: "127.0.0.1", port: other.port, tls };
        const result = await testConnection(server, login, undefined, 500);
        equal(!result.ok && result.kind, kind, JSON.stringify(result));
        equal(JSON.stringify(result).includes("planted-password"), false);
      } finally {
        other.close();
      }
    });
  }
  await t.step("that is MariaDB", async () => {
    const mariadb = await startMariadb();
    try {
      const server: Server = {
        name: "x",
        engine: "postgres",
        host: "127.0.0.1",
        port: mariadb.port,
        tls: false,
      };
      const result = await testConnection(server, login, undefined, 3000);
      equal(!result.ok && result.kind, "other-server", JSON.stringify(result));
    } finally {
      await mariadb.stop();
    }
  });
});
