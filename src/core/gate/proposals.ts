import type { ProposalState } from "../state/agents.ts";
import type { ResultState, TabState } from "../state/query_window.ts";
import { trimmedEnd } from "../text/trimmed_end.ts";
import { sameAgent } from "./grants.ts";
import { sameThing } from "./things.ts";

/** Maximum waiting proposals of one agent, and of all agents together. */
export const MOST_OF_ONE = 20, MOST_WAITING = 100;
/** Maximum ended proposals kept for agents that ask and for the page. */
const MOST_ENDED = 200;

/** Returns whether a person still has to decide on the proposal. */
export function isPending({ status }: ProposalState): boolean {
  return status === "waiting" || status === "opened" || status === "held";
}

/** Returns whether the proposal does not change any more. */
export function isOver({ status }: ProposalState): boolean {
  return status === "committed" || status === "dismissed";
}

/** Returns an equal proposal of the same agent that already waits; undefined when there is none. */
export function sameProposal(
  all: readonly ProposalState[],
  asked: Pick<ProposalState, "who" | "thing" | "sql">,
): ProposalState | undefined {
  return all.find((one) =>
    isPending(one) && sameWho(one, asked) && sameThing(one.thing, asked.thing) && one.sql === asked.sql
  );
}

/** Returns whether both are of the same agent. Agents that the system does not distinguish share their proposals. */
export function sameWho(a: Pick<ProposalState, "who">, b: Pick<ProposalState, "who">): boolean {
  return sameAgent(a.who, b.who) || (a.who.program === null && b.who.program === null);
}

/** Returns why another proposal is not accepted; null when it is. */
export function proposalFault(
  all: readonly ProposalState[],
  asked: Pick<ProposalState, "who">,
): { readonly message: string; readonly hint: string } | null {
  const pending = all.filter(isPending);
  const hint = "Wait until a person has decided about those that wait.";
  if (pending.filter((one) => sameWho(one, asked)).length >= MOST_OF_ONE) {
    return { message: `${MOST_OF_ONE} proposals of yours wait already.`, hint };
  }
  if (pending.length >= MOST_WAITING) return { message: `${MOST_WAITING} proposals wait already.`, hint };
  return null;
}

/** Returns the proposals with one more; the oldest ended ones are dropped. */
export function withProposal(all: readonly ProposalState[], one: ProposalState): ProposalState[] {
  let ended = 0;
  return [one, ...all].filter((each) => isPending(each) || ++ended <= MOST_ENDED);
}

/** Returns a statement without surrounding spaces and semicolons, to compare it with the proposed one. */
function bare(sql: string): string {
  return trimmedEnd(sql.trim(), "; \t\r\n");
}

/**
 * Returns the progress of a proposal in the tab in which it was opened; undefined when nothing changed.
 * The tab is undefined when the user closed it, and null while its window is closed, which keeps its tabs.
 * `statementOf` returns the text of a result of the tab.
 */
export function progress(
  { sql, status }: Pick<ProposalState, "sql" | "status">,
  tab: TabState | null | undefined,
  statementOf: (result: string) => string | null,
): Pick<ProposalState, "status" | "outcome" | "affected"> | undefined {
  if (status !== "opened" && status !== "held" && status !== "failed" && status !== "rolled back") {
    return undefined;
  }
  if (!tab) {
    if (status !== "opened" && status !== "held") return undefined;
    return tab === null
      ? { status: "opened", outcome: "Its query window was closed; its tab comes back with the window." }
      : { status: "dismissed", outcome: "Its tab was closed before it ran." };
  }
  const result = tab.results.findLast(({ id }) => bare(statementOf(id) ?? "") === bare(sql));
  if (!result) {
    const other = tab.results.at(-1);
    return other?.end === undefined
      ? undefined
      : { status: "opened", outcome: `Another text ran in its tab: ${other.message ?? other.end}` };
  }
  return ofResult(result, tab);
}

function ofResult(
  { id, status, end, message, hint, affected }: ResultState,
  { hold, transaction }: TabState,
): Pick<ProposalState, "status" | "outcome" | "affected"> {
  const rows = affected === undefined ? {} : { affected };
  const words = [message, hint].filter(Boolean).join(" ");
  const outcome = words === "" ? {} : { outcome: words };
  if (end === "committed") return { status: "committed", ...rows, ...outcome };
  if (end === "rolled-back") return { status: "rolled back", ...rows, ...outcome };
  if (end === "unknown") return { status: "unknown", ...rows, ...outcome };
  if (end === "refused" || status === "failed") return { status: "failed", ...outcome };
  if (hold?.result === id || transaction?.writes.some(({ result }) => result === id)) {
    return { status: "held", ...rows, outcome: "It has run and is held back: a person decides." };
  }
  if (status === "stopped") return { status: "rolled back", ...outcome };
  if (status === "running" || status === "more") return { status: "opened", outcome: "It runs." };
  return { status: "committed", ...rows, outcome: words || "It ran and was committed." };
}

/**
 * Returns what an agent is told of how a proposal ended. Where the server hides columns, that is only what a
 * person has committed: numbers of rows depend on hidden values, and words of the server may quote some.
 */
export function toldEnd(
  { thing, status, outcome, affected }: Pick<ProposalState, "thing" | "status" | "outcome" | "affected">,
): Pick<ProposalState, "outcome" | "affected"> {
  const words = outcome === undefined ? {} : { outcome };
  if (!thing.hides || status === "committed") {
    return { ...words, ...(affected !== undefined && { affected }) };
  }
  // These words are Kedge's own.
  if (status === "dismissed") return words;
  return status === "failed"
    ? { outcome: "Why is told to the person alone, because this server hides columns from you." }
    : {};
}
