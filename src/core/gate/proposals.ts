import type { ProposalState, ProposalStatus } from "../state/agents.ts";
import type { ResultState, TabState } from "../state/query_window.ts";
import { sameAgent } from "./grants.ts";
import { sameThing } from "./things.ts";

/** Proposals that wait: of one agent, and of all together. */
export const MOST_OF_ONE = 20, MOST_WAITING = 100;
/** Ended ones that are kept, for agents that ask and for the page. */
const MOST_ENDED = 200;

/** States in which nothing more happens to a proposal. */
const OVER: ReadonlySet<ProposalStatus> = new Set(["committed", "dismissed"]);

/** Whether somebody still has to do something about it. */
export function isPending({ status }: ProposalState): boolean {
  return status === "waiting" || status === "opened" || status === "held";
}

/** Whether nothing can become of it any more. */
export function isOver({ status }: ProposalState): boolean {
  return OVER.has(status);
}

/** The same question of the same agent that waits already. */
export function sameProposal(
  all: readonly ProposalState[],
  asked: Pick<ProposalState, "who" | "thing" | "sql">,
): ProposalState | undefined {
  return all.find((one) =>
    isPending(one) && sameWho(one, asked) && sameThing(one.thing, asked.thing) && one.sql === asked.sql
  );
}

/** Whether a proposal is that of an agent. Agents that the system does not tell apart share their proposals. */
export function sameWho(a: Pick<ProposalState, "who">, b: Pick<ProposalState, "who">): boolean {
  return sameAgent(a.who, b.who) || (a.who.program === null && b.who.program === null);
}

/** Why there is no room for one more; null: there is. */
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

/** The proposals with one more; the oldest of those that have ended go. */
export function withProposal(all: readonly ProposalState[], one: ProposalState): ProposalState[] {
  let ended = 0;
  return [one, ...all].filter((each) => isPending(each) || ++ended <= MOST_ENDED);
}

/** A statement without what stands around it, to tell whether it is the one that was proposed. */
function bare(sql: string): string {
  return sql.trim().replace(/[;\s]+$/, "");
}

/**
 * How far a proposal has come in the tab that it was opened in; undefined: as before. `statementOf` gives the text of a result
 * of the tab.
 */
export function progress(
  { sql, status }: Pick<ProposalState, "sql" | "status">,
  tab: TabState | undefined,
  statementOf: (result: string) => string | null,
): Pick<ProposalState, "status" | "outcome" | "affected"> | undefined {
  if (status !== "opened" && status !== "held" && status !== "failed" && status !== "rolled back") {
    return undefined;
  }
  if (!tab) {
    return status === "opened" || status === "held"
      ? { status: "dismissed", outcome: "Its tab was closed before it ran." }
      : undefined;
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
  return { status: "committed", ...rows, outcome: words || "It ran, and counts." };
}
