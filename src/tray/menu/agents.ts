import { isPending } from "../../core/gate/proposals.ts";
import type { AppState } from "../../core/state/state.ts";
import { counted, type MenuItem } from "./item.ts";

/**
 * Returns the line for agents, which counts agents at work and pending proposals, and the line that stops or
 * allows all agents. Empty when the gate is off.
 */
export function agentItems({ gate, agents }: AppState): MenuItem[] {
  if (!gate.on) return [];
  const working = agents.callers.filter(({ working }) => working !== "").length;
  const proposed = agents.proposals.filter(isPending).length;
  const facts = [
    ...(working > 0 ? [`${counted(working, "agent")} at work`] : []),
    ...(proposed > 0 ? [`${counted(proposed, "write")} for you`] : []),
  ];
  return [
    {
      id: "agents",
      label: facts.length > 0 ? `Agents: ${facts.join(", ")}…` : "Agents…",
      command: { name: "openWindow", page: "agents" },
    },
    gate.stopped
      ? { id: "agents:allow", label: "Let agents on again", command: { name: "allowAgents" } }
      : { id: "agents:stop", label: "Stop all agents", command: { name: "stopAgents" } },
  ];
}
