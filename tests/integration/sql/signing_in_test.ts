import { deepEqual, equal, match } from "node:assert/strict";
import { dirname, join } from "node:path";
import type { Server } from "../../../src/core/config/config.ts";
import { Secret } from "../../../src/core/secret.ts";
import { testConnection } from "../../../src/core/sql/mod.ts";
import { beginWait } from "../../runner/slowness.ts";
import { kedge } from "../../support/program/kedge.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { type Authority, makeAuthority } from "../../support/servers/certificates.ts";
import { startMariadb } from "../../support/servers/mariadb.ts";
import { type DatabaseServer, startPostgres } from "../../support/servers/postgres.ts";
import { exec } from "../../support/servers/server.ts";
import { startMiddle } from "../../support/sql/between.ts";

/**
 * Parts of a server's entry; `{folder}` is the folder of the files below, `{run}` the folder of the
 * server's socket.
 */
type Parts = Partial<Server>;

/**
 * A test of a server with TLS and an authority: the case, its settings, and the expected message.
 */
type Row = readonly [what: string, parts: Parts, said: RegExp, user?: string, password?: string];

const MINE = { certFile: "{folder}/mine.pem", keyFile: "{folder}/mine.key" };

/**
 * Checks of the server's certificate, and faults in the client's files; the same for all servers.
 */
const FILES: readonly Row[] = [
  ["its authority is named", { caFile: "{folder}/authority.pem" }, /^ok .*TLS, certificate verified/],
  ["another authority is named", { caFile: "{folder}/other.pem" }, /^tls-untrusted .*another authority than/],
  [
    "it is for another name",
    { caFile: "{folder}/authority.pem", host: "127.0.0.1" },
    /^tls-untrusted .*is for another name: localhost/,
  ],
  ["nobody on this computer knows it", { tlsVerify: true }, /^tls-untrusted .*in "caFile"/],
  ["the authority's file is missing", { caFile: "{folder}/none.pem" }, /^file .*none\.pem is not there/],
  ["the authority's file has none", { caFile: "/etc/passwd" }, /^file .*no certificate in \/etc\/passwd/],
  ["the key is another's", { ...MINE, keyFile: "{folder}/other.key" }, /^file .*is not for the key in/],
  ["the key is locked", { ...MINE, keyFile: "{folder}/locked.key" }, /^file .*locked with a passphrase/],
  ["others may read the key", { ...MINE, keyFile: "{folder}/open.key" }, /^file .*others may read the key/],
  ["there is no key", { certFile: "{folder}/mine.pem" }, /^file .*no private key in/],
  ["the certificate is no file", { ...MINE, certFile: "{folder}" }, /^file .*A file of server “shop”/],
];

/** Returns the server's messages for a right, wrong or missing client certificate. */
const shown = (user: string, missing: RegExp, plain: RegExp, another: RegExp): readonly Row[] => [
  ["the certificate and its key", MINE, /^ok /, user],
  ["and the server's authority", { ...MINE, caFile: "{folder}/authority.pem" }, /^ok .*verified/, user],
  ["both in one file", { certFile: "{folder}/both.pem" }, /^ok /, user],
  ["none", {}, missing, user],
  ["as other tools write them", { certFile: "{folder}/bag.pem", keyFile: "{folder}/sec1.key" }, /^ok /, user],
  ["of RSA, in its old form", { certFile: "{folder}/rsa.pem", keyFile: "{folder}/rsa.key" }, /^ok /, user],
  ["none without TLS", { ...MINE, tls: false }, plain, user],
  ["one for another user", MINE, another, "stranger"],
  [
    "one of another authority",
    { ...MINE, certFile: "{folder}/strange.pem" },
    /^denied .*does not take the certificate in .*strange\.pem: it knows none of those/,
    user,
  ],
  [
    "one that has expired",
    { ...MINE, certFile: "{folder}/old.pem" },
    /^denied .*old\.pem: it has expired/,
    user,
  ],
];

