import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { testCache } from "../support/cache.ts";
import { startFakeEcs, webService } from "../support/cloud/fake_ecs.ts";
import { startSessionManager } from "../support/cloud/session_manager.ts";
import { startPostgres } from "../support/servers/postgres.ts";
import { exec } from "../support/servers/server.ts";

/** The module that pins AWS's plugin and its dependencies. */
const MODULE = fileURLToPath(new URL("session_manager_plugin", import.meta.url));

/** Builds AWS's own Session Manager plugin, once per pinned version, and returns its path. */
async function plugin(): Promise<string> {
  const pin = createHash("sha256").update(await Deno.readFile(join(MODULE, "go.sum"))).digest("hex").slice(
    0,
    12,
  );
  const program = testCache(`session-manager-plugin-${pin}`);
  if (await Deno.stat(program).catch(() => null)) return program;
  await Deno.mkdir(testCache(), { recursive: true });
  const main = "github.com/aws/session-manager-plugin/src/sessionmanagerplugin-main";
  await exec(["go", "build", "-C", MODULE, "-mod=readonly", "-o", `${program}.new`, main]);
  await Deno.rename(`${program}.new`, program);
  return program;
}

Deno.test("AWS's own plugin works with the simulated sessions", async () => {
  const [program, postgres] = await Promise.all([plugin(), startPostgres()]);
  const manager = await startSessionManager({ resolve: (_, port) => ({ host: "127.0.0.1", port }) });
  const temporary = await Deno.makeTempDir({ prefix: "kedge-plugin-" });
  const keys = { AWS_ACCESS_KEY_ID: "AKIDWAYS", AWS_SECRET_ACCESS_KEY: "secret", AWS_REGION: "eu-central-1" };
  const started = await fetch(manager.url, {
    method: "POST",
    headers: {
      "x-amz-target": "AmazonSSM.StartSession",
      authorization: "AWS4-HMAC-SHA256 Credential=AKIDWAYS/20260101/eu-central-1/ssm/aws4_request, unchecked",
    },
    body: JSON.stringify({
      Target: "i-0123456789abcdef0",
      DocumentName: "AWS-StartPortForwardingSessionToRemoteHost",
      Parameters: { host: ["db.internal"], portNumber: [String(postgres.port)] },
    }),
  });
  const child = new Deno.Command(program, {
    args: [
      ...["AWS_SSM_START_SESSION_RESPONSE", "eu-central-1", "StartSession", ""],
      ...[JSON.stringify({ Target: "i-0123456789abcdef0" }), manager.url],
    ],
    env: {
      ...keys,
      AWS_SSM_START_SESSION_RESPONSE: await started.text(),
      AWS_EC2_METADATA_DISABLED: "true",
      HOME: temporary,
      TMPDIR: temporary,
      PATH: Deno.env.get("PATH")!,
    },
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  try {
    let said = "";
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    while (!/Port (\d+) opened/.test(said)) {
      const { value, done } = await reader.read();
      if (done) assert.fail(`the plugin ended: ${said} ${manager.faults.join()}`);
      said += value;
    }
    const port = /Port (\d+) opened/.exec(said)![1]!;
    void (async () => {
      while (!(await reader.read()).done);
    })();
    const ask = (sql: string) =>
      exec([
        ...["env", `PGPASSWORD=${postgres.password}`, "psql", `host=127.0.0.1 port=${port} dbname=postgres`],
        ...["-U", postgres.user, "-XqAtc", sql],
      ]);
    assert.equal(await ask("select 41 + 1"), "42\n");
    const rows = await ask("select repeat('x', 1000) from generate_series(1, 500)");
    assert.equal(rows.length, 500 * 1001);
    // The plugin resumes a session whose connection was cut, with ResumeSession.
    manager.sessions[0]!.channel!.cut();
    assert.equal(await ask("select 41 + 2"), "43\n");
    assert.equal(manager.resumed, 1);
    assert.deepEqual(manager.faults, []);
  } finally {
    child.kill("SIGKILL");
    await child.status;
    await manager.stop();
    await postgres.stop();
    await Deno.remove(temporary, { recursive: true });
  }
});

Deno.test("AWS's own plugin works with the simulated shell in a container", async () => {
  const ecs = startFakeEcs();
  const [program, manager] = await Promise.all([plugin(), startSessionManager({ next: ecs.url })]);
  const temporary = await Deno.makeTempDir({ prefix: "kedge-plugin-" });
  try {
    ecs.services.push(webService());
    const asked = await fetch(manager.url, {
      method: "POST",
      headers: {
        "x-amz-target": "AmazonEC2ContainerServiceV20141113.ExecuteCommand",
        authorization:
          "AWS4-HMAC-SHA256 Credential=AKIDWAYS/20260101/eu-central-1/ecs/aws4_request, unchecked",
      },
      body: JSON.stringify({
        cluster: "shop",
        task: "web0001",
        container: "web",
        command: "/bin/sh",
        interactive: true,
      }),
    });
    const { session } = await asked.json() as { session: Record<string, string> };
    const started = {
      SessionId: session.sessionId,
      StreamUrl: session.streamUrl,
      TokenValue: session.tokenValue,
    };
    // The plugin reads the size of its terminal, so it needs one.
    const child = new Deno.Command("/usr/bin/script", {
      args: [
        ...[
          "-qfec",
          '"$PLUGIN" "$STARTED" eu-central-1 StartSession "" "{\\"Target\\":\\"ecs\\"}" "$ENDPOINT"',
        ],
        "/dev/null",
      ],
      env: {
        PLUGIN: program,
        STARTED: JSON.stringify(started),
        ENDPOINT: manager.url,
        AWS_ACCESS_KEY_ID: "AKIDWAYS",
        AWS_SECRET_ACCESS_KEY: "secret",
        AWS_REGION: "eu-central-1",
        AWS_EC2_METADATA_DISABLED: "true",
        HOME: temporary,
        PATH: Deno.env.get("PATH")!,
      },
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const writer = child.stdin.getWriter();
    let said = "", typed = false;
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      said += text;
      if (typed || !said.includes("in the container>")) continue;
      typed = true;
      await writer.write(new TextEncoder().encode("echo $((41 + 1))\rexit\r"));
    }
    await child.status;
    await writer.close().catch(() => {});
    assert.match(said, /^42\r/m);
    assert.deepEqual(manager.faults, []);
  } finally {
    await manager.stop();
    await ecs.stop();
    await Deno.remove(temporary, { recursive: true });
  }
});
