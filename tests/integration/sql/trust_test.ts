import { deepEqual, equal, match } from "node:assert/strict";
import { awsAuthorities } from "../../../src/core/sql/authorities.ts";
import type { ReachedServer } from "../../../src/core/sql/found.ts";
import { openServer } from "../../../src/core/sql/open.ts";
import { Secret } from "../../../src/core/secret.ts";
import { startMariadb } from "../../support/servers/mariadb.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { tlsWords } from "../../../src/core/sql/engines/mod.ts";

const MORE = "KEDGE_DATABASE_CA";

/**
 * Forwards connections from another address, as a man in the middle would, and records what was
 * sent.
 */
function between(port: number): { port: number; sent: Uint8Array[]; stop(): void } {
  const listener = Deno.listen({ hostname: "127.0.0.2", port: 0 });
  const sent: Uint8Array[] = [];
  void (async () => {
    for await (const near of listener) {
      const far = await Deno.connect({ hostname: "127.0.0.1", port });
      const seen = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, next) {
          sent.push(chunk.slice());
          next.enqueue(chunk);
        },
      });
      near.readable.pipeThrough(seen).pipeTo(far.writable).catch(() => {});
      far.readable.pipeTo(near.writable).catch(() => {});
    }
  })().catch(() => {});
  return { port: (listener.addr as Deno.NetAddr).port, sent, stop: () => listener.close() };
}

for (const [engine, start] of [["postgres", startPostgres], ["mysql", startMariadb]] as const) {
  Deno.test(`openServer() on a real ${engine} of AWS sends nothing before its certificate is vouched for`, async (t) => {
    const real = await start();
    const other = between(real.port);
    const open = (parts: Partial<ReachedServer> = {}) =>
      openServer(
        { name: "shop", engine, host: "localhost", port: real.port, tls: true, trust: "aws", ...parts },
        { user: real.user, password: new Secret(real.password) },
      );
    const refused = async (parts?: Partial<ReachedServer>) => {
      const opened = await open(parts);
      if (opened.ok) await opened.connection.close();
      return opened.ok ? ["ok", ""] as const : [opened.kind, `${opened.message} ${opened.hint}`] as const;
    };
    try {
      Deno.env.delete(MORE);
      await t.step("one that vouches for itself is refused, with the next step", async () => {
        const [kind, words] = await refused();
        equal(kind, "tls-untrusted", words);
        match(words, /certificate of localhost:\d+ is not one of AWS's.*Nothing was sent.*KEDGE_DATABASE_CA/);
      });
      await t.step("the file of more authorities must be there, and hold one", async () => {
        Deno.env.set(MORE, "/nowhere.pem");
        match((await refused())[1], /KEDGE_DATABASE_CA names \/nowhere.pem, which cannot be read/);
        Deno.env.set(MORE, "/etc/passwd");
        match((await refused())[1], /names \/etc\/passwd, where no certificate is/);
      });
      Deno.env.set(MORE, real.certificate);
      await t.step("one of an authority that is named is taken, by name and by address", async () => {
        for (const host of ["localhost", "127.0.0.1"]) deepEqual(await refused({ host }), ["ok", ""]);
      });
      await t.step("one for another name is refused, and its server gets no login", async () => {
        const [kind, words] = await refused({ host: "127.0.0.2", port: other.port });
        equal(kind, "tls-untrusted", words);
        const seen = other.sent.map((bytes) => new TextDecoder("latin1").decode(bytes)).join("");
        deepEqual([seen.includes(real.user), seen.includes(real.password)], [false, false]);
      });
      await t.step("a server of the configuration is reached as its “tls” says", async () => {
        const { trust: _, ...plain } = { trust: "aws", host: "127.0.0.2", port: other.port };
        const opened = await openServer(
          { name: "shop", engine, tls: true, ...plain },
          { user: real.user, password: new Secret(real.password) },
        );
        equal(opened.ok, true);
        if (opened.ok) await opened.connection.close();
      });
    } finally {
      Deno.env.delete(MORE);
      other.stop();
      await real.stop();
    }
  });
}

Deno.test("awsAuthorities() has those of RDS and of the web, and those that a file adds", async () => {
  const usual = await awsAuthorities("");
  equal(usual.length > 200, true);
  equal(usual.every((one) => one.startsWith("-----BEGIN CERTIFICATE-----")), true);
});

Deno.test("tlsWords() tells what is checked", () => {
  deepEqual(
    [
      tlsWords({ tls: false }),
      tlsWords({ tls: true }),
      tlsWords({ tls: true, trust: "aws" }),
      tlsWords({ tls: true, host: "/run/postgresql", engine: "postgres" }),
      tlsWords({ tls: false, host: "/run/mysqld", engine: "mysql" }),
      tlsWords({ tls: true, host: "/run/mysqld", engine: "mysql" }),
    ],
    [
      "no TLS",
      "TLS, certificate not verified",
      "TLS, certificate verified",
      "Unix socket",
      "Unix socket",
      "TLS, certificate not verified",
    ],
  );
});
