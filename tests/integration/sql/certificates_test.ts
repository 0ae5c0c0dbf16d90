import { equal, match } from "node:assert/strict";
import { dirname, join } from "node:path";
import type { ReachedServer } from "../../../src/core/sql/found.ts";
import { openServer } from "../../../src/core/sql/open.ts";
import { Secret } from "../../../src/core/secret.ts";
import { download } from "../../../src/core/extensions/source/download.ts";
import { beginWait } from "../../runner/slowness.ts";
import { makeAuthority } from "../../support/servers/certificates.ts";
import { startMariadb } from "../../support/servers/mariadb.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { exec } from "../../support/servers/server.ts";
import { sessionOn } from "../../support/sql/ask.ts";

const MORE = "KEDGE_DATABASE_CA";

/**
 * A certificate, the message expected from a database that has it, and from a web host that has it.
 */
const CERTIFICATES: readonly (readonly [{ names?: string; from?: string; to?: string }, RegExp, RegExp])[] = [
  [
    { to: "20210101" },
    /^The certificate of localhost:\d+ has expired: it was valid until 2021-01-01 Nothing was sent\. Check this computer's clock/,
    /the certificate of its host has expired Set this computer's clock/,
  ],
  [
    { from: "20480101" },
    /^The certificate of localhost:\d+ is not valid yet: it begins on 2048-01-01 Nothing was sent\. Check/,
    /the certificate of its host is not valid yet Set this computer's clock/,
  ],
  [
    { names: "DNS:other.example,DNS:third.example" },
    /^The certificate of localhost:\d+ is for another name: other\.example, third\.example Nothing was sent: something may stand in between/,
    /the certificate of its host is for another name Something may stand in between/,
  ],
];

for (
  const [engine, start, reload, sleep, busy] of [
    [
      "postgres",
      startPostgres,
      "select pg_reload_conf()",
      "pg_sleep",
      "select count(*) from pg_stat_activity where wait_event = 'PgSleep'",
    ],
    [
      "mysql",
      startMariadb,
      "flush ssl",
      "sleep",
      "select count(*) from information_schema.processlist where info like 'select sleep(600)%'",
    ],
  ] as const
) {
  Deno.test(`openServer() on a real ${engine} says what is wrong with its certificate`, async (t) => {
    const [real, authority] = [await start(), await makeAuthority()];
    const trusted = await Deno.makeTempFile({ suffix: ".pem" });
    const server: ReachedServer = {
      ...{ name: "shop", engine, host: "localhost", port: real.port, tls: true, trust: "aws" },
    };
    const said = async () => {
      const opened = await openServer(server, { user: real.user, password: new Secret(real.password) });
      if (opened.ok) await opened.connection.close();
      return opened.ok ? "ok" : `${opened.message} ${opened.hint}`;
    };
    try {
      await Deno.writeTextFile(trusted, authority.certificate);
      Deno.env.set(MORE, trusted);
      for (const [parts, expected] of [...CERTIFICATES, [{}, /^ok$/] as const]) {
        await t.step(String(expected), async () => {
          const certificate = await authority.issue(join(dirname(real.certificate), "key.pem"), parts);
          await Deno.writeTextFile(real.certificate, certificate);
          await real.sql(reload);
          // PostgreSQL reloads asynchronously.
          const isOver = beginWait(60_000);
          let words = await said();
          while (!expected.test(words) && !isOver()) words = await said();
          match(words, expected);
        });
      }
      await t.step(
        "one that expires during a connection keeps it, and Stop still works",
        async () => {
          const session = await sessionOn(real, server);
          const [old] = CERTIFICATES[0]!;
          await Deno.writeTextFile(
            real.certificate,
            await authority.issue(join(dirname(real.certificate), "key.pem"), old),
          );
          await real.sql(reload);
          for (const isOver = beginWait(60_000); !/has expired/.test(await said()) && !isOver(););
          match(await said(), /has expired/);
          const run = (sql: string, signal = new AbortController().signal) =>
            session.run({ sql, write: false }, { columns: () => {}, row: () => true }, signal);
          equal((await run("select 1")).ok, true);
          const stop = new AbortController();
          const sleeping = run(`select ${sleep}(600)`, stop.signal);
          for (const isOver = beginWait(60_000); (await real.sql(busy)).trim() === "0" && !isOver(););
          stop.abort();
          equal((await sleeping).ok, false);
          // No second connection could be opened to cancel the statement, so the session ends.
          await session.gone;
          equal((await run("select 1")).ok, false);
        },
      );
    } finally {
      Deno.env.delete(MORE);
      await Deno.remove(trusted);
      await authority.close();
      await real.stop();
    }
  });
}

Deno.test("download() says what is wrong with a host's certificate", async () => {
  const authority = await makeAuthority();
  const key = await Deno.makeTempFile();
  await exec(["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key]);
  const client = Deno.createHttpClient({ caCerts: [authority.certificate] });
  try {
    for (const [parts, , expected] of CERTIFICATES) {
      const cert = await authority.issue(key, parts);
      const server = Deno.serve(
        { hostname: "127.0.0.1", port: 0, cert, key: await Deno.readTextFile(key), onListen: () => {} },
        () => new Response("no bundle"),
      );
      const got = await download(`https://localhost:${server.addr.port}/x`, {
        fetch: (url, options) => fetch(url, { ...options, client }),
      });
      await server.shutdown();
      equal(got.ok, false);
      match(got.ok ? "" : `${got.message} ${got.hint}`, expected);
    }
  } finally {
    client.close();
    await authority.close();
    await Deno.remove(key);
  }
});
