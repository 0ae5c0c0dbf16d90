import { isProduction } from "../../../accounts/environments.ts";
import { failed, refused, type ToolAnswer } from "../../../gate/answer.ts";
import { PATIENCE } from "../../../gate/jobs.ts";
import {
  isOver,
  isPending,
  nextStep,
  progress,
  proposalFault,
  sameProposal,
  sameWho,
  toldEnd,
  withProposal,
} from "../../../gate/proposals.ts";
import type { ToolInput } from "../../../gate/tools.ts";
import { scopeWords } from "../../../gate/scopes.ts";
import { lazyImport } from "../../../lazy_import.ts";
import type { ProposalState } from "../../../state/agents.ts";
import { settledOrAborted } from "../../../resources/polled.ts";
import { patched } from "../../../state/list.ts";
import { serverNamed } from "../../../state/selectors.ts";
import { oneLine } from "../../../text/outside.ts";
import { type CommandResult, refusal } from "../../../result.ts";
import type { GateParts, LogAuditEvent, ToolContext } from "./parts.ts";
import { serverScope } from "./server_scope.ts";

/** Writes that agents propose, and their outcome. */
export type Proposing = ReturnType<typeof createProposing>;

const NOT_WAITING = refusal("This proposal does not wait any more.");

const writeText = () =>
  lazyImport<typeof import("../../../gate/write_text.ts")>("../../../gate/write_text.ts", import.meta.url);

