import { failed, refused, type ToolAnswer } from "../../../gate/answer.ts";
import { MAX_ANSWER_SIZE, sizeOf } from "../../../gate/fit.ts";
import { createJobs, type Jobs } from "../../../gate/jobs.ts";
import { createRate, MAX_CALLS } from "../../../gate/rate.ts";
import { sameScope, scopeKey, scopeWords } from "../../../gate/scopes.ts";
import { isTool } from "../../../gate/tools.ts";
import {
  type AgentClaim,
  type AgentIdentity,
  type AgentState,
  type GrantScope,
  readGate,
} from "../../../state/agents.ts";
import { patched, without } from "../../../state/list.ts";
import { serverNamed } from "../../../state/selectors.ts";
import { present } from "../../../present.ts";
import { oneLine } from "../../../text/outside.ts";
import { type CommandResult, refusal } from "../../../result.ts";
import { type Asking, createAsking } from "./asking.ts";
import { createActivity } from "./activity.ts";
import { createPages } from "./pages.ts";
import type { Caller, GateParts } from "./parts.ts";
import { serverScope } from "./server_scope.ts";
import { createProposing } from "./proposing.ts";
import { carryOut } from "./tools/mod.ts";

/** Maximum number of agents connected at once. */
const MAX_AGENTS = 32;

/** Access of one agent while it is connected. */
interface AgentDoor {
  /** Sets the name and version that the client reports. */
  claim(claim: AgentClaim): void;
  /** Carries out a call. The input is checked, and failures are answers. */
  call(tool: string, input: unknown, signal: AbortSignal): Promise<ToolAnswer>;
}

/** What an agent wants to use, by names. */
type ScopeRequest =
  | { readonly kind: "server"; readonly name: string; readonly raw?: true }
  | { readonly kind: "account"; readonly account: string; readonly role: string; readonly raw?: true };

/** The gate for agents. */
export type Gate = ReturnType<typeof createGate>;

const OFF = refused(
  "Kedge lets no agents in.",
  "The user can switch the gate on in Kedge, under Settings, Agents. Talk to the user.",
);
const STOPPED = refused(
  "The user has stopped all agents.",
  "Nothing runs until the user lets agents on again. Talk to the user.",
);

const TOO_LARGE = failed("The answer is too large.", "Ask for less: fewer rows, columns or names.");

