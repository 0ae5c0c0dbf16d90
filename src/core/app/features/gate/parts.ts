import type { Server } from "../../../config/config.ts";
import type { ToolAnswer } from "../../../gate/answer.ts";
import type { SealKeychain } from "../../../gate/seals.ts";
import type { JobWork } from "../../../gate/jobs.ts";
import type { AgentClaim, AgentIdentity, GateThing } from "../../../state/agents.ts";
import type { RoleWork } from "../../as_role.ts";
import type { AskLogin } from "../../../sql/login/mod.ts";
import type { Writing } from "../../../state/store.ts";
import type { Windows } from "../../windows.ts";
import type { QueryWindows } from "../query_windows/query_windows.ts";
import type { Resources } from "../resources/resources.ts";
import type { Runs } from "../runs/runs.ts";
import type { Toasts } from "../toasts/toasts.ts";
import type { Pages } from "./pages.ts";

/**
 * A log entry about an agent's call or a decision about an agent. `at` is an ISO time, `ms` a duration in
 * milliseconds.
 */
export interface AgentDeed {
  readonly at: string;
  readonly agent: string;
  readonly program: string;
  readonly folder?: string;
  readonly what:
    | "asked"
    | "granted"
    | "denied"
    | "withdrawn"
    | "read"
    | "proposed"
    | "committed"
    | "rolled back"
    | "ran"
    | "refused"
    | "stopped"
    | "called";
  readonly tool?: string;
  readonly on?: string;
  readonly statement?: string;
  readonly rows?: number;
  readonly outcome?: string;
  readonly ms?: number;
}

/** Services outside of the application that the gate uses. */
export interface GateServices {
  /** Writes to the log of agents. Does not throw. */
  readonly agentLog?: (deed: AgentDeed) => void;
  /** Keychain with the key that seals grants. */
  readonly keychain: SealKeychain;
}

/** Writes an entry about a caller to the log of agents. */
export type LogDeed = (
  caller: Caller,
  deed: Omit<AgentDeed, "at" | "agent" | "program" | "folder">,
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
  /** Returns null when the agent may use the thing, else why not. May ask the user. */
  allow(thing: GateThing, doing: string): Promise<ToolAnswer | null>;
  /** Sets what the call is about, for the page and the log. */
  about(thing: GateThing | null, text: string): void;
}

/** Carries out a tool. Its input is already checked by the schema in core/gate/tools.ts. */
export type CarryOut<Input> = (input: Input, context: ToolContext) => Promise<ToolAnswer>;
