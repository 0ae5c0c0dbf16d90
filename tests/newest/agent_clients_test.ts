/**
 * Real agents read the configuration that `--mcp --setup` writes and start the server with it, as
 * far as possible without a login.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { kedgePaths } from "../../src/core/paths.ts";
import { openGate } from "../integration/gate/client.ts";
import { testCache } from "../support/cache.ts";
import { cli } from "../support/program/actions.ts";
import { plainEnvironment } from "../support/program/kedge.ts";
import { exec } from "../support/servers/server.ts";
import { startQueryApp } from "../support/sql/query_app.ts";

/** Packages of npm, some 900 MB. */
const PACKAGES = [
  "@anthropic-ai/claude-code@2.1.197",
  "@openai/codex@0.171.0",
  "@google/gemini-cli@0.61.0",
  "@modelcontextprotocol/inspector@0.15.0",
];

/** Installs the packages once per set of versions, and returns the folder of their programs. */
async function programs(): Promise<string> {
  const folder = testCache(`agent-clients-${PACKAGES.map((name) => name.split("@").at(-1)).join("-")}`);
  if (!await Deno.stat(folder).catch(() => null)) {
    await Deno.mkdir(`${folder}.new`, { recursive: true });
    await exec(["npm", "install", "--prefix", `${folder}.new`, "--no-audit", "--no-fund", ...PACKAGES]);
    await Deno.rename(`${folder}.new`, folder);
  }
  return join(folder, "node_modules", ".bin");
}

const INSPECT = ["--cli", "--config", "FILE", "--server", "kedge", "--method"];

/** Commands of each program, and a pattern for the output. */
const ASKED: readonly (readonly [program: string, words: readonly string[], says: RegExp])[] = [
  ["claude", ["mcp", "list"], /^kedge: .*--mcp.*Connected/m],
  ["claude", ["mcp", "get", "kedge"], /Scope: User[^]*Connected[^]*Type: stdio[^]*--mcp/],
  ["codex", ["mcp", "list"], /^kedge .*--mcp.*enabled/m],
  ["gemini", ["mcp", "list"], /kedge: .*--mcp \(stdio\) - Connected/],
  ["mcp-inspector", [...INSPECT, "tools/list"], /"propose_write"/],
  ["mcp-inspector", [...INSPECT, "tools/call", "--tool-name", "find"], /lets no agents in/],
];

Deno.test("agents' own programs start the gate by the entry that --mcp --setup writes", async (t) => {
  const [bin, user] = [await programs(), await Deno.makeTempDir({ prefix: "kedge-clients-" })];
  const stage = await startQueryApp([]);
  const paths = kedgePaths(stage.home);
  const { app } = stage;
  const place = await openGate(stage);
  /** Names that the clients gave for themselves. */
  const came = new Set<string>();
  const end = app.store.subscribe(() => {
    for (const { claim } of app.store.get().agents.callers) if (claim) came.add(claim.name);
  });
  const env = await plainEnvironment({ HOME: user, KEDGE_HOME: stage.home });
  try {
    for (const client of ["claude", "codex", "gemini"]) {
      const { code, stderr } = await cli(paths, ["--mcp", "--setup", client, "--yes"], { env });
      assert.equal(code, 0, stderr);
    }
    // Gemini starts no servers in a folder that the user has not trusted.
    await Deno.writeTextFile(
      join(user, ".gemini", "trustedFolders.json"),
      JSON.stringify({ [user]: "TRUST_FOLDER" }),
    );
    const { KEDGE_HOME: _, ...bare } = env;
    for (const [program, words, says] of ASKED) {
      await t.step(`${program} ${words.join(" ")}`, async () => {
        const { stdout, stderr } = await new Deno.Command(join(bin, program), {
          args: words.map((word) => word === "FILE" ? join(user, ".claude.json") : word),
          cwd: user,
          env: bare,
          clearEnv: true,
          stdin: "null",
          signal: AbortSignal.timeout(60_000),
        }).output();
        const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
        // deno-lint-ignore no-control-regex
        assert.match(said.replace(/\x1b\[[0-9;]*m/g, ""), says);
      });
    }
    // The running Kedge has answered; no other one was started.
    assert.deepEqual(
      [...came].filter((name) => name.includes("inspector")).length > 0,
      true,
      [...came].join(),
    );
  } finally {
    end();
    await place.close();
    await stage.close();
    await Deno.remove(user, { recursive: true });
  }
});