/** Makes the gate. */
export function createGate(parts: GateParts) {
  const { store, now } = parts;
  const { gate, agents } = store.slices;
  const jobs = new Map<string, Jobs>();
  const activity = createActivity(parts);
  const { log } = activity;

  const asking: Asking = createAsking(
    parts,
    (caller, what, thing, outcome) =>
      log(caller, { what, on: scopeWords(thing, store.get()), ...present({ outcome }) }),
  );
  const proposing = createProposing(parts, log);

  /** Returns why nothing runs for agents now; null when calls may run. */
  const shut = () => !gate.get().on ? OFF : gate.get().stopped ? STOPPED : null;

  function stopAll(answer: ToolAnswer): void {
    for (const one of jobs.values()) one.stop(answer);
    asking.stop();
  }

  /** Returns the scope as it is configured now, without `raw`; null when there is none. */
  function scopeOf({ raw: _, ...asked }: ScopeRequest): Exclude<GrantScope, { kind: "action" }> | null {
    if (asked.kind === "account") return asked;
    const server = serverNamed(store.get(), asked.name);
    return server ? serverScope(server) : null;
  }

  const patch = (id: string, change: (state: AgentState) => Partial<AgentState>) =>
    agents.update((all) => {
      const found = all.callers.find((one) => one.id === id);
      return found ? { ...all, callers: patched(all.callers, id, change(found)) } : all;
    });

  function enter(who: AgentIdentity, signal: AbortSignal): AgentDoor | null {
    if (jobs.size >= MAX_AGENTS || signal.aborted) return null;
    const id = crypto.randomUUID();
    const mine = createJobs({ now });
    const rate = createRate(now);
    const pages = createPages(now);
    let caller: Caller = { who };
    let underWay = 0;
    jobs.set(id, mine);
    agents.update((all) => ({
      ...all,
      callers: [{ id, who, since: now(), working: "", calls: 0, rows: 0 }, ...all.callers],
    }));
    signal.addEventListener("abort", () => {
      jobs.delete(id);
      mine.stop({ status: "stopped", error: "The client has gone." });
      agents.update((all) => ({ ...all, callers: without(all.callers, (one) => one.id === id) }));
    }, { once: true });

    return {
      claim({ name, version }) {
        const claim = { name: oneLine(name, { longest: 100 }), version: oneLine(version, { longest: 50 }) };
        caller = { who, claim };
        patch(id, () => ({ claim }));
      },
      async call(tool, input, client) {
        const no = shut();
        if (no) return no;
        if (!rate.take()) {
          return refused(`More than ${MAX_CALLS} calls came within ten seconds.`, "Wait ten seconds.");
        }
        if (!isTool(tool)) return refused(`There is no tool “${oneLine(tool, { longest: 100 })}”.`);
        return await mine.run(`${tool} ${JSON.stringify(input)}`, async (work) => {
          let thing: GrantScope | null = null;
          let text = "";
          const began = now();
          patch(id, ({ calls }) => ({ working: tool, calls: calls + 1 }));
          underWay++;
          let answer: ToolAnswer;
          try {
            answer = await carryOut(tool, input, {
              ...caller,
              ...work,
              parts,
              pages,
              proposing,
              allow: (thing, doing) => asking.allow(caller, thing, doing, work),
              about(aboutScope, aboutText) {
                thing = aboutScope;
                text = aboutText;
              },
            });
          } catch (error) {
            parts.onError(error);
            answer = { status: "failed", error: `Kedge failed at ${tool}.`, hint: "Its log file says more." };
          }
          if (sizeOf(answer) > MAX_ANSWER_SIZE) answer = TOO_LARGE;
          if (work.signal.aborted && answer.status === "done") {
            answer = { status: "stopped", error: "It was stopped." };
          }
          const rows = answer.status === "done" ? answer.rows : undefined;
          underWay--;
          patch(id, (state) => ({
            ...(underWay === 0 && { working: "" }),
            rows: state.rows + (rows ?? 0),
          }));
          activity.called(caller, tool, thing, text, answer, now() - began, rows);
          return answer;
        }, client);
      },
    };
  }

  return {
    /** Whether agents are let in. */
    on: () => gate.get().on,
    /** Lets an agent in until `signal` aborts. Returns null when too many are connected. */
    enter,
    /**
     * Asks the user whether an agent may use something through a command outside of the protocol. The command
     * reads the configuration itself, so it is told the key of the `thing` that was allowed, without `raw`.
     * `statement` is what it would run; "" where it tells none.
     */
    async ask(
      caller: Caller,
      asked: ScopeRequest,
      doing: string,
      signal: AbortSignal,
      statement = "",
    ): Promise<
      | { readonly allowed: true; readonly thing: string }
      | { readonly allowed: false; readonly error: string; readonly hint: string }
    > {
      const found = scopeOf(asked);
      const thing: GrantScope | null = found && { ...found, ...(asked.raw && { raw: true }) };
      const changed = () => {
        const now = scopeOf(asked);
        return now && found && sameScope(now, found)
          ? null
          : refused("It has changed meanwhile.", "Call again.");
      };
      const no = shut() ??
        (thing === null
          ? refused("There is no such thing in Kedge.")
          : await asking.allow(caller, thing, doing, { signal, waitsFor: () => {} }) ?? changed());
      const error = no === null ? undefined : "error" in no ? no.error : "It was not allowed.";
      activity.beside(caller, thing, doing, statement, no?.status ?? "done", error);
      if (no === null) return { allowed: true, thing: scopeKey(found!) };
      return { allowed: false, error: error!, hint: ("hint" in no ? no.hint : undefined) ?? "" };
    },
    /** Tells of a command, as {@link Gate.ask} does, that was refused without a question. */
    refuse(caller: Caller, asked: ScopeRequest | null, doing: string, error: string, statement = ""): void {
      activity.beside(caller, asked && scopeOf(asked), doing, statement, "refused", error);
    },
    switchOn(on: boolean): CommandResult {
      gate.update((gate) => gate.on === on ? gate : { ...gate, on, stopped: false });
      if (!on) stopAll(OFF);
      return { ok: true };
    },
    /** Stops everything that runs for agents. Nothing runs until {@link allowAgents}. */
    stopAgents(): CommandResult {
      if (!gate.get().on) return refusal("No agents are let in.");
      gate.update((gate) => ({ ...gate, stopped: true }));
      stopAll(STOPPED);
      return { ok: true };
    },
    allowAgents(): CommandResult {
      gate.update((gate) => ({ ...gate, stopped: false }));
      return { ok: true };
    },
    withdraw: asking.withdraw,
    answer: asking.answer,
    /** Tells that the window of a question was closed. */
    questionClosed: asking.closed,
    /** Forgets the user's recent denials, so that an agent may ask again at once. */
    forgetDenials: asking.forgetDenials,
    proposing,
    restore: (saved: unknown) => asking.restore(readGate(saved)),
  };
}
