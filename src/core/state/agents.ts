import * as z from "zod";
import { ACCOUNT_ID, ROLE_NAME } from "../text/aws_names.ts";

/** The program that asks, as the operating system reports it. What a client says about itself is not part of this. */
export interface AgentIdentity {
  /** Path of the program that started `kedge --mcp`; null when the system does not report it. */
  readonly program: string | null;
  /** Path of the script that the program runs, when the program is an interpreter. */
  readonly script?: string;
  /** SHA-256 of both files, so that a changed file is another program. Empty when the system does not report them. */
  readonly digest: string;
  /** The folder in which the program works. */
  readonly folder: string;
  /** Paths of the programs above it in the process tree, nearest first. */
  readonly parents: readonly string[];
}

/** What a client calls itself. This is shown as a claim and never trusted. */
export interface AgentClaim {
  readonly name: string;
  readonly version: string;
}

/** What an agent can be given access to. */
export type GrantScope =
  /**
   * `at` is the server's address, `hides` the columns that agents do not see there. A server at another
   * address, or one that hides other columns, is another scope. `raw` means the login or the way itself,
   * without the guard that only lets agents read.
   */
  | {
    readonly kind: "server";
    readonly name: string;
    readonly at: string;
    readonly hides?: readonly string[];
    readonly raw?: true;
  }
  /** `raw` means the credentials themselves. */
  | { readonly kind: "account"; readonly account: string; readonly role: string; readonly raw?: true }
  /** `hash` is that of the files when they were trusted. */
  | { readonly kind: "action"; readonly extension: string; readonly action: string; readonly hash: string };

/** How long a grant lasts: for one call, for an hour, or until it is withdrawn. */
export type GrantLength = "once" | "hour" | "always";

/** A grant lets a program in a folder use what its scope names. Times are in ms since 1970. */
export interface GrantState {
  readonly id: string;
  readonly who: AgentIdentity;
  readonly claim?: AgentClaim;
  readonly thing: GrantScope;
  readonly length: GrantLength;
  /** Whether what it names was in production when the user agreed. */
  readonly production: boolean;
  readonly at: number;
  /** Time at which the grant ends; absent when it has no such time. */
  readonly until?: number;
  /** Seal that shows that Kedge itself wrote this grant; absent without a keychain. */
  readonly seal?: string;
}

/** The part of the gate that state.json keeps. */
export interface GateState {
  /** Whether agents are let in, so that they may ask. */
  readonly on: boolean;
  /** Whether the user has stopped all agents. Nothing runs for them until the user takes that back. */
  readonly stopped: boolean;
  readonly grants: readonly GrantState[];
}

/** The gate before any agent was let in. */
export const CLOSED_GATE: GateState = { on: false, stopped: false, grants: [] };

/** A connected agent. */
export interface AgentState {
  readonly id: string;
  readonly who: AgentIdentity;
  readonly claim?: AgentClaim;
  readonly since: number;
  /** What runs for the agent now, as text; empty when nothing does. */
  readonly working: string;
  readonly calls: number;
  readonly rows: number;
}

/** A question whether an agent may use something, in a window of its own. */
export interface GrantQuestion {
  readonly id: string;
  readonly who: AgentIdentity;
  readonly claim?: AgentClaim;
  readonly thing: GrantScope;
  /** What the agent would do there, as text: `read with SQL`. */
  readonly doing: string;
  readonly env: string | null;
  /** Whether what it names is in production, so that the window warns of longer grants. */
  readonly production: boolean;
  /** Columns that were hidden from the agent when it was last let in, and that it would see now. */
  readonly revealed?: readonly string[];
  /** The lengths of grants that the user can choose. */
  readonly lengths: readonly GrantLength[];
}

/** State of a proposed write. `unknown`: the connection broke during the COMMIT. */
export type ProposalStatus =
  | "waiting"
  | "opened"
  | "held"
  | "committed"
  | "rolled back"
  | "failed"
  | "unknown"
  | "dismissed";

/** A write proposed by an agent, which waits for a person. */
export interface ProposalState {
  readonly id: string;
  readonly who: AgentIdentity;
  readonly claim?: AgentClaim;
  readonly thing: Extract<GrantScope, { kind: "server" }>;
  readonly env: string | null;
  readonly sql: string;
  /** The reason in the agent's words. */
  readonly reason: string;
  readonly at: number;
  readonly status: ProposalStatus;
  /** How the write ended, as text. */
  readonly outcome?: string;
  readonly affected?: number;
  /** How another text ended that a person ran in its tab, where rows were changed or may have been. */
  readonly instead?: "committed" | "unknown";
  /** The tab in which the write was opened. */
  readonly tab?: string;
}

/** What an agent did, as the page shows it. The log keeps this permanently. */
export interface AgentActivity {
  readonly id: string;
  readonly at: number;
  readonly who: AgentIdentity;
  readonly claim?: AgentClaim;
  /** The tool, or in words what a command beside the gate does. */
  readonly tool: string;
  readonly thing: GrantScope | null;
  readonly env: string | null;
  /** The statement, or what the agent asked for. */
  readonly text: string;
  readonly rows?: number;
  readonly ms?: number;
  readonly outcome: "done" | "waiting" | "refused" | "failed" | "stopped";
  /** Why it was not done. */
  readonly why?: string;
}

/** What agents do now, newest first. */
interface AgentsState {
  readonly callers: readonly AgentState[];
  readonly questions: readonly GrantQuestion[];
  readonly proposals: readonly ProposalState[];
  readonly activity: readonly AgentActivity[];
}

/** The parts of the state about agents. */
export interface AgentSlices {
  /** Whether agents are let in, and their grants. */
  readonly gate: GateState;
  /** What agents do now. */
  readonly agents: AgentsState;
}

/** The state before any agent has come. */
export const NO_AGENTS: AgentsState = { callers: [], questions: [], proposals: [], activity: [] };

/** Maximum characters of a server's address: enough for all that its entry may have of one. */
const MAX_ADDRESS_LENGTH = 10_000;
/** Maximum grants that are kept; the oldest are dropped. */
export const MAX_GRANTS = 500;

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
  z.strictObject({ kind: z.literal("server"), name, at: z.string().max(MAX_ADDRESS_LENGTH), hides, raw }),
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

/** Reads the saved gate. A value of another shape gives a closed gate, and a grant of another shape is dropped. */
export function readGate(value: unknown): GateState {
  const read = z.object({ on: z.boolean(), stopped: z.boolean(), grants: z.array(z.unknown()) }).safeParse(
    value,
  );
  if (!read.success) return CLOSED_GATE;
  const { on, stopped, grants } = read.data;
  return {
    on,
    stopped,
    grants: grants.slice(0, MAX_GRANTS).flatMap((one) => {
      const parsed = grant.safeParse(one);
      // A grant for an hour without its end would last forever.
      return parsed.success && (parsed.data.length === "hour") === (parsed.data.until !== undefined)
        ? [parsed.data]
        : [];
    }),
  };
}
