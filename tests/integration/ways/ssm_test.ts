import assert from "node:assert/strict";
import { join } from "node:path";
import type { Server } from "../../../src/core/config/config.ts";
import { rdsToken } from "../../../src/core/aws/resources/database_login.ts";
import { wrap } from "../../../src/core/aws/credentials/credentials.ts";
import { Secret } from "../../../src/core/secret.ts";
import { connect } from "../../../src/core/sql/driver/mod.ts";
import { testConnection } from "../../../src/core/sql/mod.ts";
import { targetOf } from "../../../src/core/sql/target.ts";
import { endWays } from "../../../src/core/ways/ending.ts";
import { giveAccessToWays } from "../../../src/core/ways/ssm/access.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { isWithin, measureSpeed } from "../../runner/slowness.ts";
import { type FakeEcs, startFakeEcs } from "../../support/cloud/fake_ecs.ts";
import { type SessionManager, startSessionManager } from "../../support/cloud/session_manager.ts";
import { plainEnvironment } from "../../support/program/kedge.ts";
import { program } from "../../support/program/program.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { startMariadb } from "../../support/servers/mariadb.ts";
import { type DatabaseServer, startPostgres } from "../../support/servers/postgres.ts";
import { makeAuthority } from "../../support/servers/certificates.ts";
import { startProxy } from "../../support/servers/proxy.ts";
import { exec } from "../../support/servers/server.ts";

const [postgres, mariadb] = await Promise.all([startPostgres({ maxConnections: 100 }), startMariadb()]);
/**
 * Resolves hosts as the agent does, because this machine does not know them. The certificates are
 * for `localhost`.
 */
const resolve = (host: string, port: number) =>
  host === "nowhere.internal" ? null : { host: "127.0.0.1", port };
const keys = wrap({
  accessKeyId: "AKIDWAYS",
  secretAccessKey: "secret-of-ways",
  sessionToken: "token-of-ways",
});
const INSTANCE = "ssm://123456789012/ReadOnly/i-0123456789abcdef0";

/** Starts a substitute for Session Manager, and signs in there. */
async function stage(next?: string, gateway?: string): Promise<SessionManager & AsyncDisposable> {
  const manager = await startSessionManager({
    resolve,
    ...(next === undefined ? {} : { next }),
    ...(gateway === undefined ? {} : { gateway }),
  });
  const env = (name: string) => name === "AWS_ENDPOINT_URL" ? manager.url : undefined;
  const withdraw = giveAccessToWays(({ region = "eu-central-1" }) =>
    Promise.resolve({ region, env, credentials: keys })
  );
  return Object.assign(manager, {
    async [Symbol.asyncDispose]() {
      await endWays();
      withdraw();
      await manager.stop();
    },
  });
}

const REAL = {
  postgres: { real: postgres, database: "postgres" },
  mysql: { real: mariadb, database: "app" },
};

function server(engine: keyof typeof REAL, over: Partial<Server> = {}): Server {
  const { real, database } = REAL[engine];
  return {
    name: "shop",
    engine,
    host: "db.internal",
    port: real.port,
    database,
    tls: true,
    via: INSTANCE,
    ...over,
  };
}
const login = ({ user, password }: DatabaseServer) => ({ user, password: new Secret(password) });

async function connected(server: Server, signal?: AbortSignal) {
  const { real } = REAL[server.engine as keyof typeof REAL];
  return await connect(await targetOf(server), login(real), { ...(signal && { signal }) }).connection;
}

