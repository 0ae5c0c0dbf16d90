import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { parseLogin } from "../../../src/core/sql/login/login.ts";
import { keychainOn } from "../../support/keychain/keychain_on.ts";
import { type Keyring, startKeyring } from "../../support/keychain/keyring.ts";
import { program } from "../../support/program/program.ts";
import { plainEnvironment } from "../../support/program/kedge.ts";
import { exec } from "../../support/servers/server.ts";

const PASSWORD = "imp0rted: pass\\word";

/**
 * Writes files as other programs do, by the name of the source, into the home of a user of all
 * these programs.
 */
const FILES: Readonly<Record<string, (home: string) => Promise<string>>> = {
  async dbeaver(home) {
    const folder = join(home, "data/DBeaverData/workspace6/General/.dbeaver");
    await Deno.mkdir(folder, { recursive: true });
    const at = { host: "orders.internal", port: "5433", database: "orders" };
    const connections = {
      x: { provider: "postgresql", driver: "postgres-jdbc", name: "Orders", configuration: at },
    };
    await Deno.writeTextFile(join(folder, "data-sources.json"), JSON.stringify({ connections }));
    // Encrypted by OpenSSL with DBeaver's public key; the initialisation vector comes first.
    const [plain, sealed] = [join(folder, "plain"), join(folder, "sealed")];
    // Users with many projects have the logins of many connections in one file.
    const others = Array.from(
      { length: 2000 },
      (_, at) => [`y${at}`, { "#connection": { user: "bob", password: PASSWORD.repeat(5) } }],
    );
    const login = { "#connection": { user: "anna", password: PASSWORD } };
    await Deno.writeTextFile(plain, JSON.stringify({ x: login, ...Object.fromEntries(others) }));
    const iv = "00112233445566778899aabbccddeeff";
    await exec([
      ...["openssl", "enc", "-aes-128-cbc", "-K", "babb4a9f774ab853c96c2d653dfe544a", "-iv", iv],
      ...["-in", plain, "-out", sealed],
    ]);
    const bytes = Buffer.concat([Uint8Array.fromHex(iv), await Deno.readFile(sealed)]);
    await Deno.writeFile(join(folder, "credentials-config.json"), bytes);
    await Deno.remove(plain);
    return "Orders orders.internal:5433 *";
  },
  async beekeeper(home) {
    const columns = "name, connectionType, host, port, username, sshEnabled, sshHost, sshUsername";
    await sqlite(join(home, ".config/beekeeper-studio"), "app.db", [
      `create table saved_connection (id integer primary key, ${columns})`,
      `insert into saved_connection (${columns}) values ('Bee', 'mysql', 'bee.internal', 3306, 'u', 1, 'b', 't')`,
    ]);
    return "Bee bee.internal:3306";
  },
  async pgadmin(home) {
    const columns = "name, host, port, maintenance_db, username, connection_params";
    await sqlite(join(home, ".pgadmin"), "pgadmin4.db", [
      `create table server (id integer primary key, ${columns})`,
      `insert into server (${columns}) values ('Admin', 'pga.internal', 5432, 'postgres', 'u', '{"sslmode": "require"}')`,
    ]);
    return "Admin pga.internal:5432";
  },
  async pgpass(home) {
    const escaped = PASSWORD.replace(/[\\:]/g, "\\$&");
    const lines = `# mine\nfile.internal:5432:shop:anna:${escaped}\n*:*:*:bob:x\n`;
    await Deno.writeTextFile(join(home, ".pgpass"), lines, { mode: 0o600 });
    return "shop at file.internal file.internal:5432 *";
  },
  async pgservice(home) {
    const lines = `[billing]\nhost=svc.internal\ndbname=b\nuser=u\npassword=${PASSWORD}\nsslmode=require\n`;
    await Deno.writeTextFile(join(home, ".pg_service.conf"), lines);
    return "billing svc.internal:5432 *";
  },
  async mycnf(home) {
    const lines = `[client]\nuser=u\n[client-shop]\nhost=my.internal\npassword="${
      PASSWORD.replace("\\", "\\\\")
    }"\n`;
    await Deno.writeTextFile(join(home, ".my.cnf"), lines, { mode: 0o600 });
    return "client-shop my.internal:3306 *";
  },
};

