import assert from "node:assert/strict";
import { join } from "node:path";
import type { Server } from "../../../src/core/config/config.ts";
import { Secret } from "../../../src/core/secret.ts";
import { connect, type Connection } from "../../../src/core/sql/driver/mod.ts";
import { probeServer, testConnection } from "../../../src/core/sql/mod.ts";
import { openSession } from "../../../src/core/sql/session/mod.ts";
import { targetOf } from "../../../src/core/sql/target.ts";
import { plainEnvironment } from "../../support/program/kedge.ts";
import { program } from "../../support/program/program.ts";
import { type DatabaseServer, startMariadb } from "../../support/servers/mariadb.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { exec } from "../../support/servers/server.ts";
import { ownNetwork } from "../../support/servers/network.ts";
import { sshStage } from "../../support/servers/ssh.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { isWithin, measureSpeed } from "../../runner/slowness.ts";

const stage = await sshStage();
const path = Deno.env.get("PATH")!;
Deno.env.set("PATH", `${stage.bin}:${path}`);
const [postgres, mariadb, bastion, second] = await Promise.all([
  startPostgres({ maxConnections: 100 }),
  startMariadb(),
  stage.bastion(),
  stage.bastion(),
]);
const REAL = {
  postgres: {
    real: postgres,
    database: "postgres",
    sleep: "select pg_sleep(60)",
    running: "pg_stat_activity where query like 'select pg_sleep%' and state = 'active'",
  },
  mysql: {
    real: mariadb,
    database: "app",
    sleep: "select sleep(60)",
    running: "information_schema.processlist where info like 'select sleep%'",
  },
};
type Kind = keyof typeof REAL;

/**
 * Returns an entry for a server; `localhost` is the bastion itself, and the name in the
 * certificate.
 */
function server(engine: Kind, over: Partial<Server> = {}): Server {
  const { real, database } = REAL[engine];
  return {
    name: "shop",
    engine,
    host: "localhost",
    port: real.port,
    database,
    tls: true,
    caFile: real.certificate,
    via: bastion.via,
    ...over,
  };
}
const login = ({ user, password }: DatabaseServer) => ({ user, password: new Secret(password) });
const hops = () => `${bastion.via},${second.via}`;

/** Returns the processes of the stage's `ssh`. */
async function sshs(): Promise<string[]> {
  const listed = await exec(["ps", "-A", "-o", "ppid=,stat=,args="]);
  return listed.split("\n").filter((line) =>
    /\/usr\/bin\/ssh -F/.test(line) && line.includes(stage.folder) && !/^\s*\d+\s+Z/.test(line)
  );
}
const until = (what: string, holds: () => Promise<boolean>) => waitFor(what, holds);
const nothingLeft = () => until("no ssh is left", async () => (await sshs()).length === 0);

for (const engine of ["postgres", "mysql"] as const) {
  const { real, sleep, running } = REAL[engine];
  for (const [over, via] of [["one computer", () => bastion.via], ["two", hops]] as const) {
    Deno.test(`testConnection() verifies ${engine}'s own certificate over ${over}`, async () => {
      const result = await testConnection(server(engine, { via: via() }), login(real));
      assert.equal(result.ok, true, JSON.stringify(result));
      assert.match(result.ok ? result.detail : "", /certificate verified/);
      await nothingLeft();
    });
  }

  Deno.test(`testConnection() refuses ${engine}'s certificate for another name through a way`, async () => {
    // The bastion resolves this name to 127.0.0.1, which the certificate does not name.
    const result = await testConnection(server(engine, { host: "127.1" }), login(real));
    assert.equal(!result.ok && result.kind, "tls-untrusted", JSON.stringify(result));
    await nothingLeft();
  });

  Deno.test(`cancel() ends a statement of ${engine} through the way`, async () => {
    const connection = await connect(await targetOf(server(engine)), login(real)).connection;
    const slept = connection.run({ sql: sleep }, { columns: () => {}, row: () => true }).catch((error) =>
      error
    );
    const count = async () => Number(await real.sql(`select count(*) from ${running};`));
    await until("it runs", async () => await count() > 0);
    await connection.cancel();
    await slept;
    await until("it has ended", async () => await count() === 0);
    await connection.close();
    await nothingLeft();
  });

  Deno.test(`probeServer() finds ${engine} behind a way`, async () => {
    assert.equal(await probeServer(server(engine), new AbortController().signal), null);
    await nothingLeft();
  });
}

const closed = await stage.bastion({ settings: ["AllowTcpForwarding no"] });
const stranger = await stage.bastion({ settings: ["AuthorizedKeysFile /dev/null"] });
const unknown = await stage.bastion({ known: false });
const changed = await stage.bastion();
await changed.changeKey();
const garbage = plain((connection) =>
  void connection.write(new TextEncoder().encode("HTTP/1.1 400 Bad\r\n\r\n"))
);
const silent = plain(() => {});
const endless = plain(async (connection) => {
  const line = new TextEncoder().encode("a banner without an end\r\n");
  for (;;) await connection.write(line);
});