for (const engine of ["postgres", "mysql"] as const) {
  const { real } = REAL[engine];
  Deno.test(`testConnection() reaches ${engine} through a session, whose end AWS is told`, async () => {
    const steps: string[] = [];
    await using manager = await stage();
    const tested = await testConnection(
      server(engine),
      login(real),
      undefined,
      undefined,
      (step) => steps.push(step),
    );
    assert.equal(tested.ok, true, JSON.stringify(tested));
    assert.deepEqual(steps, [
      "Asking for credentials of ReadOnly in 123456789012…",
      "Starting a session with i-0123456789abcdef0…",
      "Waiting for the agent of i-0123456789abcdef0…",
    ]);
    const [session] = manager.sessions;
    assert.deepEqual(
      [session!.target, session!.document, session!.parameters, session!.key],
      ["i-0123456789abcdef0", "AWS-StartPortForwardingSessionToRemoteHost", {
        portNumber: [String(real.port)],
        host: ["db.internal"],
      }, "AKIDWAYS"],
    );
    await endWays();
    assert.equal(session!.status, "terminated");
    assert.deepEqual(manager.faults, []);
  });

  Deno.test(`testConnection() verifies ${engine}'s own certificate through a session`, async () => {
    await using _ = await stage();
    const entry = { caFile: real.certificate };
    const good = await testConnection(server(engine, { ...entry, host: "localhost" }), login(real));
    assert.match(good.ok ? good.detail : "", /certificate verified/);
    const other = await testConnection(server(engine, entry), login(real));
    assert.match(other.ok ? "" : other.message, /is for another name/);
  });
}

Deno.test("the computer itself is reached by the document for that", async () => {
  await using manager = await stage();
  const tested = await testConnection(server("postgres", { host: "localhost" }), login(postgres));
  assert.equal(tested.ok, true, JSON.stringify(tested));
  assert.deepEqual([manager.sessions[0]!.document, manager.sessions[0]!.parameters], [
    "AWS-StartPortForwardingSession",
    { portNumber: [String(postgres.port)] },
  ]);
});

Deno.test("connections that need the same way at once share one session", async () => {
  await using manager = await stage();
  const all = await Promise.all(Array.from({ length: 8 }, () => connected(server("postgres"))));
  assert.deepEqual([manager.sessions.length, manager.sessions[0]!.connections], [1, 8]);
  await Promise.all(all.map((one) => one.close()));
});

Deno.test("lost messages of the data channel are sent again, in order", async () => {
  await using manager = await stage();
  manager.loses = 7;
  const connection = await connected(server("postgres"));
  let rows = 0, sum = 0;
  await connection.run({ sql: "select i, repeat('x', 100) from generate_series(1, 300) i" }, {
    columns: () => {},
    row(bytes, bounds) {
      rows++;
      sum += Number(bytes.toString("utf8", bounds[0], bounds[1]));
      return true;
    },
  });
  assert.deepEqual([rows, sum], [300, 45_150]);
  await connection.close();
});

Deno.test("a slow reader holds the server up, and others get a session of their own", async () => {
  await using manager = await stage();
  const slow = await connected(server("postgres"));
  const gate = Promise.withResolvers<boolean>();
  let rows = 0;
  const sink = {
    columns: () => {},
    row: () => ++rows === 1 ? gate.promise : true,
  };
  const all = slow.run({ sql: "select repeat('x', 1000) from generate_series(1, 20000)" }, sink);
  // More connections would share the session until 16 MB wait, which takes a minute on a busy
  // machine.
  await waitFor("a second session", async () => {
    await (await connected(server("postgres"))).close();
    return manager.sessions.length > 1;
  }, 240_000);
  assert.equal(rows, 1);
  gate.resolve(true);
  await all;
  assert.equal(rows, 20_000);
  await slow.close();
});

