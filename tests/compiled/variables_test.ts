import assert from "node:assert/strict";
import { join } from "node:path";
import { start } from "../desktop/harness/process.ts";
import { waitFor } from "../desktop/harness/wait.ts";
import { makeHome } from "../support/program/actions.ts";
import { plainEnvironment } from "../support/program/kedge.ts";
import { COMPILED, program } from "../support/program/program.ts";
import { freePort } from "../support/servers/ports.ts";

/** Returns the addresses at which a process listens, as `address:port`. */
async function listening(pid: number): Promise<string[]> {
  const { stdout } = await new Deno.Command("ss", { args: ["-H", "-l", "-t", "-n", "-p"] }).output();
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line.includes(`pid=${pid},`))
    .map((line) => line.trim().split(/\s+/)[3]!);
}

Deno.test("the compiled program listens at 127.0.0.1 alone, whatever variables of the runtime say", async (t) => {
  assert.equal(typeof COMPILED, "string", "KEDGE_PROGRAM names the compiled program");
  const paths = await makeHome();
  const planted = join(paths.home, "planted.js"), marker = join(paths.home, "loaded");
  await Deno.writeTextFile(planted, `Deno.writeTextFileSync(${JSON.stringify(marker)}, "");`);
  const port = freePort();
  const variables: Readonly<Record<string, string>> = {
    DENO_SERVE_ADDRESS: `tcp:0.0.0.0:${port}`,
    DENO_TRUST_PROXY_HEADERS: "1",
    DENO_INTERNAL_CHILD_ENTRYPOINT: planted,
    DENO_V8_FLAGS: "--expose-gc",
    DENO_TRACE_PERMISSIONS: "1",
    DENO_LOG: "trace",
    DENO_NODE_USE_OPENSSL_CA: "1",
    NODE_OPTIONS: `--require=${planted} --inspect=0.0.0.0:${port}`,
    NODE_CLUSTER_SCHED_POLICY: "rr",
    NODE_UNIQUE_ID: "1",
    NODE_DEBUG: "*",
    NODE_V8_COVERAGE: join(paths.home, "coverage"),
    NODE_TLS_REJECT_UNAUTHORIZED: "0",
    OTEL_DENO: "true",
  };
  const env = await plainEnvironment({ KEDGE_HOME: paths.home });
  try {
    for (
      const more of [...Object.entries(variables).map(([name, value]) => ({ [name]: value })), variables]
    ) {
      const names = Object.keys(more);
      await t.step(names.length > 1 ? "all of them" : names[0]!, async () => {
        const running = start(program("--browser"), { ...env, ...more });
        try {
          const [, own] = await waitFor(
            "the address",
            () => /http:\/\/127\.0\.0\.1:(\d+)\//.exec(running.output()),
            60_000,
          );
          assert.deepEqual(await listening(running.pid), [`127.0.0.1:${own}`]);
          assert.equal(await Deno.stat(marker).catch(() => null), null, "a planted module ran");
          assert.equal(await Deno.stat(join(paths.home, "coverage")).catch(() => null), null);
        } finally {
          await running.kill();
        }
      });
    }
  } finally {
    await paths.remove();
  }
});

Deno.test("the compiled program does not start, and says why, when NODE_CHANNEL_FD names what it was not given", async () => {
  const paths = await makeHome();
  try {
    const env = await plainEnvironment({ KEDGE_HOME: paths.home, NODE_CHANNEL_FD: "77" });
    const running = start(program("--browser"), env);
    assert.equal((await running.ended).code, 1);
    assert.match(running.output(), /NODE_CHANNEL_FD/);
  } finally {
    await paths.remove();
  }
});