async function sqlite(folder: string, name: string, statements: readonly string[]): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  const script =
    "import sqlite3, sys\nc = sqlite3.connect(sys.argv[1])\n[c.execute(s) for s in sys.argv[2:]]\nc.commit()";
  await exec(["/usr/bin/python3", "-c", script, join(folder, name), ...statements]);
}

const imported = (keyring: Keyring, args: readonly string[]) => kedge(keyring, ["--import", ...args]);

/** Runs Kedge in a home with a private keychain. */
async function kedge(keyring: Keyring, args: readonly string[]) {
  const { HOME: _home, ...around } = await plainEnvironment();
  const [command, ...first] = program(...args);
  const { code, stdout, stderr } = await new Deno.Command(command!, {
    args: first,
    env: { ...around, ...keyring.env, KEDGE_HOME: join(keyring.env.HOME!, ".kedge") },
    clearEnv: true,
    stdin: "null",
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, out: text(stdout), err: text(stderr) };
}

/** Writes files of programs that know portals, by the name of the source. */
const PORTALS: Readonly<Record<string, (home: string) => Promise<void>>> = {
  async "aws-sso"(home) {
    await Deno.mkdir(join(home, ".config/aws-sso"), { recursive: true });
    const lines =
      "SSOConfig:\n  Default:\n    SSORegion: eu-west-1\n    StartUrl: https://w.awsapps.com/start\n";
    await Deno.writeTextFile(join(home, ".config/aws-sso/config.yaml"), lines);
  },
  async granted(home) {
    await Deno.mkdir(join(home, ".aws"), { recursive: true });
    const lines = "[profile shop/Admin]\ngranted_sso_start_url = https://w.awsapps.com/start\n" +
      "granted_sso_region = eu-west-1\ngranted_sso_account_id = 123456789012\ngranted_sso_role_name = Admin\n";
    await Deno.writeTextFile(join(home, ".aws/config"), lines);
  },
  async leapp(home) {
    const listed = [{ alias: "W", portalUrl: "https://w.awsapps.com/start", region: "eu-west-1" }];
    const ids = await Promise.all(
      ["/var/lib/dbus/machine-id", "/etc/machine-id"].map((path) => Deno.readTextFile(path).catch(() => "")),
    );
    const id = ids.map((text) => text.split("\n")[0]!.trim().toLowerCase()).find(Boolean)!;
    const key = createHash("sha256").update(id).digest("hex");
    const folder = join(home, ".Leapp"), plain = join(home, "plain");
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(plain, JSON.stringify({ _awsSsoIntegrations: listed, _sessions: [] }));
    await exec([
      ...["openssl", "enc", "-aes-256-cbc", "-md", "md5", "-salt", "-a", "-A", "-pass", `pass:${key}`],
      ...["-in", plain, "-out", join(folder, "Leapp-lock.json")],
    ]);
    await Deno.remove(plain);
  },
};

for (const [source, write] of Object.entries(PORTALS)) {
  Deno.test(`--import brings the portal of ${source}`, async () => {
    const keyring = await startKeyring();
    try {
      await write(keyring.env.HOME!);
      const { code, out, err } = await imported(keyring, [source, "--yes"]);
      assert.equal(code, 0, out + err);
      const { ssoStartUrl, ssoRegion } = JSON.parse(await Deno.readTextFile(config(keyring)));
      assert.deepEqual([ssoStartUrl, ssoRegion], ["https://w.awsapps.com/start", "eu-west-1"]);
    } finally {
      await keyring.close();
    }
  });
}

const config = (keyring: Keyring) => join(keyring.env.HOME!, ".kedge/config.json");

Deno.test("--import brings what other programs have, their passwords into the keychain and nowhere else", async (t) => {
  const keyring = await startKeyring();
  try {
    const said: string[] = [];
    for (const [source, write] of Object.entries(FILES)) {
      await t.step(source, async () => {
        const expected = await write(keyring.env.HOME!);
        const { code, out, err } = await imported(keyring, [source, "--yes", "--json"]);
        assert.equal(code, 0, out + err);
        said.push(out, err);
        const { servers, written } = JSON.parse(out);
        assert.equal(written, true);
        const [{ name, host, port, password }] = servers;
        assert.deepEqual([servers.length, `${name} ${host}:${port}${password ? " *" : ""}`], [1, expected]);
        const again = JSON.parse((await imported(keyring, [source, "--yes", "--json"])).out);
        assert.deepEqual([again.servers, again.known.length, again.written], [[], 1, false]);
      });
    }
    await t.step("the configuration is right, and holds no password", async () => {
      const { code, out } = await kedge(keyring, ["--validate-config", "--json"]);
      assert.deepEqual([code, JSON.parse(out).diagnostics], [0, []]);
      const text = await Deno.readTextFile(config(keyring));
      assert.equal(JSON.parse(text).servers.length, Object.keys(FILES).length);
      for (const one of [text, ...said]) assert.ok(!one.includes("imp0rted"));
    });
    await t.step("the passwords are those of the files", async () => {
      const keychain = keychainOn(keyring.env);
      for (const name of ["Orders", "shop at file.internal", "billing", "client-shop"]) {
        const login = parseLogin((await keychain.get(`server/${name}`))!);
        assert.equal(login?.password.open(), PASSWORD, name);
      }
    });
  } finally {
    await keyring.close();
  }
});

const REFUSED: readonly (readonly [what: string, args: readonly string[], code: number, words: RegExp])[] = [
  ["a source that there is none of", ["dbever"], 2, /no source "dbever"\nDid you mean dbeaver\?/],
  ["a program that is not there", ["datagrip"], 2, /DataGrip has no file/],
  ["a file that is not there", ["dbeaver", "/nowhere.json"], 2, /There is no \/nowhere\.json/],
  [
    "a file that is something else",
    ["dbeaver", "/etc/passwd"],
    2,
    /\/etc\/passwd cannot be read: it is no JSON/,
  ],
  ["a file without an end", ["aws-sso", "/dev/zero"], 2, /\/dev\/zero/],
  [
    "a database that is none",
    ["pgadmin", "/etc/passwd"],
    2,
    /\/etc\/passwd cannot be read: file is not a database/,
  ],
];
for (const [what, args, code, words] of REFUSED) {
  Deno.test(`--import names ${what} and writes nothing`, async () => {
    const keyring = await startKeyring("none");
    try {
      const got = await imported(keyring, args);
      assert.match(got.err, words);
      assert.equal(got.code, code);
      await assert.rejects(Deno.stat(config(keyring)));
    } finally {
      await keyring.close();
    }
  });
}

/** Expressions of SQLite that return eight texts of 60,000 characters. */
const LONG = Array.from({ length: 8 }, () => "hex(zeroblob(30000))");

/**
 * Databases whose views would make the reader compute forever or fill its memory; they must not be
 * run.
 */
const COSTLY: readonly (readonly [what: string, statements: readonly string[], why: RegExp | null])[] = [
  [
    "a view without an end",
    ["create view server as with recursive n(x) as (select 1 union all select x + 1 from n) select x as name from n"],
    null,
  ],
  [
    "a virtual table",
    ["create virtual table server using fts5(name, host)", "insert into server values ('a', 'h')"],
    /server is no plain table/,
  ],
  [
    "columns that are computed",
    [
      "create table server (host, port, name generated always as (hex(zeroblob(400000000))), ssl_mode)",
      "insert into server (host, port) values ('h', 5432)",
    ],
    null,
  ],
  [
    "values of 20 MB",
    [
      "create table server (name, host, port)",
      ...Array.from(
        { length: 20 },
        (_, at) => `insert into server values (hex(zeroblob(10000000)), 'h', ${at + 1})`,
      ),
    ],
    null,
  ],
  [
    "rows with more text than connections have",
    [
      `create table server (${LONG.map((_, at) => `c${at}`)}, name, host, port)`,
      `insert into server with recursive n(x) as (select 1 union all select x + 1 from n where x < 100)
        select ${LONG}, x, 'h', 5432 from n`,
    ],
    /cannot be read: it holds more than connections/,
  ],
];
for (const [what, statements, why] of COSTLY) {
  Deno.test(`--import is done in good time with ${what} in a database`, async () => {
    const keyring = await startKeyring("none");
    try {
      await sqlite(join(keyring.env.HOME!, ".pgadmin"), "pgadmin4.db", statements);
      const begin = performance.now();
      const { code, out, err } = await imported(keyring, ["pgadmin", "--json"]);
      assert.ok(performance.now() - begin < 60_000);
      if (why) assert.match(err + out, why);
      else assert.ok(code === 0 || code === 3, err + out);
    } finally {
      await keyring.close();
    }
  });
}

Deno.test("--import gives a shell nothing to run with the name of a file", async () => {
  const keyring = await startKeyring("none");
  try {
    const file = join(keyring.env.HOME!, "$(touch ran)`touch ran`\"; touch ran; '.plist");
    await Deno.writeTextFile(file, "bplist00");
    const { err } = await imported(keyring, ["tableplus", file]);
    const told = /(plutil -convert .*?) makes a text of it/.exec(err)?.[1];
    assert.ok(told, err);
    const { stdout } = await new Deno.Command("/bin/sh", {
      args: ["-c", `plutil() { for last; do :; done; printf %s "$last"; }; ${told}`],
      cwd: keyring.env.HOME!,
    }).output();
    assert.equal(new TextDecoder().decode(stdout), file);
    await assert.rejects(Deno.stat(join(keyring.env.HOME!, "ran")));
  } finally {
    await keyring.close();
  }
});

Deno.test("--import shows what comes and writes nothing without a yes", async () => {
  const keyring = await startKeyring("none");
  try {
    await FILES.beekeeper!(keyring.env.HOME!);
    for (const json of [[], ["--json"]]) {
      const got = await imported(keyring, ["beekeeper", ...json]);
      assert.equal(got.code, 3);
      assert.match(got.err, /\+ Bee: bee\.internal:3306 by ssh:\/\/t@b, user u\n.*\nImport them into /s);
      assert.match(json.length > 0 ? JSON.parse(got.out).error : got.err, /Nothing was written/);
    }
    await assert.rejects(Deno.stat(config(keyring)));
  } finally {
    await keyring.close();
  }
});

Deno.test("--import writes nothing where config.json has something else than a list", async () => {
  const keyring = await startKeyring();
  try {
    await FILES.pgservice!(keyring.env.HOME!);
    const mine = '{ "servers": { "name": "mine" } } // by hand';
    await Deno.mkdir(join(keyring.env.HOME!, ".kedge"), { mode: 0o700 });
    await Deno.writeTextFile(config(keyring), mine, { mode: 0o600 });
    const { code, out, err } = await imported(keyring, ["pgservice", "--yes", "--json"]);
    assert.equal(code, 1, err);
    assert.equal(JSON.parse(out).error, '"servers" in the file is not a list');
    assert.equal(await Deno.readTextFile(config(keyring)), mine);
    assert.equal(await keychainOn(keyring.env).get("server/billing"), null);
  } finally {
    await keyring.close();
  }
});

Deno.test("--import tells a password that the keychain does not take, and the entry is there", async () => {
  const keyring = await startKeyring("none");
  try {
    await FILES.pgservice!(keyring.env.HOME!);
    const got = await imported(keyring, ["pgservice", "--yes"]);
    assert.equal(got.code, 1);
    assert.match(got.err, /the password of billing was not stored: /);
    assert.equal(JSON.parse(await Deno.readTextFile(config(keyring))).servers.length, 1);
  } finally {
    await keyring.close();
  }
});