const LOST: readonly (readonly [what: string, act: (manager: SessionManager) => void, words: RegExp])[] = [
  [
    "its connection is cut and the gateway is not reached again",
    (m) => (m.away = true, m.sessions[0]!.channel!.cut()),
    /message gateway was closed/,
  ],
  [
    "its connection is cut, and each new one at once",
    (m) => (m.cutsAtOnce = true, m.sessions[0]!.channel!.cut()),
    /message gateway was closed/,
  ],
  [
    "its connection is cut and its role may not resume it",
    (m) => {
      m.refuseResume = {
        name: "AccessDeniedException",
        message: "not authorized to perform: ssm:ResumeSession",
      };
      m.sessions[0]!.channel!.cut();
    },
    /message gateway was closed/,
  ],
  [
    "its connection is cut and AWS has ended it",
    (m) => {
      m.sessions[0]!.status = "terminated";
      m.sessions[0]!.channel!.cut();
    },
    /message gateway was closed/,
  ],
  [
    "AWS closes it after an hour",
    (m) => m.sessions[0]!.channel!.close("Maximum duration"),
    /Maximum duration/,
  ],
  ["nothing comes any more", (m) => (m.away = true, m.sessions[0]!.channel!.freeze()), /silent/],
  ["it sends garbage", (m) => m.sessions[0]!.channel!.garbage(20), /not understood/],
];
for (const [what, act, words] of LOST) {
  Deno.test(`a way is reported as lost within 10 s when ${what}, and opened again`, async () => {
    await using manager = await stage();
    const connection = await connected(server("postgres"));
    const speed = measureSpeed();
    const began = performance.now();
    act(manager);
    const fault = await connection.gone;
    assert.match(fault.code, /^WAY_(LOST|FOREIGN)$/);
    assert.match(fault.message, words);
    const took = performance.now() - began;
    assert.ok(isWithin(took, 10_000, speed), `told after ${took} ms`);
    assert.ok(manager.resumed < 12, `resumed ${manager.resumed} times`);
    manager.away = manager.cutsAtOnce = false;
    const again = await connected(server("postgres"));
    assert.equal(manager.sessions.length, 2);
    await again.close();
  });
}

Deno.test("a session whose connection gives data and is cut, again and again, is resumed with pauses of 0.4 s", async () => {
  await using manager = await stage();
  const connection = await connected(server("postgres"));
  const began = performance.now();
  manager.cutsAfterData = true;
  manager.sessions[0]!.channel!.cut();
  await waitFor("five resumptions", () => manager.resumed >= 5);
  assert.ok(performance.now() - began >= 4 * 400, "without pauses");
  manager.cutsAfterData = false;
  const columns = () => {}, row = () => true;
  await connection.run({ sql: "select 1" }, { columns, row });
  assert.equal(manager.sessions.length, 1);
  await connection.close();
});

const CUT: readonly (readonly [what: string, act: (manager: SessionManager) => void])[] = [
  ["is cut", (m) => m.sessions[0]!.channel!.cut()],
  ["falls silent", (m) => m.sessions[0]!.channel!.freeze()],
  ["is cut, with the gateway out of reach for a while", (m) => {
    m.away = true;
    m.sessions[0]!.channel!.cut();
    setTimeout(() => m.away = false, 1000);
  }],
];
for (const [what, act] of CUT) {
  Deno.test(`a session whose connection ${what} is taken up again, with its transaction`, async () => {
    await using manager = await stage();
    const connection = await connected(server("postgres"));
    const ask = async (sql: string) => {
      let said = "";
      await connection.run({ sql }, {
        columns: () => {},
        row: (bytes, bounds) => (said = bytes.toString("utf8", bounds[0], bounds[1]), true),
      });
      return said;
    };
    await ask("begin");
    const before = await ask("select pg_current_xact_id()");
    act(manager);
    assert.equal(await ask("select pg_current_xact_id()"), before);
    await ask("rollback");
    assert.ok(manager.resumed > 0);
    assert.deepEqual([manager.sessions.length, manager.faults], [1, []]);
    await connection.close();
  });
}