const NO_SOCKET = /^refused No server listens at the socket of \w+ at .*Check host and port of server/;

const sockets = (path: string): readonly Row[] => [
  ["the socket itself", { tls: false, host: path }, /^ok .*Unix socket/],
  ["no socket there", { tls: false, host: "{folder}/none" }, NO_SOCKET],
  ["none in the folder", { tls: false, host: "{folder}" }, NO_SOCKET],
  ["a file that is none", { tls: false, host: "{folder}/mine.pem" }, NO_SOCKET],
];

const CLIENTS: Readonly<Record<"postgres" | "mysql", readonly Row[]>> = {
  postgres: [
    ...shown(
      "server",
      /^denied .*wants to see a certificate of “server”.*"certFile"/,
      /^denied .*only those without TLS: try "tls": true/,
      /^denied .*does not take the certificate in .*mine\.pem: certificate authentication failed/,
    ),
    ["a certificate and a password", MINE, /^ok /, "two", "two"],
    ["a certificate and a wrong password", MINE, /^password .*two/, "two", "wrong"],
    ["a password alone, where both are wanted", {}, /^denied .*wants to see a certificate/, "two", "two"],
    ...sockets("{run}/.s.PGSQL.{port}"),
    ["the socket's folder", { tls: false, host: "{run}" }, /^ok .*Unix socket/],
    // As in libpq, a connection over a socket needs no TLS, because it cannot be intercepted.
    ["TLS in a socket", { host: "{run}", tlsVerify: true }, /^ok .*Unix socket/],
    ["who the system says that one is", { tls: false, host: "{run}" }, /^ok /, "root", ""],
  ],
  mysql: [
    ...shown(
      "server",
      /^password .*Access denied.*must show a certificate/,
      /^password .*Access denied.*only connect with TLS/,
      /^password .*Access denied/,
    ),
    ["a certificate and a password", MINE, /^ok /, "two", "two"],
    ["a certificate and a wrong password", MINE, /^password .*two/, "two", "wrong"],
    ["a password alone, where both are wanted", {}, /^password .*must show a certificate/, "two", "two"],
    ...sockets("{run}/my.sock"),
    [
      "TLS in a socket",
      { host: "{run}/my.sock", caFile: "{folder}/authority.pem" },
      /^ok .*TLS, certificate verified/,
    ],
    ["who the system says that one is", { tls: false, host: "{run}/my.sock" }, /^ok /, "root", ""],
  ],
};

/** Creates certificates, keys and authorities in a folder. */
async function makeFiles(folder: string, own: Authority, other: Authority): Promise<void> {
  const at = (name: string) => join(folder, name);
  const write = (name: string, text: string) => Deno.writeTextFile(at(name), text, { mode: 0o600 });
  for (const name of ["mine.key", "other.key"]) {
    await write(
      name,
      await exec(["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"]),
    );
  }
  const key = await Deno.readTextFile(at("mine.key"));
  await write("authority.pem", own.certificate);
  await write("other.pem", other.certificate);
  await write("mine.pem", await own.issue(at("mine.key"), {}));
  await write("strange.pem", await other.issue(at("mine.key"), {}));
  await write("old.pem", await own.issue(at("mine.key"), { to: "20210101" }));
  await write("both.pem", await Deno.readTextFile(at("mine.pem")) + key);
  await write(
    "locked.key",
    await exec(["openssl", "pkey", "-in", at("mine.key"), "-aes256", "-passout", "pass:x"]),
  );
  await write("open.key", key);
  const curve = await exec(["openssl", "ecparam", "-name", "prime256v1"]);
  await write("sec1.key", curve + await exec(["openssl", "ec", "-in", at("mine.key")]));
  await write(
    "bag.pem",
    `Bag Attributes\n    friendlyName: -mine-\n${await Deno.readTextFile(at("mine.pem"))}`,
  );
  await write("rsa.key", await exec(["openssl", "genrsa", "-traditional", "2048"]));
  await write("rsa.pem", await own.issue(at("rsa.key"), {}));
  await Deno.chmod(at("open.key"), 0o644);
}

