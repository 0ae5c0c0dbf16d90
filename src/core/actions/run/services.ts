import type { AccountContext } from "../../accounts/context.ts";
import type { CredentialsServer } from "../../aws/container.ts";
import type { Config } from "../../config/config.ts";
import type { KedgePaths } from "../../paths.ts";
import type { Secret } from "../../secret.ts";
import type { QueryRows } from "../frames/conversation.ts";
import type { ScriptFrame } from "../frames/protocol.ts";
import type { WriteGrant } from "../../state/state.ts";
import type { LoggedRun } from "../log/names.ts";
import type { RunSurface } from "./surface.ts";

/** What a run asks for. */
export interface RunRequest extends LoggedRun {
  readonly paths: KedgePaths;
  /** The configuration in force. */
  readonly config: Config;
  /** The command line's account context. */
  readonly flags?: Partial<AccountContext>;
  /** For tests: the run's limit, ms. */
  readonly limit?: number;
}

/** An installed action whose files were checked against what the user trusted, just now. */
export interface LoadedAction {
  readonly extension: {
    readonly id: string;
    readonly name: string;
    readonly version: string;
    readonly author: string;
  };
  readonly action: { readonly id: string; readonly label: string };
  readonly entry: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The folder of the installed files. */
  readonly dir: string;
  /** The config of the extension, of the action and of the user, merged; the later ones win. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly mode: "inherit" | "custom" | "none";
  /** The sources of the account context, as the manifest and the user give them. */
  readonly accounts: {
    readonly override?: Partial<AccountContext>;
    readonly declared?: Partial<AccountContext>;
    readonly saved?: Partial<AccountContext>;
  };
  /** The servers that the user lets this action write to. */
  readonly writable: readonly WriteGrant[];
}

/** Why an action must not or cannot run. */
export interface Refusal {
  readonly refused: string;
  readonly hint?: string;
}

/** How a run gets to a server. */
export interface ServerAccess {
  readonly login: RunSurface["login"];
  readonly writable: readonly WriteGrant[];
}

/** What a run uses of the rest of Kedge. */
export interface RunServices {
  load(request: RunRequest): Promise<LoadedAction | Refusal>;
  /** Keeps the answer to an account question for the next run. */
  remember(request: RunRequest, choice: Partial<AccountContext>): Promise<void>;
  lastRole(request: RunRequest, account: string): Promise<string | undefined>;
  useRole(request: RunRequest, account: string, role: string): Promise<void>;
  /** The roles that are known for an account. */
  roles(account: string, region: string, signal: AbortSignal): Promise<string[]>;
  secret(context: AccountContext, id: string, signal: AbortSignal): Promise<Secret>;
  /** Whether credentials of the context wait for the user to sign in, which nothing else can stand in for. */
  signInNeeded(context: AccountContext, signal: AbortSignal): Promise<boolean>;
  /** Serves credentials of the context to the run; `close` ends it. */
  credentials(context: AccountContext): Promise<CredentialsServer>;
  query(
    config: Config,
    query: Extract<ScriptFrame, { type: "query" }>,
    access: ServerAccess,
    signal: AbortSignal,
  ): Promise<QueryRows>;
  /** The user's environment. */
  environment(): Record<string, string>;
}
