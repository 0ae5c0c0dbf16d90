/** `--import` of files where programs of Windows keep them; run only by `deno task windows`. */
import { deepEqual, equal, match } from "node:assert/strict";
import { createCipheriv, createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openCredentialManager } from "../../src/core/keychain/advapi32.ts";
import { windowsKeychain } from "../../src/core/keychain/windows.ts";
import { parseLogin } from "../../src/core/sql/login/login.ts";
import { kedge } from "../support/program/kedge.ts";
import { removeFolder } from "../support/remove_folder.ts";

const PASSWORD = "imp0rted: pass\\word";
/** Part of every name, so that the test uses no entry of the user's keychain. */
const OWN = randomUUID().slice(0, 8);

/** A user of Windows who has files of other programs. */
interface User {
  readonly home: string;
  readonly data: string;
  write(path: string, content: string | Uint8Array): Promise<void>;
  sqlite(path: string, ...statements: string[]): Promise<void>;
}

/** Writes a program's files; returns the expected entry, with a star when it has a password. */
const FILES: Readonly<Record<string, (user: User) => Promise<string>>> = {
  async dbeaver({ data, write }) {
    const folder = join(data, "DBeaverData/workspace6/General/.dbeaver");
    const connections = {
      x: {
        provider: "postgresql",
        driver: "postgres-jdbc",
        name: `Orders ${OWN}`,
        configuration: { host: "orders.internal", port: "5433", database: "orders" },
      },
    };
    await write(join(folder, "data-sources.json"), JSON.stringify({ connections }));
    const login = JSON.stringify({ x: { "#connection": { user: "anna", password: PASSWORD } } });
    // DBeaver's public key, and the initialisation vector.
    const key = Uint8Array.fromHex("babb4a9f774ab853c96c2d653dfe544a");
    const iv = Uint8Array.fromHex("00112233445566778899aabbccddeeff");
    const cipher = createCipheriv("aes-128-cbc", key, iv);
    await write(
      join(folder, "credentials-config.json"),
      Uint8Array.of(...iv, ...cipher.update(login), ...cipher.final()),
    );
    return `Orders ${OWN} orders.internal:5433 *`;
  },
  async beekeeper({ data, sqlite }) {
    await sqlite(
      join(data, "beekeeper-studio/app.db"),
      "create table saved_connection (id integer primary key, name, connectionType, host, port, username)",
      `insert into saved_connection values (1, 'Bee ${OWN}', 'mysql', 'bee.internal', 3306, 'u')`,
    );
    return `Bee ${OWN} bee.internal:3306`;
  },
  async pgadmin({ data, sqlite }) {
    await sqlite(
      join(data, "pgAdmin/pgadmin4.db"),
      "create table server (id integer primary key, name, host, port, maintenance_db, username, connection_params)",
      `insert into server values (1, 'Admin ${OWN}', 'pga.internal', 5432, 'postgres', 'u', '{"sslmode": "require"}')`,
    );
    return `Admin ${OWN} pga.internal:5432`;
  },
  async pgpass({ data, write }) {
    const escaped = PASSWORD.replace(/[\\:]/g, "\\$&");
    await write(
      join(data, "postgresql/pgpass.conf"),
      `# mine\r\nfile.internal:5432:${OWN}:anna:${escaped}\r\n`,
    );
    return `${OWN} at file.internal file.internal:5432 *`;
  },
  async pgservice({ data, write }) {
    const lines = [
      `[billing-${OWN}]`,
      "host=svc.internal",
      "user=u",
      `password=${PASSWORD}`,
      "sslmode=require",
      "",
    ];
    await write(join(data, "postgresql/.pg_service.conf"), lines.join("\r\n"));
    return `billing-${OWN} svc.internal:5432 *`;
  },
};

