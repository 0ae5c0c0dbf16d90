/**
 * Runs those scenarios of the protocol's own conformance suite that apply to `kedge --mcp`. The
 * suite uses HTTP, so a server passes each message on; the other scenarios need tools, prompts and
 * resources that Kedge does not have.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { openGate } from "../integration/gate/client.ts";
import { testCache } from "../support/cache.ts";
import { plainEnvironment } from "../support/program/kedge.ts";
import { program } from "../support/program/program.ts";
import { exec } from "../support/servers/server.ts";
import { startQueryWindow } from "../support/sql/query_app.ts";

const SUITE = "@modelcontextprotocol/conformance", VERSION = "0.1.16";
const SCENARIOS = ["server-initialize", "ping", "tools-list"];
const REVISIONS = ["2025-06-18", "2025-11-25"];

/** Installs the suite once, and returns its program. */
async function suite(): Promise<string> {
  const folder = testCache(`mcp-conformance-${VERSION}`);
  if (!await Deno.stat(folder).catch(() => null)) {
    await Deno.mkdir(`${folder}.new`, { recursive: true });
    await exec([
      "npm",
      "install",
      "--prefix",
      `${folder}.new`,
      "--no-audit",
      "--no-fund",
      `${SUITE}@${VERSION}`,
    ]);
    await Deno.rename(`${folder}.new`, folder);
  }
  return join(folder, "node_modules", SUITE, "dist", "index.js");
}

/** Starts `kedge --mcp`, to which messages are sent one at a time. */
function mcpServer(env: Record<string, string>) {
  const [command, ...args] = program("--mcp");
  const child = new Deno.Command(command, { args, env, clearEnv: true, stdin: "piped", stdout: "piped" })
    .spawn();
  const writer = child.stdin.getWriter();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  return {
    async ask(text: string, id: unknown): Promise<string | null> {
      await writer.write(new TextEncoder().encode(`${text}\n`));
      for (;;) {
        for (let end = rest.indexOf("\n"); end >= 0 && id !== undefined; end = rest.indexOf("\n")) {
          const line = rest.slice(0, end);
          rest = rest.slice(end + 1);
          if (JSON.parse(line).id === id) return line;
        }
        if (id === undefined) return null;
        const { value, done } = await reader.read();
        if (done) throw new Error("kedge --mcp ended");
        rest += value;
      }
    },
    async close() {
      await writer.close().catch(() => {});
      await child.status;
      await reader.cancel().catch(() => {});
    },
  };
}

Deno.test("the conformance suite of the Model Context Protocol finds nothing wrong with kedge --mcp", async (t) => {
  const [suiteProgram, stage] = [await suite(), await startQueryWindow([])];
  const place = await openGate(stage);
  const env = await plainEnvironment({ KEDGE_HOME: stage.home });
  const servers: ReturnType<typeof mcpServer>[] = [];
  const http = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const message = JSON.parse(await request.text());
    // Each client gets its own `kedge --mcp`.
    if (message.method === "initialize") servers.push(mcpServer(env));
    const answer = await servers.at(-1)!.ask(JSON.stringify(message), message.id);
    return answer === null
      ? new Response(null, { status: 202 })
      : new Response(answer, { headers: { "content-type": "application/json" } });
  });
  try {
    for (const revision of REVISIONS) {
      for (const scenario of SCENARIOS) {
        await t.step(`${scenario} of ${revision}`, async () => {
          const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
            args: [
              ...["run", "-A", "-q", "--node-modules-dir=manual", suiteProgram, "server"],
              ...["--url", `http://127.0.0.1:${http.addr.port}/mcp`],
              ...["--scenario", scenario, "--spec-version", revision],
            ],
            cwd: join(suiteProgram, "../../../.."),
            signal: AbortSignal.timeout(60_000),
          }).output();
          const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
          assert.ok(success, said);
          assert.match(said, /[1-9]\d*\/[1-9]\d* (checks )?passed|Passed: [1-9]/i, said);
          assert.doesNotMatch(said, /FAILURE|WARNING/, said);
        });
      }
    }
  } finally {
    for (const one of servers) await one.close();
    await http.shutdown();
    await place.close();
    await stage.close();
  }
});
