import type { GrantQuestion } from "../../../src/core/state/agents.ts";
import type { Scene } from "./scenes.ts";
import { fullState } from "./state.ts";

const ACCOUNT = { kind: "account", account: "123456789012", role: "ReadOnly" } as const;
const SERVER = { kind: "server", name: "Orders", at: "postgres orders.db.internal:5432/orders" } as const;
const question: GrantQuestion = {
  id: "q",
  who: {
    program: "/usr/bin/node",
    script: "/home/anna/.local/lib/claude/cli.js",
    digest: "0".repeat(64),
    folder: "/home/anna/work/shop",
    parents: ["/usr/bin/zsh", "/usr/bin/ghostty"],
  },
  claim: { name: "claude-code", version: "2.1.330" },
  thing: SERVER,
  doing: "read with SQL",
  env: "stg",
  production: false,
  lengths: ["once", "hour", "always"],
};

function scene(name: string, parts: Partial<GrantQuestion>): Scene {
  const questions = [{ ...question, ...parts }];
  const state = fullState();
  return {
    name: `grant${name}`,
    page: "grant",
    params: { question: "q" },
    state: { ...state, agents: { ...state.agents, questions } },
    width: 420,
    height: 430,
  };
}

/** Scenes of the question that asks for a grant to an agent. */
export const grantScenes: readonly Scene[] = [
  scene("", {}),
  scene("-production", {
    env: "prd",
    production: true,
    doing: "look at services and their output",
    thing: ACCOUNT,
  }),
  {
    ...scene("-lasting", {
      env: "prd",
      production: true,
      doing: "see the names of secrets",
      thing: ACCOUNT,
    }),
    act: (tab) => tab.click("[type=radio][value=always]"),
  },
  scene("-credentials", {
    env: "prd",
    production: true,
    doing: "read the value of a secret",
    thing: { ...ACCOUNT, raw: true },
  }),
  scene("-hidden", {
    thing: { ...SERVER, hides: ["*.password*", "customers.email", "customers.phone"] },
    revealed: ["customers.birthday"],
  }),
  scene("-untold", {
    who: { program: null, digest: "", folder: "", parents: [] },
    lengths: ["once"],
    claim: { name: "Your system administrator \u202e", version: "1" },
  }),
];