Deno.test("rows that are on their way when connections are cut come once each, in order", async () => {
  await using manager = await stage();
  const connection = await connected(server("postgres"));
  let rows = 0, sum = 0;
  await connection.run(
    { sql: "select i, repeat('x', 1000), pg_sleep(0.003) from generate_series(1, 300) i" },
    {
      columns: () => {},
      row(bytes, bounds) {
        rows++;
        const number = Number(bytes.toString("utf8", bounds[0], bounds[1]));
        assert.equal(number, rows);
        sum += number;
        if (rows % 100 === 1) manager.sessions[0]!.channel?.cut();
        return true;
      },
    },
  );
  assert.deepEqual([rows, sum], [300, 45_150]);
  assert.ok(manager.resumed > 0);
  assert.deepEqual(manager.faults, []);
  await connection.close();
});

const REFUSED: readonly (readonly [what: string, act: (manager: SessionManager) => void, words: RegExp])[] = [
  ["the agent does not report", (m) => m.targets = new Set(), /does not report to AWS/],
  [
    "the role may not",
    (m) =>
      m.refuse = {
        name: "AccessDeniedException",
        message: "not authorized to perform: ssm:StartSession on x",
      },
    /may not start a session.*ssm:StartSession/s,
  ],
  ["the agent is old", (m) => m.agentVersion = "3.0.100.0", /too old \(3\.0\.100\.0\)/],
  [
    "the session must be encrypted by KMS",
    (m) => m.actions = [{ ActionType: "KMSEncryption", ActionParameters: { KMSKeyId: "k" } }],
    /key of KMS/,
  ],
];
for (const [what, act, words] of REFUSED) {
  Deno.test(`testConnection() tells it when ${what}, and leaves no session`, async () => {
    await using manager = await stage();
    act(manager);
    const tested = await testConnection(server("postgres"), login(postgres));
    assert.match(tested.ok ? "" : `${tested.message} ${tested.hint}`, words);
    await endWays();
    assert.ok(manager.sessions.every(({ status }) => status === "terminated"));
  });
}

Deno.test("testConnection() tells it when the computer cannot reach the server", async () => {
  await using _ = await stage();
  const tested = await testConnection(server("postgres", { host: "nowhere.internal" }), login(postgres));
  assert.match(tested.ok ? "" : tested.message, /cannot reach nowhere\.internal/);
});

Deno.test("Cancel ends the opening and the session", async () => {
  await using manager = await stage();
  const stop = new AbortController();
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  manager.before = () => (asked.resolve(), answered.promise);
  const opening = connected(server("postgres"), stop.signal);
  await asked.promise;
  stop.abort();
  await assert.rejects(opening);
  answered.resolve();
  await endWays();
  assert.ok(manager.sessions.every(({ status }) => status !== "connected"));
});

Deno.test("a token of IAM is made for the database's own endpoint, whatever the way", async () => {
  const { host, port } = server("postgres");
  const token = await rdsToken(keys, { host, port, region: "eu-central-1", user: "app" });
  assert.match(token.open(), new RegExp(`^db\\.internal:${port}/\\?Action=connect&DBUser=app`));
});

const TASK = "0123456789abcdef0123456789abcdef";
const TASKS: readonly (readonly [what: string, task: object | null, words: RegExp])[] = [
  ["no task runs", null, /no task of shop\/web runs/],
  ["exec is switched off", { enableExecuteCommand: false }, /exec is switched off/],
  [
    "its agent is not there",
    { enableExecuteCommand: true, containers: [] },
    /exec agent of shop\/web does not run/,
  ],
  ["", {
    enableExecuteCommand: true,
    containers: [{
      name: "web",
      runtimeId: `${TASK}-123456789`,
      managedAgents: [{ name: "ExecuteCommandAgent", lastStatus: "RUNNING" }],
    }],
  }, /^$/],
];
for (const [what, task, words] of TASKS) {
  Deno.test(`a task of a service ${what ? `is told to be no way when ${what}` : "is gone through"}`, async () => {
    const ecs: FakeEcs = startFakeEcs();
    const arn = `arn:aws:ecs:eu-central-1:123456789012:task/shop/${TASK}`;
    ecs.before = (operation) =>
      operation === "ListTasks"
        ? Response.json({ taskArns: task ? [arn] : [] })
        : operation === "DescribeTasks"
        ? Response.json({ tasks: [{ taskArn: arn, lastStatus: "RUNNING", ...task }] })
        : undefined;
    {
      await using manager = await stage(ecs.url);
      const via = "ssm://123456789012/ReadOnly/ecs:shop/web?region=eu-west-1";
      const tested = await testConnection(server("postgres", { via }), login(postgres));
      assert.match(tested.ok ? "" : tested.message, words);
      if (what === "") {
        assert.equal(tested.ok, true, JSON.stringify(tested));
        assert.equal(manager.sessions[0]!.target, `ecs:shop_${TASK}_${TASK}-123456789`);
      }
    }
    await ecs.stop();
  });
}