/** Opens a port where a server other than SSH answers. */
function plain(speak: (connection: Deno.Conn) => unknown): { via: string; close(): void } {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const all: Deno.Conn[] = [];
  void (async () => {
    for await (const connection of listener) {
      all.push(connection);
      Promise.resolve(speak(connection)).catch(() => {});
    }
  })();
  return {
    via: `ssh://root@127.0.0.1:${listener.addr.port}`,
    close() {
      listener.close();
      for (const connection of all) {
        try {
          connection.close();
        } catch {
          // The connection has ended.
        }
      }
    },
  };
}

const WRONG: readonly (readonly [what: string, over: Partial<Server>, message: RegExp, hint: RegExp])[] = [
  [
    "a bastion that lets nobody in",
    { via: stranger.via },
    /does not let you in: .*Permission denied/,
    /ssh -p \d+ root@/,
  ],
  ["a bastion that nobody knows", { via: unknown.via }, /was not confirmed/, /fingerprint/],
  [
    "a bastion with another key",
    { via: changed.via },
    /SHA256:.*line \d+ of \/.*ssh-keygen -f "\/.*" -R "\[127/,
    /changed/,
  ],
  [
    "a bastion that may not lead on",
    { via: closed.via },
    /may not lead to localhost:\d+/,
    /AllowTcpForwarding/,
  ],
  ["a port without a bastion", { via: "ssh://root@127.0.0.1:1" }, /Connection refused/, /port of “via”/],
  ["a name that nobody knows", { via: "ssh://no-such.invalid" }, /not known by that name/, /spelling/],
  [
    "a server that the bastion does not reach",
    { port: 1 },
    /cannot reach localhost:1: .*Connection refused/,
    /Host and port/,
  ],
  [
    "a first computer that lets nobody in",
    { via: `${stranger.via},${second.via}` },
    /Permission denied/,
    /-J/,
  ],
  [
    "a first computer that cannot lead on",
    { via: `${bastion.via},ssh://root@127.0.0.1:1` },
    /cannot lead on/,
    /-J/,
  ],
  ["something that is no bastion", { via: garbage.via }, /does not speak SSH|did not answer/, /./],
  ["a bastion with a banner without an end", { via: endless.via }, /does not speak SSH|did not answer/, /./],
  ["a bastion that says nothing", { via: silent.via }, /did not answer: .*banner exchange/, /Firewalls/],
];
for (const [what, over, message, hint] of WRONG) {
  Deno.test(`testConnection() tells of ${what}, with the next step`, async () => {
    const result = await testConnection(server("postgres", over), login(postgres));
    assert.equal(!result.ok && result.kind, "way", JSON.stringify(result));
    if (result.ok) return;
    assert.match(result.message, message);
    assert.match(result.hint, hint);
    await nothingLeft();
  });
}

const CIRCLES: readonly (readonly [what: string, config: readonly string[], via: string, says: RegExp])[] = [
  [
    "two computers are reached through each other",
    ["Host one", "ProxyJump me@two", "Host two", "ProxyJump one"],
    "ssh://one",
    /circle: one, then two, then one/,
  ],
  [
    "the first of several is reached through the last",
    ["Host one", "ProxyJump two,three", "Host two", "ProxyJump one:22,four"],
    `ssh://one,${bastion.via}`,
    /circle: one, then two, then one:22, then two/,
  ],
  [
    "each name leads to a longer one",
    ["Host x*", "ProxyJump x%h"],
    "ssh://x",
    /circle: x, then xx, then xxx/,
  ],
];
for (const [what, config, via, says] of CIRCLES) {
  Deno.test(`testConnection() starts no ssh without an end when ${what}`, async () => {
    await stage.configure(config);
    try {
      const result = await testConnection(server("postgres", { via }), login(postgres));
      assert.match(result.ok ? "" : result.message, says);
      assert.match(result.ok ? "" : result.hint, /ProxyJump/);
      await nothingLeft();
    } finally {
      await stage.configure([]);
    }
  });
}

Deno.test("testConnection() goes over a ProxyJump of the configuration", async () => {
  const { port } = second;
  const at = ["HostName 127.0.0.1", "User root", `HostKeyAlias [127.0.0.1]:${port}`, `Port ${port}`];
  await stage.configure(["Host inner", `ProxyJump root@127.0.0.1:${bastion.port}`, ...at]);
  try {
    const result = await testConnection(server("postgres", { via: "ssh://inner" }), login(postgres));
    assert.equal(result.ok, true, JSON.stringify(result));
    await nothingLeft();
  } finally {
    await stage.configure([]);
  }
});

Deno.test("testConnection() takes nothing that ssh's own configuration prints for the server", async () => {
  await stage.configure(['Match host 127.0.0.1 exec "echo not the server; echo nor this >&2"']);
  try {
    const result = await testConnection(server("postgres"), login(postgres));
    assert.equal(result.ok, true, JSON.stringify(result));
    await nothingLeft();
  } finally {
    await stage.configure([]);
  }
});

