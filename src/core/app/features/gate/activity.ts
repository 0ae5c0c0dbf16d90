import type { ToolAnswer } from "../../../gate/answer.ts";
import type { AuditEvent } from "../../../gate/log/entry.ts";
import { scopeWords } from "../../../gate/scopes.ts";
import type { ToolName } from "../../../gate/tools.ts";
import { lastName } from "../../../platform/path.ts";
import { present } from "../../../present.ts";
import type { AgentActivity, GrantScope } from "../../../state/agents.ts";
import { oneLine } from "../../../text/outside.ts";
import type { Caller, GateParts, LogAuditEvent } from "./parts.ts";

/** Maximum number of calls that the page lists. The log contains all of them. */
const MAX_CALLS = 200;

/** The log's word for a tool's call; `called` for all others. */
const DID: Partial<Record<ToolName, AuditEvent["what"]>> = {
  read: "read",
  propose_write: "proposed",
  run_action: "ran",
};

/** Tells on the page Agents and in the log what agents did. */
export function createActivity({ store, now, agentLog }: Pick<GateParts, "store" | "now" | "agentLog">) {
  const { agents } = store.slices;

  const log: LogAuditEvent = ({ who: { program, script = program ?? "", folder } }, event) =>
    agentLog?.({
      at: new Date(now()).toISOString(),
      agent: lastName(script),
      program: script,
      ...(folder !== "" && { folder }),
      ...event,
    });

  /** Puts a call on the page. */
  function show(
    { who, claim }: Caller,
    call: Omit<AgentActivity, "id" | "at" | "who" | "claim" | "env">,
  ): void {
    const { thing } = call;
    const one: AgentActivity = {
      ...call,
      id: crypto.randomUUID(),
      at: now(),
      who,
      ...(claim && { claim }),
      env: thing?.kind === "server" ? store.get().serverEnvs[thing.name] ?? null : null,
      text: oneLine(call.text, { longest: 300 }),
    };
    agents.update((all) => ({ ...all, activity: [one, ...all.activity].slice(0, MAX_CALLS) }));
  }

  /** Tells of a call of a tool. */
  function called(
    caller: Caller,
    tool: ToolName,
    thing: GrantScope | null,
    text: string,
    answer: ToolAnswer,
    ms: number,
    rows: number | undefined,
  ): void {
    const why = "error" in answer ? answer.error : undefined;
    show(caller, { tool, thing, text, ms, outcome: answer.status, ...present({ rows, why }) });
    log(caller, {
      what: answer.status === "refused" || answer.status === "stopped"
        ? answer.status
        : DID[tool] ?? "called",
      tool,
      ...(thing && { on: scopeWords(thing, store.get()) }),
      ...(text !== "" && { statement: text }),
      ...(rows !== undefined && { rows }),
      outcome: why ?? answer.status,
      ms,
    });
  }

  /** Tells of a command outside of the protocol. `why` is absent where it was let. */
  function beside(
    caller: Caller,
    thing: GrantScope | null,
    doing: string,
    statement: string,
    outcome: AgentActivity["outcome"],
    why: string | undefined,
  ): void {
    show(caller, { tool: doing, thing, text: statement, outcome, ...present({ why }) });
    log(caller, {
      what: why === undefined ? "called" : "refused",
      ...(why !== undefined && { tool: doing }),
      ...(thing && { on: scopeWords(thing, store.get()) }),
      ...(statement !== "" && { statement }),
      outcome: why ?? doing,
    });
  }

  return { log, called, beside };
}
