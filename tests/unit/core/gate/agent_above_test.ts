/** Tests that an agent above a process is recognised, by its program or its variables. */
import { deepEqual, equal } from "node:assert/strict";
import { agentAbove, agentAmong } from "../../../../src/core/gate/agent_above.ts";
import { agentOfEnvironment, agentOfProgram } from "../../../../src/core/gate/agents.ts";
import { above, type LookedProcess } from "../../../../src/core/platform/ancestors/mod.ts";
import { argumentsIn } from "../../../../src/core/platform/ancestors/darwin.ts";
import { testOn } from "../../../support/systems.ts";

const MARKS: readonly (readonly [variable: string, agent: string | null])[] = [
  ["CLAUDECODE=1", "Claude Code"],
  ["CLAUDE_CODE_ENTRYPOINT=cli", "Claude Code"],
  ["CODEX_SANDBOX=seatbelt", "Codex"],
  ["CODEX_THREAD_ID=0198", "Codex"],
  ["CURSOR_AGENT=1", "Cursor"],
  ["CLINE_ACTIVE=true", "Cline"],
  ["GEMINI_CLI=1", "Gemini CLI"],
  ["COPILOT_CLI=1", "GitHub Copilot"],
  ["OPENCODE=1", "OpenCode"],
  ["AI_AGENT=something", "an agent"],
  // People set these variables themselves; the last one is in every terminal of the editor.
  ["CODEX_HOME=/home/ada/.codex", null],
  ["CODEX_API_KEY=x", null],
  ["CLAUDE_CODE_USE_BEDROCK=1", null],
  ["GEMINI_CLI_HOME=/x", null],
  ["CLAUDECODE=", null],
  ["CURSOR_TRACE_ID=x", null],
  ["X=CLAUDECODE=1", null],
];
for (const [variable, agent] of MARKS) {
  Deno.test(`agentOfEnvironment() is ${agent} of ${variable}`, () => {
    equal(agentOfEnvironment(["PATH=/bin", variable]), agent);
  });
}

const PROGRAMS: readonly (readonly [program: string, words: readonly string[], agent: string | null])[] = [
  ["/home/ada/.local/share/claude/versions/2.1.330", ["claude"], "Claude Code"],
  ["/usr/bin/node", ["node", "/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js"], "Claude Code"],
  ["C:\\Users\\ada\\.local\\bin\\claude.exe", [], "Claude Code"],
  ["/opt/codex-x86_64-unknown-linux-musl", ["codex"], "Codex"],
  ["/usr/bin/node", ["node", "--no-warnings", "/usr/bin/gemini"], "Gemini CLI"],
  ["/usr/bin/node", ["node", "/x/node_modules/@google/gemini-cli/dist/index.js"], "Gemini CLI"],
  ["/home/ada/.local/share/cursor-agent/versions/1/node", ["node", "index.js"], "Cursor"],
  ["/usr/bin/python3.13", ["python3", "/usr/bin/aider"], "Aider"],
  ["/usr/bin/node-22", ["node", "/usr/bin/gemini"], "Gemini CLI"],
  ["C:\\Python313\\pythonw.exe", ["pythonw", "C:\\bin\\aider"], "Aider"],
  // An editor also has the user's terminals; a file that is only named like an agent is data.
  ["/usr/share/cursor/cursor", ["cursor"], null],
  ["/usr/bin/vim", ["vim", "/x/claude"], null],
  ["/usr/bin/node", ["node", "/srv/claudette.js"], null],
  ["/usr/bin/bash", ["bash"], null],
  ["", [], null],
];
for (const [program, words, agent] of PROGRAMS) {
  Deno.test(`agentOfProgram() is ${agent} of ${program} ${words.slice(1).join(" ")}`, () => {
    equal(agentOfProgram(program, words), agent);
  });
}

const process = (pid: number, more: Partial<LookedProcess> = {}): LookedProcess => ({
  pid,
  parent: pid + 1,
  program: "/usr/bin/bash",
  words: ["bash"],
  environment: [],
  folder: "/work",
  ...more,
});
const marked = { environment: ["CLAUDECODE=1"] };

const CHAINS: readonly (readonly [what: string, chain: readonly LookedProcess[], found: unknown])[] = [
  ["nothing", [process(2), process(3)], null],
  ["a mark in its own environment", [process(2, marked), process(3)], ["Claude Code", "environment", 2]],
  [
    "a mark that the process itself has emptied",
    [process(2), process(3, marked), process(4)],
    ["Claude Code", "environment", 3],
  ],
  [
    "the program above those with its mark",
    [process(2, marked), process(3, marked), process(4, { program: "/x/bin/claude" })],
    ["Claude Code", "program", 4],
  ],
  [
    "another program than the mark says",
    [process(2, marked), process(4, { program: "/x/bin/codex" })],
    ["Codex", "program", 4],
  ],
];
for (const [what, chain, found] of CHAINS) {
  Deno.test(`agentAmong() finds ${what}`, () => {
    const agent = agentAmong(chain);
    deepEqual(agent && [agent.name, agent.by, agent.pid], found);
  });
}

Deno.test("above() ends at the process that is named, where one has gone, and in a circle", () => {
  const look = (pid: number) => pid < 5 ? process(pid) : null;
  deepEqual(above(look, 2).map(({ pid }) => pid), [2, 3, 4]);
  deepEqual(above(look, 2, 4).map(({ pid }) => pid), [2, 3]);
  equal(above((pid) => process(pid, { parent: pid }), 2).length, 64);
});

Deno.test("argumentsIn() reads the words and the environment of what macOS gives", () => {
  const text = new TextEncoder().encode("/bin/sh\0\0\0\0sh\0-c\0A=1\0B=2\0\0");
  const bytes = new Uint8Array(4 + text.length);
  new DataView(bytes.buffer).setInt32(0, 2, true);
  bytes.set(text, 4);
  deepEqual(argumentsIn(bytes), { words: ["sh", "-c"], environment: ["A=1", "B=2"] });
  deepEqual(argumentsIn(new Uint8Array(0)), { words: [], environment: [] });
});

testOn(
  ["proc", "shell"],
  "agentAbove() finds the mark of a shell whose command has an empty environment",
  async () => {
    // The command prints its process ID and waits for the end of its input.
    const child = new Deno.Command("/bin/sh", {
      args: ["-c", "/usr/bin/env -i /bin/sh -c 'echo $$; read line'; true"],
      env: { PATH: "/bin", CLAUDECODE: "1" },
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    const reader = child.stdout.getReader();
    try {
      const pid = Number(new TextDecoder().decode((await reader.read()).value));
      const agent = await agentAbove(pid, Deno.pid);
      deepEqual([agent?.name, agent?.by, agent?.pid], ["Claude Code", "environment", child.pid]);
    } finally {
      await reader.cancel();
      await child.stdin.close();
      await child.status;
    }
  },
);
