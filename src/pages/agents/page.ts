import { isPending } from "../../core/gate/proposals.ts";
import { scopeWords } from "../../core/gate/scopes.ts";
import { selector } from "../../core/state/selector.ts";
import type { AppState } from "../../core/state/state.ts";
import { definePage, type ModelOf } from "../page.ts";

/** Maximum grants, proposals and actions of agents shown. The log contains all of them. */
const MAX_COUNT = 200;

/** The page about agents: who is working, what they did, what waits for a person, and their grants. */
export const agentsPage = definePage({
  title: "Agents",
  width: 880,
  height: 600,
  single: true,
  model: () => {
    const known = ({ accounts, leftAccounts, extensions }: AppState) =>
      [accounts, leftAccounts, extensions] as const;
    const grants = selector(
      (state: AppState) => [state.gate.grants, ...known(state)] as const,
      (grants, accounts, leftAccounts, extensions) =>
        grants.slice(0, MAX_COUNT).map((grant) => ({
          ...grant,
          words: scopeWords(grant.thing, { accounts, leftAccounts, extensions }),
        })),
    );
    const proposals = selector(
      (state: AppState) => [state.agents.proposals, state.queryWindows] as const,
      (proposals, open) =>
        proposals.filter(isPending).slice(0, MAX_COUNT).map((one) => ({
          ...one,
          /** Whether it can be dismissed here; in an open query window its tab decides. */
          isDismissable: one.status === "waiting" ||
            one.status === "opened" && !open.some(({ server }) => server === one.thing.name),
        })),
    );
    const activity = selector(
      (state: AppState) => [state.agents.activity, ...known(state)] as const,
      (activity, accounts, leftAccounts, extensions) =>
        activity.slice(0, MAX_COUNT).map((call) => ({
          ...call,
          words: call.thing === null ? "" : scopeWords(call.thing, { accounts, leftAccounts, extensions }),
        })),
    );
    return (state) => ({
      on: state.gate.on,
      stopped: state.gate.stopped,
      callers: state.agents.callers,
      grants: grants(state),
      proposals: proposals(state),
      activity: activity(state),
    });
  },
  commands: {
    switchGate: true,
    stopAgents: true,
    allowAgents: true,
    withdrawGrant: true,
    openProposal: true,
    dismissProposal: true,
  },
});

/** The model of the page. */
export type AgentsModel = ModelOf<typeof agentsPage>;
