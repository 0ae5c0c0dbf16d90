import assert from "node:assert/strict";
import { createGate } from "../../../../../src/core/app/features/gate/gate.ts";
import type { GateParts } from "../../../../../src/core/app/features/gate/parts.ts";
import type { AuditEvent } from "../../../../../src/core/gate/log/entry.ts";
import type { AgentIdentity } from "../../../../../src/core/state/agents.ts";
import { createStore } from "../../../../../src/core/state/store.ts";
import { memoryKeychain } from "../../../../support/memory_keychain.ts";
import { emptyState } from "../../../../support/pages/state.ts";

const who: AgentIdentity = {
  program: "/usr/bin/codex",
  digest: "a".repeat(64),
  folder: "/work",
  parents: [],
};

/** Returns a gate that is switched on, and the lines that it logs. */
function gate() {
  const store = createStore(emptyState(), (error) => assert.fail(String(error)));
  const logged: AuditEvent[] = [];
  const parts = {
    store: store.writing("gate", "agents"),
    windows: { open: () => "w", closeWhere: () => {} },
    keychain: memoryKeychain(),
    now: () => 0,
    onError: assert.fail,
    agentLog: (event: AuditEvent) => void logged.push(event),
  } as unknown as GateParts;
  const made = createGate(parts);
  made.switchOn(true);
  return { store, logged, made };
}

/** Programs of agents, and the name that the log gives each. */
const NAMED: readonly (readonly [what: string, who: AgentIdentity, name: string])[] = [
  ["a program", who, "codex"],
  ["a script", { ...who, program: "/usr/bin/node", script: "/opt/agent/cli.js" }, "cli.js"],
  ["nothing that the system tells", { program: null, digest: "", folder: "", parents: [] }, ""],
];
for (const [what, caller, name] of NAMED) {
  Deno.test(`call() logs the name of ${what} when the client claims another`, async () => {
    const { made, logged } = gate();
    const { signal } = new AbortController();
    const entered = made.enter(caller, signal)!;
    entered.claim({ name: "Claude Code", version: "1" });
    await entered.call("proposal_status", { handle: "x" }, signal);
    assert.deepEqual(logged.map(({ agent }) => agent), [name]);
  });
}

const ACCOUNT = { kind: "account", account: "123456789012", role: "Admin", raw: true } as const;

/** The user's answer to a side door's command, and the outcome on the page and in the log. */
const BESIDE: readonly (readonly [answer: "once" | "deny", outcome: string, logged: string])[] = [
  ["once", "done", "called"],
  ["deny", "refused", "refused"],
];
for (const [answer, outcome, what] of BESIDE) {
  Deno.test(`ask() puts a command on the page and in the log as ${outcome} when the user says ${answer}`, async () => {
    const { made, store, logged } = gate();
    const { signal } = new AbortController();
    const asked = made.ask({ who }, ACCOUNT, "use its credentials", signal, "select 1");
    const end = store.subscribe(({ agents: { questions: [question] } }) => {
      if (question) queueMicrotask(() => made.answer(question.id, answer));
    });
    assert.equal((await asked).allowed, answer === "once");
    end();
    const [call] = store.get().agents.activity;
    assert.deepEqual([call?.tool, call?.thing, call?.text, call?.outcome], [
      "use its credentials",
      ACCOUNT,
      "select 1",
      outcome,
    ]);
    const last = logged.at(-1)!;
    assert.deepEqual([last.what, last.statement], [what, "select 1"]);
  });
}

Deno.test("refuse() puts a command that is refused without a question on the page and in the log", () => {
  const { made, store, logged } = gate();
  made.refuse({ who }, null, "use the command install", "it is for people");
  const { agents: { activity: [call] } } = store.get();
  assert.deepEqual([call?.tool, call?.thing, call?.outcome, call?.why], [
    "use the command install",
    null,
    "refused",
    "it is for people",
  ]);
  assert.deepEqual(logged.map(({ what, tool, outcome }) => [what, tool, outcome]), [
    ["refused", "use the command install", "it is for people"],
  ]);
});
