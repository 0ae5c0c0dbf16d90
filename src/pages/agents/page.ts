import { isPending } from "../../core/gate/proposals.ts";
import { thingWords } from "../../core/gate/things.ts";
import { selector } from "../../core/state/selector.ts";
import type { AppState } from "../../core/state/state.ts";
import { definePage, type ModelOf } from "../page.ts";

/** Maximum grants, proposals and actions of agents shown. The log contains all of them. */
const MOST = 200;

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
        grants.slice(0, MOST).map((grant) => ({
          ...grant,
          words: thingWords(grant.thing, { accounts, leftAccounts, extensions }),
        })),
    );
    const proposals = selector(
      (state: AppState) => [state.agents.proposals, state.queryWindows] as const,
      (proposals, open) =>
        proposals.filter(isPending).slice(0, MOST).map((one) => ({
          ...one,
          /** Whether it can be dismissed here; in an open query window its tab decides. */
          isDismissable: one.status === "waiting" ||
            one.status === "opened" && !open.some(({ server }) => server === one.thing.name),
        })),
    );
    const deeds = selector(
      (state: AppState) => [state.agents.deeds, ...known(state)] as const,
      (deeds, accounts, leftAccounts, extensions) =>
        deeds.slice(0, MOST).map((deed) => ({
          ...deed,
          words: deed.thing === null ? "" : thingWords(deed.thing, { accounts, leftAccounts, extensions }),
        })),
    );
    return (state) => ({
      on: state.gate.on,
      stopped: state.gate.stopped,
      callers: state.agents.callers,
      grants: grants(state),
      proposals: proposals(state),
      deeds: deeds(state),
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