/** Makes the server accept users by certificates, and by the system's user of the socket. */
const PREPARE: Readonly<
  Record<"postgres" | "mysql", (real: DatabaseServer, own: Authority) => Promise<void>>
> = {
  async postgres(real, own) {
    const root = dirname(real.certificate), hba = join(root, "data", "pg_hba.conf");
    await Deno.writeTextFile(join(root, "clients.pem"), own.certificate);
    const rules = [
      "hostssl all server,stranger all cert",
      "hostssl all two all scram-sha-256 clientcert=verify-ca",
      "host all server all reject",
      "local all root peer",
    ];
    await Deno.writeTextFile(hba, `${rules.join("\n")}\n${await Deno.readTextFile(hba)}`);
    await real.sql(`alter system set ssl_ca_file = '${join(root, "clients.pem")}'`);
    await real.sql(
      `create user server; create user stranger; create user root; create user two password 'two'`,
    );
    await real.sql("select pg_reload_conf()");
  },
  async mysql(real) {
    await real.sql(`create user server@'%' require subject '/CN=server';
      create user stranger@'%' require subject '/CN=stranger';
      create user two@'%' identified by 'two' require x509;
      alter user root@localhost identified via unix_socket; flush ssl`);
  },
};

for (const engine of ["postgres", "mysql"] as const) {
  Deno.test(`testConnection() with a real ${engine} signs in by the files that an entry names, and by sockets`, async (t) => {
    const folder = await Deno.makeTempDir({ prefix: "kedge-signing-" });
    const [own, other] = [await makeAuthority(), await makeAuthority()];
    const real =
      await (engine === "postgres" ? startPostgres() : startMariadb({ clientAuthority: own.certificate }));
    const root = dirname(real.certificate);
    const filled = (text: string) =>
      text.replace("{folder}", folder).replace("{run}", join(root, "run")).replace(
        "{port}",
        String(real.port),
      );
    const said = async (
      parts: Parts,
      user = real.user,
      password = user === real.user ? real.password : "",
    ) => {
      const server: Server = {
        name: "shop",
        engine,
        host: "localhost",
        port: real.port,
        tls: true,
        ...parts,
      };
      const entries = Object.entries(server).map((
        [name, value],
      ) => [name, typeof value === "string" ? filled(value) : value]);
      const end = await testConnection(Object.fromEntries(entries), { user, password: new Secret(password) });
      return end.ok ? `ok ${end.detail}` : `${end.kind} ${end.message} ${end.hint}`;
    };
    try {
      await makeFiles(folder, own, other);
      await Deno.writeTextFile(
        real.certificate,
        await own.issue(join(root, "key.pem"), { names: "DNS:localhost" }),
      );
      await PREPARE[engine](real, own);
      // PostgreSQL applies settings asynchronously.
      const isOver = beginWait(60_000);
      while (!/^ok/.test(await said(MINE, "server")) && !isOver());
      for (const [what, parts, expected, ...login] of [...FILES, ...CLIENTS[engine]]) {
        await t.step(what, async () => match(await said(parts, ...login), expected));
      }
      await t.step(
        "the program: --validate-config, --print-config, and --query with another client's file",
        () => program(real, { engine, folder, caFile: filled("{folder}/authority.pem") }),
      );
      if (engine === "postgres") {
        await t.step(
          "the proof is bound to the connection, where the certificate says by which hash",
          () => bound(real),
        );
      }
    } finally {
      await real.stop();
      await Promise.all([own.close(), other.close()]);
      await removeFolder(folder);
    }
  });
}

/**
 * Runs the whole program with a home in which a file of `psql` or `mariadb` contains the password.
 */
