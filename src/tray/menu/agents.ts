import { isPending } from "../../core/gate/proposals.ts";
import type { AppState } from "../../core/state/state.ts";
import { commandItem, counted, type MenuItem, pageItem } from "./item.ts";

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
    pageItem("agents", facts.length > 0 ? `Agents: ${facts.join(", ")}…` : "Agents…", "agents"),
    gate.stopped
      ? commandItem("agents:allow", "Let agents on again", { name: "allowAgents" })
      : commandItem("agents:stop", "Stop all agents", { name: "stopAgents" }),
  ];
}
