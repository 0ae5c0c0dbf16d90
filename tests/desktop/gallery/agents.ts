import type { AgentIdentity } from "../../../src/core/state/agents.ts";
import type { AppState } from "../../../src/core/state/state.ts";
import type { Scene } from "./scenes.ts";
import { fullState } from "./state.ts";

const claude: AgentIdentity = {
  program: "/usr/bin/node",
  script: "/home/anna/.local/lib/claude/claude",
  digest: "0".repeat(64),
  folder: "/home/anna/work/shop",
  parents: ["/usr/bin/zsh", "/usr/bin/ghostty"],
};
const codex: AgentIdentity = {
  program: "/opt/codex/bin/codex",
  digest: "1".repeat(64),
  folder: "/home/anna/work/billing",
  parents: [],
};
type AgentsState = AppState["agents"];
type GateState = AppState["gate"];

const now = Date.now();
const orders = { kind: "server", name: "Orders", at: "postgres orders.db.internal:5432/orders" } as const;
const account = { kind: "account", account: "123456789012", role: "ReadOnly" } as const;

const agents: AgentsState = {
  questions: [],
  callers: [
    { id: "a", who: claude, since: now - 12 * 60_000, working: "read", calls: 48, rows: 3120 },
    { id: "b", who: codex, since: now - 2 * 60_000, working: "", calls: 3, rows: 0 },
  ],
  proposals: [{
    id: "p",
    who: claude,
    thing: orders,
    env: "stg",
    sql: "UPDATE orders SET status = 'refunded' WHERE id IN (4711, 4712)",
    reason: "Two refunds were paid out and the orders still say open.",
    at: now - 60_000,
    status: "waiting",
  }],
  activity: [
    {
      tool: "read",
      thing: orders,
      env: "stg",
      text:
        "SELECT status, count(*) FROM orders WHERE placed_at > now() - interval '7 days' AND country IN " +
        "('DE', 'FR', 'PL') AND note IS NULL GROUP BY 1 ORDER BY 2 DESC LIMIT 50",
      rows: 4,
    },
    { tool: "catalog", thing: orders, env: "stg", text: "orders" },
    {
      tool: "read",
      thing: orders,
      env: "stg",
      text: "SELECT pg_read_file('/etc/passwd') -- \u202egnp.x",
      outcome: "refused" as const,
      why: "The login can do more than read.",
    },
    { tool: "logs", thing: account, env: "prd", text: "web, the last 15 minutes", rows: 200 },
    { tool: "find", thing: null, env: null, text: "orders" },
  ].map((call, at) => ({
    outcome: "done" as const,
    id: `d${at}`,
    at: now - at * 70_000,
    who: claude,
    ms: 31,
    ...call,
  })),
};

const gate: GateState = {
  on: true,
  stopped: false,
  grants: [
    { id: "1", who: claude, thing: orders, length: "always", production: false, at: now },
    {
      id: "2",
      who: codex,
      thing: account,
      length: "hour",
      production: true,
      at: now,
      until: now + 31 * 60_000,
    },
  ],
};

function scene(name: string, gateNow: GateState, agentsNow: AgentsState): Scene {
  return {
    name: `agents${name}`,
    page: "agents",
    state: { ...fullState(), gate: gateNow, agents: agentsNow },
    width: 880,
    height: 600,
  };
}

const none: AgentsState = { questions: [], callers: [], proposals: [], activity: [] };

/** Scenes of the page about agents. */
export const agentsScenes: readonly Scene[] = [
  scene("", gate, agents),
  scene("-stopped", { ...gate, stopped: true }, { ...agents, proposals: [] }),
  scene("-none", { on: true, stopped: false, grants: [] }, none),
  scene("-off", { on: false, stopped: false, grants: [] }, none),
];
