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

/** A request to run an action. */
export interface RunRequest extends LoggedRun {
  readonly paths: KedgePaths;
  /** The current configuration, read at each use: the user may change it while a question is open. */
  readonly config: Config;
  /** The account context from the command line. */
  readonly flags?: Partial<AccountContext>;
  /** For tests: the run's time limit, ms. */
  readonly limit?: number;
}

/** An installed action whose files were just compared with what the user trusted. */
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
  /** The merged config of the extension, of the action and of the user; later ones take precedence. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly mode: "inherit" | "custom" | "none";
  /** The sources of the account context from the manifest and the user. */
  readonly accounts: {
    readonly override?: Partial<AccountContext>;
    readonly declared?: Partial<AccountContext>;
    readonly saved?: Partial<AccountContext>;
  };
  /** The servers to which the user allowed this action to write. */
  readonly writable: readonly WriteGrant[];
}

/** Why an action may not or cannot run. */
export interface RunRefusal {
  readonly refused: string;
  readonly hint?: string;
}

/** A run's access to servers. */
export interface ServerAccess {
  readonly login: RunSurface["login"];
  readonly writable: readonly WriteGrant[];
}

/** The services that a run uses. */
export interface RunServices {
  load(request: RunRequest): Promise<LoadedAction | RunRefusal>;
  /** Saves the answer to an account question for the next run. */
  remember(request: RunRequest, choice: Partial<AccountContext>): Promise<void>;
  /** Returns the role that last gave a run credentials of the account. */
  lastRole(request: RunRequest, account: string): Promise<string | undefined>;
  /** Returns the roles known for an account. */
  roles(account: string, region: string, signal: AbortSignal): Promise<string[]>;
  secret(context: AccountContext, id: string, signal: AbortSignal): Promise<Secret>;
  /** Returns whether credentials of the context need the user to sign in, with no other source of credentials. */
  signInNeeded(context: AccountContext, signal: AbortSignal): Promise<boolean>;
  /** Serves credentials of the context to the run until `close`. */
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