async function program(
  real: DatabaseServer,
  { engine, folder, caFile }: { engine: "postgres" | "mysql"; folder: string; caFile: string },
): Promise<void> {
  const server = {
    ...{ name: "shop", engine, host: "localhost", port: real.port, tls: true, caFile },
    ...{ certFile: join(folder, "mine.pem"), keyFile: join(folder, "mine.key") },
    ...(engine === "postgres" ? { database: "postgres" } : {}),
  };
  const home = join(folder, "home");
  await Deno.mkdir(home);
  const write = (name: string, text: string) => Deno.writeTextFile(join(home, name), text, { mode: 0o600 });
  await write("config.json", JSON.stringify({ servers: [server] }));
  await write(".pgpass", `localhost:${real.port}:*:${real.user}:${real.password}\n`);
  await write(
    ".my.cnf",
    `[client]\nhost=localhost\nport=${real.port}\nuser=${real.user}\npassword=${real.password}\n`,
  );
  const run = async (...args: string[]) => {
    const env = { KEDGE_HOME: home, HOME: home, KEDGE_DB_USER: real.user };
    const { code, stdout, stderr } = await kedge(args, { env });
    equal(code, 0, stderr);
    equal((stdout + stderr).includes(real.password), false);
    return stdout;
  };
  match(await run("--validate-config"), /config\.json is valid$/m);
  deepEqual(JSON.parse(await run("--print-config")).servers, [server]);
  deepEqual(JSON.parse(await run("--query", "shop", "select 1 as a", "--json"))[0].rows, [["1"]]);
}

/** How a certificate is made and signed, and the authentication method that follows. */
const SIGNATURES: readonly (readonly [how: string, genpkey: readonly string[], mechanism: string])[] = [
  [
    "EC, SHA-256",
    ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "sha256"],
    "SCRAM-SHA-256-PLUS",
  ],
  [
    "EC, SHA-384",
    ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384", "sha384"],
    "SCRAM-SHA-256-PLUS",
  ],
  ["RSA, SHA-256", ["-algorithm", "RSA", "sha256"], "SCRAM-SHA-256-PLUS"],
  ["RSA, SHA-512", ["-algorithm", "RSA", "sha512"], "SCRAM-SHA-256-PLUS"],
];

/**
 * Checks, as a man in the middle with the server's certificate and key, which method and proof the
 * client sends within TLS.
 */
async function bound(real: DatabaseServer): Promise<void> {
  const key = join(dirname(real.certificate), "key.pem");
  for (const [how, parts, mechanism] of SIGNATURES) {
    const [genpkey, digest] = [parts.slice(0, -1), parts.at(-1)!];
    // Write into the existing file, because its owner must stay the same.
    await Deno.writeTextFile(key, await exec(["openssl", "genpkey", ...genpkey]));
    await Deno.writeTextFile(
      real.certificate,
      await exec(["openssl", "req", "-x509", "-key", key, `-${digest}`, "-subj", "/CN=localhost"]),
    );
    await real.sql("select pg_reload_conf()");
    const fingerprint = await exec(["openssl", "x509", "-in", real.certificate, "-noout", "-fingerprint"]);
    const now = () =>
      exec([
        "/bin/sh",
        "-c",
        'openssl s_client -starttls postgres -connect "$1" </dev/null 2>/dev/null | openssl x509 -noout -fingerprint',
        "sh",
        `127.0.0.1:${real.port}`,
      ]).catch(() => "");
    for (const isOver = beginWait(60_000); await now() !== fingerprint && !isOver(););
    const middle = await startMiddle({
      ...{ listen: "127.0.0.1", server: real.port, speaks: "postgres", tls: true },
      ...{ certificate: real.certificate, key },
    });
    const tested = await testConnection(
      { name: "shop", engine: "postgres", host: "127.0.0.1", port: middle.port, tls: true },
      { user: real.user, password: new Secret(real.password) },
    );
    const { inside } = await middle.end();
    equal(tested.ok, true, `${how}: ${JSON.stringify(tested)}`);
    equal(/SCRAM-SHA-256(-PLUS)?(?=\0)/.exec(inside)?.[0], mechanism, how);
  }
}
