import { equal, match } from "node:assert/strict";
import { dirname, join } from "node:path";
import type { Server } from "../../../src/core/config/config.ts";
import { Secret } from "../../../src/core/secret.ts";
import { testConnection } from "../../../src/core/sql/mod.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { startMysql } from "../../support/servers/mysql.ts";
import { relay } from "../../support/servers/relay.ts";
import { exec } from "../../support/servers/server.ts";

Deno.test("testConnection() with a real MySQL seals the password with the key that an entry names", async (t) => {
  const folder = await Deno.makeTempDir({ prefix: "kedge-signing-" });
  const real = await startMysql();
  const between = relay(real.port);
  const test = async (parts: Partial<Server>, user: string, password: string) => {
    // Clear the server's cache of passwords, so that it must be sent again.
    await real.sql("flush privileges");
    const from = between.passed().length;
    const end = await testConnection(
      { name: "shop", engine: "mysql", host: "127.0.0.1", port: between.port, tls: false, ...parts },
      { user, password: new Secret(password) },
    );
    const sent = between.passed().slice(from);
    return {
      said: end.ok ? `ok ${end.detail}` : `${end.kind} ${end.message}`,
      // Without a configured key the client requests the server's key with a packet of one byte.
      asked: [2, 3, 4, 5].some((number) =>
        [1, 2].some((asks) => sent.includes(String.fromCharCode(1, 0, 0, number, asks)))
      ),
      clear: sent.includes(password),
    };
  };
  const key = { serverPublicKeyFile: join(dirname(real.certificate), "public_key.pem") };
  try {
    await real.sql("create user sha256@'%' identified with sha256_password by 'for sha256'");
    for (const [user, password] of [[real.user, real.password], ["sha256", "for sha256"]] as const) {
      await t.step(`${user}: named`, async () => {
        const { said, asked, clear } = await test(key, user, password);
        match(said, /^ok /);
        equal(asked, false);
        equal(clear, false);
      });
      await t.step(`${user}: asked for, where no other program can listen`, async () => {
        const { said, asked, clear } = await test({}, user, password);
        match(said, /^ok /);
        equal(asked, true);
        equal(clear, false);
      });
      await t.step(`${user}: another server's`, async () => {
        const [pair, other] = [join(folder, "pair.pem"), join(folder, "other.pem")];
        await exec(["openssl", "genpkey", "-algorithm", "RSA", "-out", pair]);
        await exec(["openssl", "pkey", "-in", pair, "-pubout", "-out", other]);
        match((await test({ serverPublicKeyFile: other }, user, password)).said, /^password .*Access denied/);
      });
    }
    await t.step("TLS with keys that Kedge does not have is reported as such", async () => {
      const end = await testConnection(
        { name: "shop", engine: "mysql", host: "127.0.0.1", port: real.port, tls: true },
        { user: real.user, password: new Secret(real.password) },
      );
      match(end.ok ? "ok" : `${end.message} ${end.hint}`, /^TLS with .* failed.* only older keys \(DHE\)/);
    });
    await t.step("a file without one", async () => {
      match(
        (await test({ serverPublicKeyFile: "/etc/passwd" }, "sha256", "for sha256")).said,
        /^file .*no public key/,
      );
    });
    await t.step("a password that has expired is reported as such", async () => {
      await real.sql("create user old@'%' identified by 'old one' password expire");
      match((await test(key, "old", "old one")).said, /^expired .*password of “old” .* has expired/);
    });
    await t.step("nothing has to be sealed in a socket", async () => {
      const host = join(dirname(dirname(real.certificate)), "run", "my.sock");
      const { said } = await test({ host }, real.user, real.password);
      match(said, /^ok .*Unix socket/);
    });
  } finally {
    between.close();
    await real.stop();
    await removeFolder(folder);
  }
});