const home = await Deno.makeTempDir({ prefix: "kedge-ssm-" });
await Deno.writeTextFile(
  join(home, "config.json"),
  JSON.stringify({ servers: [{ ...server("postgres"), caFile: postgres.certificate, host: "localhost" }] }),
);

/** Runs Kedge with keys in its environment, and moto behind the substitute. */
const kedge = (manager: SessionManager, ...args: string[]) => kedgeWith({}, manager, ...args);
async function kedgeWith(env: Record<string, string>, manager: SessionManager, ...args: string[]) {
  const [command, ...rest] = program(...args);
  return new Deno.Command(command!, {
    args: rest,
    env: await plainEnvironment({
      KEDGE_HOME: home,
      AWS_ACCESS_KEY_ID: "AKIDWAYS",
      AWS_SECRET_ACCESS_KEY: "secret-of-ways",
      AWS_REGION: "eu-central-1",
      AWS_ENDPOINT_URL: manager.url,
      KEDGE_DB_USER: postgres.user,
      KEDGE_DB_PASSWORD: postgres.password,
      ...env,
    }),
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
}

/** Answer of STS: the credentials belong to the role itself. */
const STS = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, () =>
  new Response(
    `<GetCallerIdentityResponse><GetCallerIdentityResult><Arn>arn:aws:sts::123456789012:assumed-role/ReadOnly/me</Arn>` +
      `<UserId>A:me</UserId><Account>123456789012</Account></GetCallerIdentityResult></GetCallerIdentityResponse>`,
    { headers: { "content-type": "text/xml" } },
  ));
const sts = `http://127.0.0.1:${STS.addr.port}`;

Deno.test("--query reaches a server through a session, and ends it", async () => {
  await using manager = await stage(sts);
  const { code, stdout, stderr } =
    await (await kedge(manager, "--query", "shop", "select 41 + 1", "--format", "csv"))
      .output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  assert.match(new TextDecoder().decode(stdout), /42/);
  assert.deepEqual(manager.sessions.map(({ status }) => status), ["terminated"]);
});

const GATEWAY = "ssmmessages.eu-central-1.amazonaws.com";
const PROXIES: readonly (readonly [what: string, env: Record<string, string>, says: RegExp | null])[] = [
  ["goes through the proxy of HTTPS_PROXY", {}, null],
  ["is kept from a proxy that opens the connection", { UNTRUSTED: "1" }, /certificate/i],
  ["leaves the proxy out for hosts of NO_PROXY", { NO_PROXY: ".amazonaws.com" }, /was not reached/],
];
for (const [what, env, says] of PROXIES) {
  Deno.test(`the data channel ${what}`, async () => {
    await using manager = await stage(sts, `wss://${GATEWAY}`);
    await using authority = Object.assign(await makeAuthority(), {
      [Symbol.asyncDispose]: () => authority.close(),
    });
    const [key, trusted] = ["proxy.key", "proxy.pem"].map((name) => join(home, name)) as [string, string];
    await exec([
      "openssl",
      "genpkey",
      "-algorithm",
      "EC",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-out",
      key,
    ]);
    await Deno.writeTextFile(trusted, authority.certificate);
    const cert = await authority.issue(key, { names: `DNS:${GATEWAY}` });
    await using proxy = await startProxy({ key: await Deno.readTextFile(key), cert, to: manager.url });
    const { code, stdout, stderr } = await (await kedgeWith(
      {
        ...(env.UNTRUSTED ? {} : { DENO_CERT: trusted }),
        HTTPS_PROXY: `http://me:of-the-proxy@127.0.0.1:${proxy.port}`,
        ...env,
      },
      manager,
      ...["--query", "shop", "select 41 + 1", "--format", "csv"],
    )).output();
    const [out, error] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)) as [string, string];
    if (says === null) assert.match(out, /42/, error);
    else assert.match(error, says);
    assert.equal(code === 0, says === null, error);
    assert.deepEqual(
      // Deno itself looks for updates.
      proxy.asked.filter((line) => !line.startsWith("dl.deno.land:")),
      env.NO_PROXY ? [] : [`${GATEWAY}:443 Basic ${btoa("me:of-the-proxy")}`],
    );
    assert.equal(error.includes("of-the-proxy"), false);
    assert.deepEqual(manager.faults, []);
  });
}