Deno.test("connect() ends what it began over a way when it is stopped", async () => {
  const stop = new AbortController();
  const steps: string[] = [];
  const listener = {
    step(step: string) {
      steps.push(step);
      setTimeout(() => stop.abort(), 50);
    },
  };
  const target = await targetOf(server("postgres", { via: silent.via }));
  const { connection } = connect(target, login(postgres), { signal: stop.signal, listener });
  await assert.rejects(connection, { code: "ABORT" });
  assert.deepEqual(steps, ["Connecting to 127.0.0.1…"]);
  await nothingLeft();
});

Deno.test("connect() tells the steps of a way", async () => {
  const steps: string[] = [];
  const listener = { step: (step: string) => void steps.push(step) };
  const connection = await connect(await targetOf(server("mysql")), login(mariadb), { listener }).connection;
  await connection.close();
  assert.deepEqual(steps, [
    "Connecting to 127.0.0.1…",
    "Signing in to 127.0.0.1…",
    `Asking 127.0.0.1 for localhost:${mariadb.port}…`,
  ]);
});

Deno.test("a way that falls silent is reported within 10 s, and is opened again for the next session", async () => {
  const dying = await stage.bastion();
  const there = server("postgres", { via: dying.via });
  const session = await openSession(there, login(postgres));
  if (!session.ok) throw new Error(session.message);
  const speed = measureSpeed();
  await dying.pause();
  const since = performance.now();
  const failure = await session.gone;
  const took = performance.now() - since;
  assert.ok(isWithin(took, 10_000, speed), `${took} ms`);
  assert.equal(failure.kind, "lost");
  assert.match(failure.message, /not responding/);
  await session.close();
  await dying.resume();
  const again = await openSession(there, login(postgres));
  assert.equal(again.ok, true);
  if (again.ok) await again.close();
  await nothingLeft();
});

Deno.test("a way whose bastion ends is reported as lost", async () => {
  const dying = await stage.bastion();
  const session = await openSession(server("mysql", { via: dying.via }), login(mariadb));
  if (!session.ok) throw new Error(session.message);
  await dying.stop();
  assert.equal((await session.gone).kind, "lost");
  await session.close();
  await nothingLeft();
});

Deno.test("50 connections go over ways, and one more is refused as too many", async () => {
  const all: Connection[] = [];
  const target = await targetOf(server("postgres"));
  const opened = await Promise.all(
    Array.from({ length: 51 }, () => connect(target, login(postgres)).connection.catch((error) => error)),
  );
  const refused = opened.filter((one) => one instanceof Error);
  for (const one of opened) if (!(one instanceof Error)) all.push(one);
  assert.deepEqual(refused.map((error: Error & { code?: string }) => [error.code, error.message]), [
    ["WAY_MANY", "50 connections go over ways already"],
  ]);
  await Promise.all(all.map((connection) => connection.close()));
  await nothingLeft();
});

Deno.test("--query reaches what this computer's own network does not, and leaves nothing when it is killed", async () => {
  const home = await Deno.makeTempDir({ prefix: "kedge-way-home-" });
  const network = await ownNetwork();
  const far = await stage.bastion({ address: network.gateway });
  const config = {
    servers: [server("postgres", { via: far.via }), server("postgres", { name: "direct", via: undefined! })],
  };
  await Deno.writeTextFile(join(home, "config.json"), JSON.stringify(config));
  const env = await plainEnvironment({
    KEDGE_HOME: home,
    KEDGE_DB_USER: postgres.user,
    KEDGE_DB_PASSWORD: postgres.password,
  });
  const begin = (name: string, sql: string) => {
    const [command, ...args] = [...network.enter, ...program("--query", name, sql, "--format", "csv")];
    return new Deno.Command(command!, {
      args,
      env,
      clearEnv: true,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    })
      .spawn();
  };
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  try {
    const direct = await begin("direct", "select 1").output();
    assert.match(text(direct.stderr), /Nothing accepts connections/);
    const through = await begin("shop", "select 41 + 1 as answer").output();
    assert.equal(text(through.stdout), "answer\n42\n", text(through.stderr));
    const held = begin("shop", "select pg_sleep(1000)");
    const sleeping =
      "select count(*) from pg_stat_activity where query like '%pg_sleep(1000)%' and state = 'active'";
    await until(
      "it runs",
      async () => Number(await postgres.sql(`${sleeping} and pid <> pg_backend_pid()`)) > 0,
    );
    assert.equal((await sshs()).length > 0, true);
    held.kill("SIGKILL");
    await held.output();
    await until("no ssh is left", async () => (await sshs()).length === 0);
  } finally {
    await network.remove();
    await Deno.remove(home, { recursive: true });
  }
});

Deno.test("everything of the stage ends", async () => {
  for (const one of [garbage, silent, endless]) one.close();
  await postgres.stop();
  await mariadb.stop();
  await stage.stop();
  Deno.env.set("PATH", path);
});