/** Makes the proposals. */
export function createProposing(
  { store, queryWindows, toasts, now, onError }: GateParts,
  log: LogAuditEvent,
) {
  const { agents } = store.slices;
  const find = (id: string) => agents.get().proposals.find((one) => one.id === id);
  const patch = (id: string, change: Partial<ProposalState>) =>
    agents.update((all) => ({ ...all, proposals: patched(all.proposals, id, change) }));
  const changes = new Set<() => void>();

  // The outcome of proposals is read from the tabs that they were opened in.
  store.subscribe((state, before) => {
    if (state.agents.proposals !== before.agents.proposals) { for (const hear of [...changes]) hear(); }
    if (state.queryWindows === before.queryWindows) return;
    for (const one of state.agents.proposals) {
      if (one.tab !== undefined && !isOver(one)) void follow(one).catch(onError);
    }
  });

  async function follow({ id, thing, tab }: ProposalState): Promise<void> {
    const opened = () => store.get().queryWindows.find(({ server }) => server === thing.name);
    const before = opened();
    const statements = new Map<string, string | null>();
    if (before?.tabs.some((one) => one.id === tab)) {
      await queryWindows.with(thing.name, (queryWindow) => {
        const found = queryWindow.tab(tab!);
        for (const result of found?.state.results ?? []) {
          statements.set(result.id, found!.statement(result.id));
        }
      });
    }
    const now = find(id);
    if (!now) return;
    // A window that was closed meanwhile has told its last in the state before.
    const queryWindow = opened() ?? before;
    const state = queryWindow ? queryWindow.tabs.find((one) => one.id === tab) : null;
    const next = progress(now, state, (result) => statements.get(result) ?? null);
    if (!next) return;
    if (next.status === now.status && next.outcome === now.outcome && next.affected === now.affected) return;
    // Keep what was hidden at that time: the entry may change later.
    const server = serverNamed(store.get(), thing.name);
    const hides = thing.hides ?? (server && serverScope(server).hides);
    patch(id, { ...next, ...(hides && { thing: { ...thing, hides } }) });
    if (next.status !== now.status && (next.status === "committed" || next.status === "rolled back")) {
      // Agents read the log, too.
      const { affected } = told({ ...next, thing });
      log(now, {
        what: next.status,
        on: scopeWords(thing, store.get()),
        statement: now.sql,
        ...(affected !== undefined && { rows: affected }),
      });
    }
  }

  /** Returns what an agent is told of an end. Columns that were hidden after the proposal count, too. */
  function told({ thing, ...end }: Parameters<typeof toldEnd>[0]): ReturnType<typeof toldEnd> {
    const server = serverNamed(store.get(), thing.name);
    return toldEnd({ ...end, thing: thing.hides || !server ? thing : serverScope(server) });
  }

  function answerOf(proposal: ProposalState): ToolAnswer {
    const { id, status, thing } = proposal;
    const value = {
      handle: id,
      server: thing.name,
      proposal: status,
      ...told(proposal),
      next: nextStep(proposal),
    };
    return { status: "done", value };
  }

  return {
    async propose(
      { server: name, sql: text, reason }: ToolInput<"propose_write">,
      context: ToolContext,
    ): Promise<ToolAnswer> {
      const server = serverNamed(store.get(), name);
      if (!server) return failed(`There is no server “${name}”.`, "Call find for the names of servers.");
      const thing = serverScope(server);
      context.about(thing, text);
      const { proposableFault, proposedStatement } = await writeText();
      const wrong = proposableFault(text, server.engine);
      if (wrong) return wrong;
      const sql = proposedStatement(text, server.engine);
      const { who, claim } = context;
      const same = sameProposal(agents.get().proposals, { who, thing, sql });
      if (same) return answerOf(same);
      const fault = proposalFault(agents.get().proposals, { who });
      if (fault) return refused(fault.message, fault.hint);
      const proposal: ProposalState = {
        id: crypto.randomUUID(),
        who,
        ...(claim && { claim }),
        thing,
        env: store.get().serverEnvs[name] ?? null,
        sql,
        reason: oneLine(reason, { longest: 1000 }),
        at: now(),
        status: "waiting",
      };
      agents.update((all) => ({ ...all, proposals: withProposal(all.proposals, proposal) }));
      toasts.show({
        id: `proposal-${proposal.id}`,
        type: "info",
        title: `An agent proposes a write to ${oneLine(name, { longest: 60 })}`,
        message: proposal.reason,
        opens: { label: "Look at it", page: "agents" },
      }, 20);
      return answerOf(proposal);
    },
    async status(
      { handle }: ToolInput<"proposal_status">,
      { who, signal, about }: ToolContext,
    ): Promise<ToolAnswer> {
      about(null, handle);
      const first = find(handle);
      if (!first || !sameWho(first, { who })) {
        return failed("There is no such proposal.", "Proposals are forgotten when Kedge ends.");
      }
      about(first.thing, handle);
      if (isPending(first)) {
        const changed = Promise.withResolvers<void>();
        const hear = () => {
          if (find(handle)?.status !== first.status) changed.resolve();
        };
        const timer = setTimeout(changed.resolve, PATIENCE - 1000);
        changes.add(hear);
        await settledOrAborted(changed.promise, signal);
        clearTimeout(timer);
        changes.delete(hear);
      }
      const last = find(handle);
      return last ? answerOf(last) : failed("This proposal is not kept any more.");
    },
    /**
     * Opens a proposal in a tab of its server's query window. It does not run, because the user has not read
     * it there yet.
     */
    async open(id: string): Promise<CommandResult> {
      const proposal = find(id);
      if (!proposal || !isPending(proposal)) return NOT_WAITING;
      const { thing, sql } = proposal;
      const server = serverNamed(store.get(), thing.name);
      if (!server || serverScope(server).at !== thing.at) {
        return refusal(
          `The server “${thing.name}” leads elsewhere than when this was proposed.`,
          "Dismiss it; the agent can propose it again.",
        );
      }
      const opened = await queryWindows.open(thing.name, {});
      if (!opened.ok) return opened;
      let added: string | undefined;
      const put = await queryWindows.with(thing.name, (queryWindow) => {
        // It may have been opened by another press, or dismissed, while its window opened.
        const now = find(id);
        if (!now || !isPending(now)) return NOT_WAITING;
        if (now.tab !== undefined) return queryWindow.show(now.tab);
        const result = queryWindow.addTab(sql);
        if (!result.ok) return result;
        added = (result.value as { tab: string }).tab;
        patch(id, { tab: added, status: "opened" });
        queryWindow.show(added);
        return result;
      });
      if (!put.ok || added === undefined) return put;
      // In production the user must first type the server's name, as for every write.
      if (isProduction(store.get().serverEnvs[thing.name] ?? null)) return { ok: true };
      return await queryWindows.setWriting(thing.name, added, true, undefined);
    },
    dismiss(id: string): CommandResult {
      const proposal = find(id);
      const isShown = store.get().queryWindows.some(({ server }) => server === proposal?.thing.name);
      if (!proposal || !isPending(proposal) || (proposal.status !== "waiting" && isShown)) {
        return refusal("It was opened already.", "Close its tab in the query window.");
      }
      patch(id, { status: "dismissed", outcome: "The user does not want it." });
      log(proposal, {
        what: "denied",
        tool: "propose_write",
        on: scopeWords(proposal.thing, store.get()),
        statement: proposal.sql,
      });
      return { ok: true };
    },
  };
}
