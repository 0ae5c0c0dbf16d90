/**
 * `deno task newest`: tests with servers of Debian's newest packages, which are too large and
 * change too often for each run.
 */
import assert from "node:assert/strict";
import { Secret } from "../../src/core/secret.ts";
import { openServer } from "../../src/core/sql/open.ts";
import type { DatabaseServer } from "../support/servers/server.ts";
import { trySqlServer } from "../support/sql/every_server_cases.ts";
import { startNewest, startRouter } from "./servers.ts";

const entry = (port: number, tls: boolean) =>
  ({ name: "newest", engine: "mysql", host: "127.0.0.1", port, tls, database: "app" }) as const;

async function every(
  t: Deno.TestContext,
  name: string,
  real: DatabaseServer,
  port = real.port,
  ways = [true, false],
): Promise<void> {
  for (const tls of ways) {
    await real.sql("drop database app; create database app");
    await t.step(
      `${name} ${tls ? "with" : "without"} TLS`,
      (t) => trySqlServer(t, { name, real, server: entry(port, tls), pooled: false }),
    );
  }
}

/**
 * Checks that vectors, a type unknown to Kedge, are read as bytes, both as text and in prepared
 * statements.
 */
async function vectors(real: DatabaseServer, make: string): Promise<void> {
  await real.sql(
    `create table vectors (n int, v vector(3)); insert into vectors values (7, ${make}('[1,2,3]'))`,
    "app",
  );
  const opened = await openServer(entry(real.port, true), {
    user: real.user,
    password: new Secret(real.password),
  });
  assert.ok(opened.ok, JSON.stringify(opened));
  for (const args of [[], [7]]) {
    let told = "";
    const sql = `select v from vectors${args.length ? " where n = ?" : ""}`;
    await opened.connection.run({ sql, args }, {
      columns: () => {},
      row: (bytes, bounds) => (told = bytes.subarray(bounds[0], bounds[1]).toString("hex")) !== "",
    });
    assert.equal(told, "0000803f0000004000004040");
  }
  await opened.connection.close();
}

Deno.test("the newest MySQL, and a router before it, are spoken to as every server is", async (t) => {
  const real = await startNewest("mysql");
  try {
    await every(t, "MySQL", real);
    await t.step("its vectors are read", () => vectors(real, "to_vector"));
    const router = await startRouter(real);
    try {
      // Without TLS a router accepts only users whose password the server has cached, also for its
      // own clients.
      await every(t, "MySQL Router", real, router.port, [true]);
    } finally {
      await router.stop();
    }
  } finally {
    await real.stop();
  }
});

Deno.test("the newest MariaDB is spoken to as every server is, and signs in with parsec", async (t) => {
  const real = await startNewest("mariadb");
  try {
    await every(t, "MariaDB", real);
    await t.step("its vectors are read", () => vectors(real, "vec_fromtext"));
    await real.sql(
      "install soname 'auth_parsec'; create user parsec@'%' identified via parsec using password('pä ss')",
    );
    for (const tls of [true, false]) {
      for (const [password, kind] of [["pä ss", "ok"], ["wrong", "password"], ["", "password"]] as const) {
        await t.step(`parsec with ${password || "no password"}, TLS: ${tls}`, async () => {
          const login = { user: "parsec", password: new Secret(password) };
          const opened = await openServer({ ...entry(real.port, tls), database: "" }, login);
          assert.equal(opened.ok ? "ok" : opened.kind, kind, JSON.stringify(opened));
          if (opened.ok) await opened.connection.close();
        });
      }
    }
  } finally {
    await real.stop();
  }
});
