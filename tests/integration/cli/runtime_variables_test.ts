import assert from "node:assert/strict";
import { COMPILED } from "../../support/program/program.ts";
import { kedge } from "../../support/program/kedge.ts";
import { testOn } from "../../support/systems.ts";
import { asUser } from "../accounts/stage.ts";

/**
 * Exit status of a start with variables of the runtime. On Windows a process cannot replace itself,
 * so the start is refused.
 */
const STARTED = Deno.build.os === "windows" ? 3 : 0;

/** Variables that make the runtime send its own telemetry to this address. */
const TELEMETRY = (address: string) => ({
  OTEL_DENO: "true",
  OTEL_DENO_CONSOLE: "capture",
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
});

/** Starts a collector and returns what it received while `work` ran. */
async function collected(work: (address: string) => Promise<void>): Promise<string[]> {
  const came: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    came.push(await request.text());
    return Response.json({});
  });
  try {
    await work(`http://127.0.0.1:${server.addr.port}`);
  } finally {
    await server.shutdown();
  }
  return came;
}

Deno.test("the collector of this test gets what another program of this runtime prints", async () => {
  const came = await collected(async (address) => {
    await new Deno.Command(Deno.execPath(), {
      args: ["eval", "console.log('known-words')"],
      env: { ...TELEMETRY(address), NO_COLOR: "1" },
    }).output();
  });
  assert.match(came.join(""), /known-words/);
});

Deno.test("nothing that Kedge prints goes where OTEL_DENO would send it", async () => {
  const came = await collected(async (address) => {
    const { code, stdout } = await kedge(["--schema", "config"], { env: TELEMETRY(address) });
    assert.equal(code, STARTED);
    if (STARTED === 0) assert.match(stdout, /ssoStartUrl/);
  });
  // Only the message of the refusal is printed there.
  if (STARTED !== 0) assert.doesNotMatch(came.join(""), /ssoStartUrl/);
  else assert.deepEqual(came, []);
});

testOn(
  ["shell"],
  "--exec gives its command what the user has set for the runtime, and keeps the line's words",
  async () => {
    const set = {
      OTEL_DENO: "false",
      OTEL_SERVICE_NAME: "shop",
      NODE_OPTIONS: "--max-old-space-size=64",
      DENO_SERVE_ADDRESS: "tcp:0.0.0.0:18765",
    };
    await asUser({}, async (user) => {
      await user.signIn();
      const script = 'printf "%s|%s|%s|%s|%s|%s" "$OTEL_DENO" "$OTEL_SERVICE_NAME" "$NODE_OPTIONS" ' +
        '"$DENO_SERVE_ADDRESS" "$KEDGE_RUNTIME_VARIABLES" "$1"';
      const { code, stdout, stderr } = await user.kedge(
        ["--exec", "111111111111/Admin", "--", "sh", "-c", script, "sh", "a b\n'\"$é"],
        set,
      );
      assert.equal(code, 0, stderr);
      assert.equal(stdout, [...Object.values(set), "", "a b\n'\"$é"].join("|"));
    });
  },
);

Deno.test("a KEDGE_RUNTIME_VARIABLES that Kedge has not written is ignored", async () => {
  const { code, stderr } = await kedge(["--version"], {
    env: { KEDGE_RUNTIME_VARIABLES: "{not json", OTEL_DENO: COMPILED ? "true" : "false" },
  });
  assert.equal(code, STARTED, stderr);
});
