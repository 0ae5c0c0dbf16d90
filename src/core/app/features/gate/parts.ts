import type { Server } from "../../../config/config.ts";
import type { ToolAnswer } from "../../../gate/answer.ts";
import type { AuditEvent } from "../../../gate/log/entry.ts";
import type { SealKeychain } from "../../../gate/seals.ts";
import type { JobWork } from "../../../gate/jobs.ts";
import type { AgentClaim, AgentIdentity, GrantScope } from "../../../state/agents.ts";
import type { RoleWork } from "../../as_role.ts";
import type { AskLogin } from "../../../sql/login/mod.ts";
import type { Writing } from "../../../state/store.ts";
import type { Windows } from "../../windows.ts";
import type { QueryWindows } from "../query_windows/query_windows.ts";
import type { Resources } from "../resources/resources.ts";
import type { Runs } from "../runs/runs.ts";
import type { Toasts } from "../toasts/toasts.ts";
import type { Pages } from "./pages.ts";

/** Services outside of the application that the gate uses. */
export interface GateServices {
  /** Writes to the log of agents. Does not throw. */
  readonly agentLog?: (event: AuditEvent) => void;
  /** Keychain with the key that seals grants. */
  readonly keychain: SealKeychain;
}

/** Writes an entry about a caller to the log of agents. */
export type LogAuditEvent = (
  caller: Caller,
  event: Omit<AuditEvent, "at" | "agent" | "program" | "folder">,
) => void;

/** The dependencies of the gate inside the application. */
export interface GateParts extends GateServices {
  readonly store: Writing<"gate" | "agents">;
  readonly windows: Windows;
  readonly toasts: Pick<Toasts, "show">;
  readonly login: AskLogin<Server>;
  readonly queryWindows: Pick<QueryWindows, "open" | "with" | "setWriting">;
  readonly runs: Pick<Runs, "start" | "stop" | "log">;
  readonly resources: Resources;
  readonly roleWork: Pick<RoleWork, "contextOf">;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** An agent, with the name that it reports. */
export interface Caller {
  readonly who: AgentIdentity;
  readonly claim?: AgentClaim | undefined;
}

/** The dependencies of a tool. */
export interface ToolContext extends Caller, JobWork {
  readonly parts: GateParts;
  /** Rows that the agent has not been given yet, by the key that it was given for them. */
  readonly pages: Pages;
  /** Returns null when the agent may use the scope, else why not. May ask the user. */
  allow(thing: GrantScope, doing: string): Promise<ToolAnswer | null>;
  /** Sets what the call is about, for the page and the log. */
  about(thing: GrantScope | null, text: string): void;
}

/** Carries out a tool. Its input is already checked by the schema in core/gate/tools.ts. */
export type CarryOut<Input> = (input: Input, context: ToolContext) => Promise<ToolAnswer>;
