/** How "Stop all agents" ends `--exec` of an agent that has a grant for the account. */
import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { untilAborted } from "../../../src/cli/signals.ts";
import { scopeKey } from "../../../src/core/gate/scopes.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { becomeFirst } from "../../../src/tray/instance/mod.ts";
import { plainEnvironment } from "../../support/program/kedge.ts";
import { program } from "../../support/program/program.ts";
import { has, testOn } from "../../support/systems.ts";
import { asUser } from "../accounts/stage.ts";

const ALLOWED = { kind: "account", account: "222222222222", role: "Admin" } as const;

/**
 * Runs a program with `--exec` as an agent with a grant. The user stops all agents once the program
 * prints "ready".
 */
async function stopped(source: string): Promise<{ code: number; stdout: string; stderr: string }> {
  let result: { code: number; stdout: string; stderr: string } | undefined;
  await asUser({}, async (user) => {
    await user.signIn();
    const stop = Promise.withResolvers<void>();
    const place = await becomeFirst(kedgePaths(user.env.KEDGE_HOME!), () => {}, undefined, {
      "side-door": () => Promise.resolve({ allowed: true, granted: scopeKey(ALLOWED) }),
    }, {
      granted: async (_, channel) => {
        void stop.promise.then(() => channel.send({ say: "stop" }));
        await untilAborted(channel.signal);
      },
    });
    ok(place.first);
    try {
      const file = join(user.home, "program.ts");
      await Deno.writeTextFile(file, source);
      const [command, ...args] = program(
        ...["--exec", "222222222222/Admin", "--", Deno.execPath(), "run", "-A", "-q", "--no-check", file],
      );
      const child = new Deno.Command(command, {
        args,
        env: await plainEnvironment({ ...user.env, CLAUDECODE: "1" }),
        clearEnv: true,
        stdin: "null",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      const stderr = new Response(child.stderr).text();
      let stdout = "";
      // Standard output stays open until the program has ended.
      for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
        stdout += text;
        if (/ready\n/.test(stdout)) stop.resolve();
      }
      result = { code: (await child.status).code, stdout, stderr: await stderr };
    } finally {
      await place.close();
    }
  });
  return result!;
}

Deno.test("--exec of an agent ends its program when the user stops all agents", async () => {
  const { code, stderr } = await stopped('console.log("ready"); setInterval(() => {}, 1000);');
  equal(code, has("signals") ? 143 : 1, stderr);
});

/** A program that requests credentials before and after SIGTERM, which does not end it. */
const STAYS = `
const { AWS_CONTAINER_CREDENTIALS_FULL_URI: address, AWS_CONTAINER_AUTHORIZATION_TOKEN: authorization } =
  Deno.env.toObject();
async function ask() {
  const response = await fetch(address, { headers: { authorization } });
  const { AccessKeyId, message } = await response.json();
  return { status: response.status, key: AccessKeyId !== undefined, message };
}
const before = await ask();
Deno.addSignalListener("SIGTERM", async () => {
  console.log(JSON.stringify([before, await ask()]));
  Deno.exit(3);
});
console.log("ready");
setInterval(() => {}, 1000);
`;

testOn(
  ["signals"],
  "--exec of an agent gives no more credentials to a program that goes on when the user stops all agents",
  async () => {
    const { code, stdout, stderr } = await stopped(STAYS);
    equal(code, 3, stderr);
    deepEqual(JSON.parse(stdout.split("\n")[1]!), [
      { status: 200, key: true },
      { status: 500, key: false, message: "The user has stopped all agents." },
    ]);
  },
);
