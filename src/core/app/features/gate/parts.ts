import type { Server } from "../../../config/config.ts";
import type { AgentSession, AgentSessionFault } from "../../../gate/agent_session.ts";
import type { ToolAnswer } from "../../../gate/answer.ts";
import type { SealKeychain } from "../../../gate/seals.ts";
import type { JobWork } from "../../../gate/jobs.ts";
import type { AgentClaim, AgentIdentity, GateThing } from "../../../state/agents.ts";
import type { Session } from "../../../sql/session/mod.ts";
import type { RoleWork } from "../../as_role.ts";
import type { AskLogin } from "../../../sql/login/mod.ts";
import type { Writing } from "../../../state/store.ts";
import type { Windows } from "../../windows.ts";
import type { QueryWindows } from "../query_windows/query_windows_interface.ts";
import type { Resources } from "../resources/resources.ts";
import type { Runs } from "../runs/runs.ts";
import type { Toasts } from "../toasts/toasts.ts";

/** One thing that an agent did, or that was decided about it, for the log. Times are ISO, `ms` milliseconds. */
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

/** What agents get of a session. */
export interface ReadingChecks {
  /** The session with the rules of the gate, or why they do not get it. */
  session(
    server: Server,
    session: Session,
    signal: AbortSignal,
  ): Promise<AgentSession & { readonly ok: true } | AgentSessionFault>;
}

/** What the gate needs from outside. */
export interface GateServices {
  /** Keeps what agents did. Does not throw. */
  readonly agentLog?: (deed: AgentDeed) => void;
  /** Holds the key of grants' seals. */
  readonly keychain: SealKeychain;
}

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
  readonly checks: ReadingChecks;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** The agent that asks, with its own name for itself. */
export interface Caller {
  readonly who: AgentIdentity;
  readonly claim?: AgentClaim | undefined;
}

/** The dependencies of a tool. */
export interface ToolContext extends Caller, JobWork {
  readonly parts: GateParts;
  /** Rows that the agent has read and not been given yet, by what leads to them. */
  readonly pages: Pages;
  /** Gets at a thing: null when it may, else why not. */
  allow(thing: GateThing, doing: string): Promise<ToolAnswer | null>;
  /** What the call is about, for the page and the log. */
  about(thing: GateThing | null, text: string): void;
}

/** Rows of a read that wait to be asked for. */
export interface ResultPage {
  readonly server: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly unknown[])[];
  /** The place of the first of them in the result. */
  readonly from: number;
  /** The server had more than was read. */
  readonly cut: boolean;
  readonly size: number;
}

/** Pages of one agent, bounded in number and size. */
export interface Pages {
  keep(page: ResultPage): string;
  take(next: string): ResultPage | undefined;
}

/** A tool, as the gate carries it out. The schema of what it takes is in core/gate/tools.ts. */
export type CarryOut<Input> = (input: Input, context: ToolContext) => Promise<ToolAnswer>;
