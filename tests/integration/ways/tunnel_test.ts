import assert from "node:assert/strict";
import { join } from "node:path";
import { waitFor } from "../../desktop/harness/wait.ts";
import { kedge, plainEnvironment } from "../../support/program/kedge.ts";
import { program } from "../../support/program/program.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { freePort } from "../../support/servers/ports.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { exec } from "../../support/servers/server.ts";
import { sshStage } from "../../support/servers/ssh.ts";
import { as, EVE, isRoot } from "../../support/users/mod.ts";

const home = await Deno.makeTempDir({ prefix: "kedge-tunnel-" });
const stage = await sshStage();
const [postgres, bastion, second] = await Promise.all([startPostgres(), stage.bastion(), stage.bastion()]);
const entry = {
  engine: "postgres",
  host: "localhost",
  port: postgres.port,
  database: "postgres",
  tls: true,
  caFile: postgres.certificate,
};
/** A port that is taken, but where no server answers. */
const taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
await Deno.writeTextFile(
  join(home, "config.json"),
  JSON.stringify({
    servers: [
      { ...entry, name: "shop", via: `${bastion.via},${second.via}` },
      { ...entry, name: "near" },
      { ...entry, name: "mute", via: `ssh://root@127.0.0.1:${taken.addr.port}` },
      { ...entry, name: "lost", via: bastion.via, port: 1 },
      { ...entry, name: "eu/prod/orders", via: bastion.via, port: 1 },
    ],
  }),
);
const env = {
  ...await plainEnvironment({ KEDGE_HOME: home }),
  PATH: `${stage.bin}:${Deno.env.get("PATH")}`,
};

function begin(...args: string[]): Deno.ChildProcess {
  const [command, ...rest] = program("--tunnel", ...args);
  return new Deno.Command(command!, {
    args: rest,
    env,
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Returns the first text on standard output. */
async function said(tunnel: Deno.ChildProcess): Promise<string> {
  const reader = tunnel.stdout.getReader();
  const { value } = await reader.read();
  reader.releaseLock();
  return new TextDecoder().decode(value);
}

const psql = (line: string) => exec(["env", `PGPASSWORD=${postgres.password}`, "sh", "-c", line]);
const sshs = async () =>
  (await exec(["ps", "-A", "-o", "stat=,args="])).split("\n")
    .filter((line) =>
      line.includes("/usr/bin/ssh -F") && line.includes(stage.folder) && !line.startsWith("Z")
    );

Deno.test("--tunnel leads psql to a server over two computers, verified, and leaves nothing when it is stopped", async () => {
  const tunnel = begin("shop");
  const text = await said(tunnel);
  assert.match(text, /^shop is at 127\.0\.0\.1:\d+, through root@.*, then root@.*, until Ctrl\+C:\n/);
  const line = text.split("\n")[1]!.trim();
  assert.match(line, /^psql 'host=localhost hostaddr=127\.0\.0\.1 .* sslmode=verify-full sslrootcert=\//);
  const ask = `${line} -U ${postgres.user} -XqAtc 'select 41 + 1'`;
  assert.deepEqual(await Promise.all([psql(ask), psql(ask)]), ["42\n", "42\n"]);
  const port = Number(/:(\d+),/.exec(text)![1]);
  if (isRoot) {
    // Another user of the machine connects, and the connection is closed without data.
    const hear = [
      "import socket",
      `s = socket.create_connection(("127.0.0.1", ${port}))`,
      "try: print(s.recv(10))",
      "except ConnectionError: print(b'')",
    ].join("\n");
    const eve = as(EVE, ["/usr/bin/python3", "-c", hear]);
    assert.equal(await exec(eve), "b''\n");
  }
  tunnel.kill("SIGINT");
  assert.equal((await tunnel.status).code, 0);
  await waitFor("no ssh is left", async () => (await sshs()).length === 0);
  await assert.rejects(Deno.connect({ hostname: "127.0.0.1", port }));
  await tunnel.stdout.cancel();
  await tunnel.stderr.cancel();
});

Deno.test("--tunnel --json prints its progress, and leaves no ssh when it is killed", async () => {
  const port = freePort();
  const tunnel = begin("shop", "--port", String(port), "--json");
  const via = [bastion, second].map((one) => one.via.replace("ssh://", ""));
  assert.deepEqual(JSON.parse(await said(tunnel)), { host: "127.0.0.1", port, via });
  const held = await Deno.connect({ hostname: "127.0.0.1", port });
  await waitFor("its ssh", async () => (await sshs()).length > 0);
  tunnel.kill("SIGKILL");
  await tunnel.status;
  await waitFor("no ssh is left", async () => (await sshs()).length === 0);
  held.close();
  await tunnel.stdout.cancel();
  await tunnel.stderr.cancel();
});

const STOPPED: readonly (readonly [args: string[], stdout: string, stderr: RegExp])[] = [
  [["--json"], '{"ok":false,"error":"Stopped."}\n', /^$/],
  [[], "", /kedge: Stopped\.\n$/],
];
for (const [args, stdout, stderr] of STOPPED) {
  Deno.test(`${["--tunnel", ...args].join(" ")} says that it was stopped when its way does not stand yet`, async () => {
    const tunnel = begin("mute", ...args);
    const ended = tunnel.output();
    const ssh = await taken.accept();
    tunnel.kill("SIGINT");
    const { code, ...said } = await ended;
    const text = new TextDecoder();
    assert.deepEqual([code, text.decode(said.stdout)], [130, stdout]);
    assert.match(text.decode(said.stderr), stderr);
    ssh.close();
  });
}

const REFUSED: readonly (readonly [what: string, args: string[], status: number, words: RegExp])[] = [
  ["a server without a way", ["near"], 2, /reached without a way\n.*localhost:\d+/],
  ["a server that there is not", ["shopp"], 2, /Did you mean "shop"/],
  ["a way that does not come about", ["lost"], 1, /cannot reach localhost:1/],
  ["a way that says nothing", ["mute"], 124, /did not answer/],
  ["a way of a server whose name has slashes", ["eu/prod/orders"], 1, /cannot reach localhost:1/],
  ["a port that is none", ["shop", "--port", "65536"], 2, /from 1 to 65535/],
  ["a port that is taken", ["shop", "--port", String(taken.addr.port)], 1, /is taken\n.*another/],
];
for (const [what, args, status, words] of REFUSED) {
  Deno.test(`--tunnel tells of ${what}, with the next step`, async () => {
    const { code, stderr, stdout } = await begin(...args).output();
    const text = new TextDecoder().decode(stderr);
    assert.equal(code, status, text);
    assert.match(text, words);
    assert.equal(stdout.length, 0);
  });
}

Deno.test("--query ends with 124 when a way says nothing", async () => {
  const login = { KEDGE_DB_USER: "app", KEDGE_DB_PASSWORD: "none" };
  const { code, stderr } = await kedge(["--query", "mute", "select 1"], { env: { ...env, ...login } });
  assert.equal(code, 124, stderr);
  assert.match(stderr, /did not answer/);
});

Deno.test("everything of the stage ends", async () => {
  taken.close();
  await postgres.stop();
  await stage.stop();
  await removeFolder(home);
});
