import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { plainEnvironment } from "../../support/program/kedge.ts";
import { allProcesses } from "../../support/program/processes.ts";
import { program } from "../../support/program/program.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { startQueryWindow } from "../../support/sql/query_app.ts";
import { testOn } from "../../support/systems.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { openGate } from "./client.ts";

const MAIN = fileURLToPath(new URL("../../../main.ts", import.meta.url));

interface Ended {
  readonly code: number;
  readonly lines: readonly { readonly [key: string]: unknown }[];
  readonly errors: string;
}

/**
 * Sends input to `kedge --mcp`, closes it after `wanted` lines of output, and returns the output.
 */
async function said(home: string, input: string, wanted: number): Promise<Ended> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", "--no-check", MAIN, "--mcp"],
    env: { KEDGE_HOME: home },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const errors = new Response(child.stderr).text();
  const writer = child.stdin.getWriter();
  // Kedge may close the connection when it refuses the input.
  await writer.write(new TextEncoder().encode(input)).catch(() => {});
  const lines: Ended["lines"][number][] = [];
  let rest = "";
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  while (lines.length < wanted) {
    const { value, done } = await reader.read();
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) lines.push(JSON.parse(part));
  }
  await writer.close().catch(() => {});
  const { code } = await child.status;
  await reader.cancel().catch(() => {});
  return { code, lines, errors: await errors };
}

const line = (message: object) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
const initialize = (protocolVersion: string) =>
  line({
    id: 1,
    method: "initialize",
    params: { protocolVersion, capabilities: {}, clientInfo: { name: "raw", version: "1" } },
  });
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const discover = line({ id: 1, method: "server/discover", params: { _meta: META } });

const CASES: readonly (readonly [
  what: string,
  input: string,
  wanted: number,
  check: (ended: Ended) => void,
])[] = [
  ...["2025-06-18", "2025-11-25"].map((version) =>
    [`initialize of ${version}`, initialize(version), 1, ({ lines }: Ended) => {
      assert.equal((lines[0]!.result as { protocolVersion: string }).protocolVersion, version);
    }] as const
  ),
  ["server/discover of 2026-07-28", discover, 1, ({ lines }) => {
    assert.match(JSON.stringify(lines[0]!.result), /2026-07-28/);
  }],
  [
    "a line that is no message before one that is",
    `{"half": \n${initialize("2025-11-25")}`,
    1,
    ({ lines }) => {
      assert.ok(lines.some(({ result }) => result !== undefined), JSON.stringify(lines));
    },
  ],
  ["half a message and nothing more", initialize("2025-11-25").slice(0, 40), 0, ({ lines, errors }) => {
    assert.deepEqual([lines, errors], [[], ""]);
  }],
  ["a flood of messages", line({ id: 1, method: "ping" }).repeat(20_000), Infinity, ({ errors }) => {
    assert.match(errors, /more than 500 messages within a second/);
  }],
  ["a message without an end", `{"x":"${"y".repeat(3_000_000)}`, Infinity, ({ lines }) => {
    assert.deepEqual(lines, []);
  }],
];

Deno.test("kedge --mcp takes every revision, and ends with a client that goes, floods or sends invalid messages", async (t) => {
  const stage = await startQueryWindow([]);
  const place = await openGate(stage);
  try {
    for (const [what, input, wanted, check] of CASES) {
      await t.step(what, async () => {
        const ended = await said(stage.home, input, wanted);
        assert.equal(ended.code, 0);
        check(ended);
      });
    }
    await waitFor("the callers to be gone", () => stage.app.store.get().agents.callers.length === 0);
  } finally {
    await place.close();
    await stage.close();
  }
});

/**
 * Ends the Kedge whose working folder is `folder`; it outlives the `kedge --mcp` that started it.
 */
async function endIn(folder: string): Promise<void> {
  const worksIn = (pid: number) => Deno.readLink(`/proc/${pid}/cwd`).catch(() => null);
  await waitFor(`the program in ${folder} to end`, async () => {
    const pids = [...(await allProcesses()).keys()];
    const folders = await Promise.all(pids.map(worksIn));
    const found = pids.filter((_, at) => folders[at] === folder);
    for (const pid of found) Deno.kill(pid, "SIGTERM");
    return found.length === 0;
  });
}

testOn(["proc"], "kedge --mcp starts Kedge in its own home when KEDGE_HOME is relative", async () => {
  const folder = await Deno.makeTempDir({ prefix: "kedge-mcp-" }), user = join(folder, "user");
  await Deno.mkdir(user);
  const [command, ...args] = program("--mcp");
  const env = await plainEnvironment({ HOME: user, KEDGE_HOME: "own" });
  const server = new Deno.Command(command, { args, cwd: folder, env, clearEnv: true, stdin: "piped" })
    .spawn();
  try {
    const homes = [join(folder, "own"), join(user, "own")];
    const locked = () => homes.filter((home) => existsSync(join(home, "instance.lock")));
    await waitFor("a Kedge to run", () => locked().length > 0);
    assert.deepEqual(locked(), homes.slice(0, 1));
  } finally {
    await server.stdin.close();
    await server.status;
    await endIn(user);
    await removeFolder(folder);
  }
});