Deno.test("--tunnel leads psql through a session, and leaves neither port nor session", async () => {
  await using manager = await stage(sts);
  const tunnel = (await kedge(manager, "--tunnel", "shop", "--json")).spawn();
  const reader = tunnel.stdout.getReader();
  const { value } = await reader.read();
  const { port, via } = JSON.parse(new TextDecoder().decode(value)) as { port: number; via: string[] };
  assert.deepEqual(via, ["i-0123456789abcdef0 of 123456789012"]);
  const said = await exec([
    ...["env", `PGPASSWORD=${postgres.password}`, "psql", `host=127.0.0.1 port=${port} dbname=postgres`],
    ...["-U", postgres.user, "-XqAtc", "select 41 + 1"],
  ]);
  assert.equal(said, "42\n");
  tunnel.kill("SIGINT");
  assert.equal((await tunnel.status).code, 0);
  await reader.cancel();
  await tunnel.stderr.cancel();
  assert.deepEqual(manager.sessions.map(({ status }) => status), ["terminated"]);
  await assert.rejects(Deno.connect({ hostname: "127.0.0.1", port }));
});

Deno.test("nothing listens and nothing runs after Kedge was killed, and the next one ends its session", async () => {
  await using manager = await stage(sts);
  const tunnel = (await kedge(manager, "--tunnel", "shop", "--json")).spawn();
  const reader = tunnel.stdout.getReader();
  const { port } = JSON.parse(new TextDecoder().decode((await reader.read()).value)) as { port: number };
  tunnel.kill("SIGKILL");
  await tunnel.status;
  await Promise.all([reader.cancel(), tunnel.stderr.cancel()]);
  await assert.rejects(Deno.connect({ hostname: "127.0.0.1", port }));
  await waitFor("the channel is gone", () => manager.sessions[0]!.status === "disconnected");
  const notes = join(home, "sessions");
  const [note] = [...Deno.readDirSync(notes)];
  assert.ok(!(await Deno.readTextFile(join(notes, note!.name))).includes(manager.sessions[0]!.token));
  const next = (await kedge(manager, "--browser", "--json")).spawn();
  await waitFor("the session's end", () => manager.sessions[0]!.status === "terminated");
  await waitFor("its note to go", () => [...Deno.readDirSync(notes)].length === 0);
  next.kill("SIGTERM");
  await next.status;
  await Promise.all([next.stdout.cancel(), next.stderr.cancel()]);
});

Deno.test("the processes of the test are ended", async () => {
  await Promise.all([postgres.stop(), mariadb.stop(), STS.shutdown(), removeFolder(home)]);
});
