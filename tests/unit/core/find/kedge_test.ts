/** What the palette offers of Kedge itself, as its switch for agents stands. */
import { deepEqual, equal } from "node:assert/strict";
import { kedge } from "../../../../src/core/find/kinds/kedge.ts";
import type { AppState } from "../../../../src/core/state/state.ts";
import { emptyState } from "../../../support/pages/state.ts";

const { gate } = emptyState();
const GATES: readonly (readonly [what: string, gate: AppState["gate"], agents: readonly string[]])[] = [
  ["agents are not let in", { ...gate, on: false, stopped: false }, ["Agents"]],
  ["agents are let in", { ...gate, on: true, stopped: false }, [
    "Stop all agents",
    "Agents",
    "Let no agents in",
  ]],
  ["agents are stopped", { ...gate, on: true, stopped: true }, [
    "Let agents on again",
    "Agents",
    "Let no agents in",
  ]],
];

const { items, title, entry } = kedge;

for (const [what, gate, agents] of GATES) {
  const all = items(emptyState({ gate })).map((one) => ({ title: title(one), ...entry(one) }));

  Deno.test(`the palette has ${agents.join(", ")} when ${what}`, () => {
    deepEqual(all.flatMap(({ title }) => /agents/i.test(title) ? [title] : []), agents);
  });

  Deno.test(`Enter says that it opens where it opens something, and lets nobody in, when ${what}`, () => {
    for (const { title, verb, command } of all) {
      equal(verb === "Open", /^open/.test(command!.name), `${title}: ${verb}`);
      equal("on" in command! && command.on === true, false, title);
    }
  });
}
