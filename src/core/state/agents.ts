import { z } from "zod";
import { ACCOUNT_ID, ROLE_NAME } from "../text/aws_names.ts";

/** Which program asks, by the word of the system: what a client says of itself is no part of it. */
export interface AgentIdentity {
  /** The file of the program that started `kedge --mcp`; null where the system does not tell. */
  readonly program: string | null;
  /** The script that it runs, where it is an interpreter. */
  readonly script?: string;
  /** SHA-256 of both files; another one is another program. Empty where the system does not tell. */
  readonly digest: string;
  /** The folder that it works in. */
  readonly folder: string;
  /** The files of the programs above it, the nearest first. */
  readonly parents: readonly string[];
}

/** What a client calls itself: shown as its own claim, and believed for nothing. */
export interface AgentClaim {
  readonly name: string;
  readonly version: string;
}

/** What an agent can be let at. */
export type GateThing =
  /**
   * `at`: where it leads; `hides`: the columns that agents do not see there. A server that leads elsewhere, or hides others, is
   * another thing. `raw`: the login or the way itself, without the guard of reading.
   */
  | {
    readonly kind: "server";
    readonly name: string;
    readonly at: string;
    readonly hides?: readonly string[];
    readonly raw?: true;
  }
  /** `raw`: its credentials themselves. */
  | { readonly kind: "account"; readonly account: string; readonly role: string; readonly raw?: true }
  /** `hash`: of the files as they were trusted. */
  | { readonly kind: "action"; readonly extension: string; readonly action: string; readonly hash: string };

/** How long a grant lasts: one call, an hour, or until it is withdrawn. */
export type GrantLength = "once" | "hour" | "always";

/** A program in a folder may get at a thing. Times are ms since 1970. */
export interface GrantState {
  readonly id: string;
  readonly who: AgentIdentity;
  readonly claim?: AgentClaim;
  readonly thing: GateThing;
  readonly length: GrantLength;
  /** It was production, and the user agreed all the same. */
  readonly production: boolean;
  readonly at: number;
  /** When it ends; absent: not by time. */
  readonly until?: number;
  /** That Kedge itself has written it. */
  readonly seal?: string;
}

/** What is kept of the gate in state.json. */
export interface GateState {
  /** Agents are let in: they may ask. */
  readonly on: boolean;
  /** The user has stopped all agents: nothing runs for them until that is taken back. */
  readonly stopped: boolean;
  readonly grants: readonly GrantState[];
}

/** Before anybody was let in. */
export const CLOSED_GATE: GateState = { on: false, stopped: false, grants: [] };

/** An agent that is connected. */
export interface AgentState {
  readonly id: string;
  readonly who: AgentIdentity;
  readonly claim?: AgentClaim;
  readonly since: number;
  /** What runs for it now, in words; empty: nothing. */
  readonly working: string;
  readonly calls: number;
  readonly rows: number;
}

/** A question whether an agent may get at something, in a window of its own. */
export interface GrantQuestion {
  readonly id: string;
  readonly who: AgentIdentity;
  readonly claim?: AgentClaim;
  readonly thing: GateThing;
  /** What it would do there, in words: `read with SQL`. */
  readonly doing: string;
  readonly env: string | null;
  /** It is production: a longer grant is named for what it is. */
  readonly production: boolean;
  /** Columns that the agent did not see there when it was let at it before, and would see now. */
  readonly revealed?: readonly string[];
  /** The grants that can be given. */
  readonly lengths: readonly GrantLength[];
  readonly askedAt: number;
}

/**
 * How far a proposed write has come. `unknown`: the connection broke while it was committed.
 */
export type ProposalStatus =
  | "waiting"
  | "opened"
  | "held"
  | "committed"
  | "rolled back"
  | "failed"
  | "unknown"
  | "dismissed";

/** A write that an agent would like, which waits for a person. */
export interface ProposalState {
  readonly id: string;
  readonly who: AgentIdentity;
  readonly claim?: AgentClaim;
  readonly thing: Extract<GateThing, { kind: "server" }>;
  readonly env: string | null;
  readonly sql: string;
  /** Why, in the agent's words. */
  readonly reason: string;
  readonly at: number;
  readonly status: ProposalStatus;
  /** What became of it, in words. */
  readonly outcome?: string;
  readonly affected?: number;
  /** The tab that it was opened in. */
  readonly tab?: string;
}

/** What an agent did, for the page; the log has it for good. */
export interface DeedState {
  readonly id: string;
  readonly at: number;
  readonly who: AgentIdentity;
  readonly claim?: AgentClaim;
  readonly tool: string;
  readonly thing: GateThing | null;
  readonly env: string | null;
  /** The statement, or what was asked for. */
  readonly text: string;
  readonly rows?: number;
  readonly ms?: number;
  readonly outcome: "done" | "waiting" | "refused" | "failed" | "stopped";
  /** Why it was not done. */
  readonly why?: string;
}

/** What agents do now. Newest first. */
interface AgentsState {
  readonly callers: readonly AgentState[];
  readonly questions: readonly GrantQuestion[];
  readonly proposals: readonly ProposalState[];
  readonly deeds: readonly DeedState[];
}

/** The parts of the state about agents. */
export interface AgentSlices {
  /** Who of the agents may get at what. */
  readonly gate: GateState;
  /** What agents do now. */
  readonly agents: AgentsState;
}

/** Before any agent came. */
export const NO_AGENTS: AgentsState = { callers: [], questions: [], proposals: [], deeds: [] };

/** Grants that are kept; the oldest go. */
export const MOST_GRANTS = 500;

const path = z.string().max(4096);
const name = z.string().min(1).max(300);
const identity = z.strictObject({
  program: path,
  script: path.exactOptional(),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  folder: path,
  parents: z.array(path).max(40),
});
const raw = z.literal(true).exactOptional();
const hides = z.array(z.string().min(1).max(600)).min(1).max(500).exactOptional();
const thing = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("server"), name, at: z.string().max(600), hides, raw }),
  z.strictObject({
    kind: z.literal("account"),
    account: z.string().regex(ACCOUNT_ID),
    role: z.literal("").or(z.string().regex(ROLE_NAME)),
    raw,
  }),
  z.strictObject({ kind: z.literal("action"), extension: name, action: name, hash: z.string().max(100) }),
]);
const grant = z.strictObject({
  id: z.string().min(1).max(100),
  who: identity,
  claim: z.strictObject({ name: z.string().max(200), version: z.string().max(200) }).exactOptional(),
  thing,
  length: z.enum(["hour", "always"]),
  production: z.boolean(),
  at: z.number(),
  until: z.number().exactOptional(),
  seal: z.string().regex(/^[0-9a-f]{64}$/).exactOptional(),
});

/** The gate as it was saved. A value of another shape gives a closed gate; a grant of another shape is dropped. */
export function readGate(value: unknown): GateState {
  const read = z.object({ on: z.boolean(), stopped: z.boolean(), grants: z.array(z.unknown()) }).safeParse(
    value,
  );
  if (!read.success) return CLOSED_GATE;
  const { on, stopped, grants } = read.data;
  return {
    on,
    stopped,
    grants: grants.slice(0, MOST_GRANTS).flatMap((one) => {
      const parsed = grant.safeParse(one);
      // An hour without an end would be for ever.
      return parsed.success && (parsed.data.length === "hour") === (parsed.data.until !== undefined)
        ? [parsed.data]
        : [];
    }),
  };
}
