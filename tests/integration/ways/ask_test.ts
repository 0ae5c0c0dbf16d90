import assert from "node:assert/strict";
import { join } from "node:path";
import { fakeAssistant, givenTo } from "../../support/assistant/assistant.ts";
import { startSessionManager } from "../../support/cloud/session_manager.ts";
import { kedge } from "../../support/program/kedge.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { sshStage } from "../../support/servers/ssh.ts";

/** Answer of STS: the credentials belong to the role itself. */
const CALLER = "<GetCallerIdentityResponse><GetCallerIdentityResult>" +
  "<Arn>arn:aws:sts::123456789012:assumed-role/ReadOnly/me</Arn><UserId>A:me</UserId><Account>123456789012</Account>" +
  "</GetCallerIdentityResult></GetCallerIdentityResponse>";

Deno.test("--ask gives the assistant tables of a server behind a way, over SSH and through a session, and closes both", async (test) => {
  const [postgres, ssh] = await Promise.all([startPostgres(), sshStage()]);
  const home = await Deno.makeTempDir({ prefix: "kedge-ask-" });
  const sts = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    () => new Response(CALLER, { headers: { "content-type": "text/xml" } }),
  );
  const manager = await startSessionManager({
    next: `http://127.0.0.1:${sts.addr.port}`,
    resolve: (_host: string, port: number) => ({ host: "127.0.0.1", port }),
  });
  try {
    const bastion = await ssh.bastion();
    await postgres.sql("create table orders (id int primary key, total int)");
    const assistantBinPath = await fakeAssistant(home, "answers");
    const WAYS: readonly (readonly [what: string, host: string, via: string])[] = [
      ["over SSH", "localhost", bastion.via],
      ["through a session", "db.internal", "ssm://123456789012/ReadOnly/i-0123456789abcdef0"],
    ];
    for (const [what, host, via] of WAYS) {
      await test.step(what, async () => {
        const server = {
          name: "shop",
          engine: "postgres",
          host,
          port: postgres.port,
          database: "postgres",
          via,
        };
        await Deno.writeTextFile(
          join(home, "config.json"),
          JSON.stringify({ servers: [server], aiEnabled: true, assistantBinPath }),
        );
        const { code, stdout, stderr } = await kedge(["--ask", "shop", "How many orders?"], {
          env: {
            KEDGE_HOME: home,
            KEDGE_DB_USER: postgres.user,
            KEDGE_DB_PASSWORD: postgres.password,
            PATH: `${ssh.bin}:${Deno.env.get("PATH")}`,
            AWS_ACCESS_KEY_ID: "AKIDWAYS",
            AWS_SECRET_ACCESS_KEY: "secret-of-ways",
            AWS_REGION: "eu-central-1",
            AWS_ENDPOINT_URL: manager.url,
          },
        });
        assert.equal(code, 0, stderr);
        assert.match(stdout, /select count/);
        const { input } = await givenTo(home);
        assert.match(
          input,
          /\{"table":\["public","orders"\],"columns":\[\["id","integer"\],\["total","integer"\]\]/,
        );
        await Deno.remove(join(home, "given.json"));
        const left = await new Deno.Command("/usr/bin/pgrep", {
          args: ["-f", "--", `-W .*:${postgres.port}`],
        }).output();
        assert.equal(left.code, 1, new TextDecoder().decode(left.stdout));
      });
    }
    assert.deepEqual(manager.sessions.map(({ status }) => status), ["terminated"]);
    assert.deepEqual(manager.faults, []);
  } finally {
    await Promise.all([manager.stop(), sts.shutdown(), ssh.stop(), postgres.stop()]);
    await removeFolder(home);
  }
});