async function asUser(
  work: (user: User, run: (...args: string[]) => ReturnType<typeof kedge>) => Promise<void>,
) {
  const home = await Deno.makeTempDir({ prefix: "kedge-user-" });
  const data = join(home, "AppData", "Roaming");
  const write = async (path: string, content: string | Uint8Array) => {
    await Deno.mkdir(join(path, ".."), { recursive: true });
    await Deno.writeFile(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
  };
  const sqlite = async (path: string, ...statements: string[]) => {
    await Deno.mkdir(join(path, ".."), { recursive: true });
    using database = new DatabaseSync(path);
    for (const statement of statements) database.exec(statement);
  };
  const env = { USERPROFILE: home, APPDATA: data, KEDGE_HOME: join(home, ".kedge") };
  try {
    await work({ home, data, write, sqlite }, (...args) => kedge(["--import", ...args], { env }));
  } finally {
    await removeFolder(home);
  }
}

Deno.test("--import finds what programs of Windows have, and puts their passwords into the Credential Manager", async (t) => {
  const keychain = windowsKeychain(openCredentialManager);
  const named: string[] = [];
  await asUser(async (user, run) => {
    try {
      for (const [source, write] of Object.entries(FILES)) {
        await t.step(source, async () => {
          const expected = await write(user);
          const { code, stdout, stderr } = await run(source, "--yes", "--json");
          equal(code, 0, stdout + stderr);
          const { servers } = JSON.parse(stdout);
          const [{ name, host, port, password }] = servers;
          named.push(name);
          deepEqual([servers.length, `${name} ${host}:${port}${password ? " *" : ""}`], [1, expected]);
          const login = await keychain.get(`server/${name}`);
          equal(login === null ? null : parseLogin(login)?.password.open(), password ? PASSWORD : null);
          equal((stdout + stderr).includes("imp0rted"), false);
        });
      }
    } finally {
      for (const name of named) await keychain.delete(`server/${name}`);
    }
    equal((await Deno.readTextFile(join(user.home, ".kedge/config.json"))).includes("imp0rted"), false);
  });
});

Deno.test("--import brings the portal of Leapp, sealed with the number that the registry has for this machine", async () => {
  const query = ["query", "HKLM\\SOFTWARE\\Microsoft\\Cryptography", "/v", "MachineGuid"];
  const { stdout } = await new Deno.Command("reg.exe", { args: query }).output();
  const number = new TextDecoder().decode(stdout).split("REG_SZ")[1]!.trim().toLowerCase();
  match(number, /^[0-9a-f-]{36}$/);
  const passphrase = createHash("sha256").update(number).digest("hex");
  const salt = crypto.getRandomValues(new Uint8Array(8));
  // OpenSSL's old key derivation: repeated MD5 of the previous hash, the passphrase and the salt.
  let made = new Uint8Array(0), last = new Uint8Array(0);
  while (made.length < 48) {
    last = Uint8Array.from(createHash("md5").update(last).update(passphrase).update(salt).digest());
    made = Uint8Array.of(...made, ...last);
  }
  const cipher = createCipheriv("aes-256-cbc", made.subarray(0, 32), made.subarray(32));
  const listed = [{ alias: "W", portalUrl: "https://w.awsapps.com/start", region: "eu-west-1" }];
  const plain = JSON.stringify({ _awsSsoIntegrations: listed, _sessions: [] });
  const head = new TextEncoder().encode("Salted__");
  const sealed = Uint8Array.of(...head, ...salt, ...cipher.update(plain), ...cipher.final()).toBase64();
  await asUser(async ({ home, write }, run) => {
    await write(join(home, ".Leapp/Leapp-lock.json"), sealed);
    const { code, stdout, stderr } = await run("leapp", "--yes");
    equal(code, 0, stdout + stderr);
    const { ssoStartUrl } = JSON.parse(await Deno.readTextFile(join(home, ".kedge/config.json")));
    equal(ssoStartUrl, "https://w.awsapps.com/start");
  });
});
