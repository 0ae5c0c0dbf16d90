import type { ProposalState } from "../state/agents.ts";
import type { ResultState, TabState } from "../state/query_window.ts";
import { trimmedEnd } from "../text/trimmed_end.ts";
import { sameAgent } from "./grants.ts";
import { sameScope } from "./scopes.ts";

/** Maximum waiting proposals of one agent, and of all agents together. */
export const MAX_OF_ONE = 20, MAX_WAITING = 100;
/** Maximum ended proposals kept for agents that ask and for the page. */
const MAX_ENDED = 200;

/** The next step for the agent, by the proposal's status. */
const NEXT: Readonly<Record<ProposalState["status"], string>> = {
  waiting: "A person has not opened it yet. Ask again with proposal_status; do not propose it again.",
  opened: "A person looks at it. Ask again with proposal_status.",
  held:
    "It has run and is not committed yet: a person commits or rolls back. Ask again with proposal_status.",
  committed: "It was committed.",
  "rolled back": "Nothing was changed.",
  failed: "It failed; nothing was changed, unless it takes effect as it runs (DDL, tables without " +
    "transactions): look at the rows then.",
  unknown: "Nobody here knows whether it was committed. Look at the rows before anything else is done.",
  dismissed: "The user does not want it. Do not propose it again; talk to the user.",
};

/** Returns the next step for the agent that proposed it. */
export function nextStep({ status, instead }: Pick<ProposalState, "status" | "instead">): string {
  return status === "dismissed" && instead
    ? "A person ran another text instead. Look at the rows; do not propose it again."
    : NEXT[status];
}

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
    isPending(one) && sameWho(one, asked) && sameScope(one.thing, asked.thing) && one.sql === asked.sql
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
  if (pending.filter((one) => sameWho(one, asked)).length >= MAX_OF_ONE) {
    return { message: `${MAX_OF_ONE} proposals of yours wait already.`, hint };
  }
  if (pending.length >= MAX_WAITING) return { message: `${MAX_WAITING} proposals wait already.`, hint };
  return null;
}

/** Returns the proposals with one more; the oldest ended ones are dropped. */
export function withProposal(all: readonly ProposalState[], one: ProposalState): ProposalState[] {
  let ended = 0;
  return [one, ...all].filter((each) => isPending(each) || ++ended <= MAX_ENDED);
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
  { sql, status, instead }: Pick<ProposalState, "sql" | "status" | "instead">,
  tab: TabState | null | undefined,
  statementOf: (result: string) => string | null,
): Pick<ProposalState, "status" | "outcome" | "affected" | "instead"> | undefined {
  if (status !== "opened" && status !== "held" && status !== "failed" && status !== "rolled back") {
    return undefined;
  }
  if (!tab) {
    if (status !== "opened" && status !== "held") return undefined;
    if (tab === null) {
      return {
        status: "opened",
        outcome: "Its query window was closed; its tab comes back with the window.",
      };
    }
    return {
      status: "dismissed",
      outcome: instead ? `${anotherRan(instead)} Its tab was closed.` : "Its tab was closed before it ran.",
    };
  }
  // A plan that the user asked for runs nothing.
  const ran = tab.results.filter(({ kind }) => kind !== "plan");
  const result = ran.findLast(({ id }) => bare(statementOf(id) ?? "") === bare(sql));
  if (!result) {
    const { end } = ran.findLast(({ end }) => mayCount(end)) ?? ran.at(-1) ?? {};
    if (end === undefined) return undefined;
    return { status: "opened", outcome: anotherRan(end), ...(mayCount(end) && { instead: end }) };
  }
  return ofResult(result, tab);
}

/** Returns whether a write that ended so changed rows, or may have. */
function mayCount(end: ResultState["end"]): end is NonNullable<ProposalState["instead"]> {
  return end === "committed" || end === "unknown";
}

const ENDS: Readonly<Record<NonNullable<ResultState["end"]>, string>> = {
  "committed": "it was committed",
  "rolled-back": "it was rolled back",
  "refused": "it was refused",
  "unknown": "nobody knows whether it was committed",
};

/** The text is a person's own, so the agent is not told what the server said of it. */
const anotherRan = (end: NonNullable<ResultState["end"]>) => `Another text ran in its tab: ${ENDS[end]}.`;

function ofResult(
  { id, status, end, message, hint, affected }: ResultState,
  { hold, transaction }: TabState,
): Pick<ProposalState, "status" | "outcome" | "affected"> {
  const rows = affected === undefined ? {} : { affected };
  const words = [message, hint].filter(Boolean).join(" ");
  const outcome = words === "" ? {} : { outcome: words };
  if (end === "committed") {
    return { status: "committed", ...rows, outcome: words || "It ran and was committed." };
  }
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
