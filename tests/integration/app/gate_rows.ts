import type { AgentIdentity } from "../../../src/core/state/agents.ts";
import { row } from "./row.ts";
import { SERVER, type WholeProgram } from "./stage.ts";

const WHO: AgentIdentity = {
  program: "/usr/bin/agent",
  digest: "a".repeat(64),
  folder: "/work",
  parents: [],
};

/** Calls a tool as an agent, without waiting for the answer. */
function call({ app }: WholeProgram, tool: string, input: object): Promise<unknown> {
  const gone = new AbortController().signal;
  return app.gate.enter(WHO, gone)!.call(tool, input, gone);
}

async function proposed(program: WholeProgram, sql: string): Promise<{ proposal: string }> {
  await call(program, "propose_write", { server: SERVER, sql, reason: "to try it" });
  return { proposal: program.state().agents.proposals[0]!.id };
}

/** The change of a client's file that was shown before it is written. */
let plan: { readonly change: string; readonly before: string; readonly after: string };

/** Commands for agents, beginning with the one that allows them. */
export const GATE_ROWS = [
  row("switchGate", "lets agents in", { on: true }, ({ state }) => state().gate.on),
  row(
    "answerGrant",
    "lets an agent at a server",
    async (program) => {
      void call(program, "read", { server: SERVER, sql: "select 1" });
      await program.until("the question", () => program.state().agents.questions.length === 1);
      return { question: program.state().agents.questions[0]!.id, answer: "always" as const };
    },
    ({ state }) => state().gate.grants.length === 1 && !state().windows.some(({ page }) => page === "grant"),
  ),
  row(
    "withdrawGrant",
    "takes that back",
    ({ state }) => ({ grant: state().gate.grants[0]!.id }),
    ({ state }) => state().gate.grants.length === 0,
  ),
  row(
    "openProposal",
    "opens a proposed write in a tab that may write, and runs nothing",
    (program) => proposed(program, "create table of_an_agent (n int)"),
    ({ state }) => {
      const { status, tab } = state().agents.proposals[0]!;
      const opened = state().queryWindows.flatMap(({ tabs }) => tabs).find(({ id }) => id === tab);
      return status === "opened" && opened?.writing === true && opened.results.length === 0;
    },
  ),
  row(
    "dismissProposal",
    "says no to one",
    (program) => proposed(program, "create table of_another (n int)"),
    ({ state }) => state().agents.proposals[0]?.status === "dismissed",
  ),
  row(
    "findAgentClients",
    "tells of the clients that agents have",
    ({ home }) => {
      Deno.env.set("CLAUDE_CONFIG_DIR", home);
      return {};
    },
    (_, result) => result.ok && (result.value as unknown[]).length === 5,
  ),
  row(
    "planAgentClient",
    "shows what would be written",
    { client: "claude", how: "add" },
    (_, result) => result.ok && (plan = result.value as typeof plan).change === "add",
  ),
  row(
    "setUpAgentClient",
    "writes it",
    () => ({ client: "claude" as const, how: "add" as const, before: plan.before, after: plan.after }),
    async ({ home }) => (await Deno.readTextFile(`${home}/.claude.json`)).includes('"--mcp"'),
  ),
  row(
    "undoAgentClient",
    "takes it back",
    { client: "claude" },
    async ({ home }) => !(await Deno.readTextFile(`${home}/.claude.json`)).includes('"--mcp"'),
  ),
  row("stopAgents", "stops them all", {}, ({ state }) => state().gate.stopped),
  row("allowAgents", "lets them on again", {}, ({ state }) => !state().gate.stopped),
];
