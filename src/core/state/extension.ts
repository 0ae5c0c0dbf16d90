import type { AccountContext } from "../accounts/context.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { Json } from "../json/node.ts";

export interface ExtensionState {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly version?: string;
  readonly author?: string;
  /** A path inside the bundle; served to windows as an image only. */
  readonly icon?: string;
  /** Its author works on it: its files are those of the folder `source` as they are at each save. */
  readonly developed?: true;
  /** `changed`: files differ from what was reviewed. `broken`: the folder cannot be read as a bundle. */
  readonly trust: "trusted" | "changed" | "broken";
  /** A catalogue has withdrawn this version, so that nothing of it runs: why, and the way on. */
  readonly withdrawn?: { readonly error: string; readonly hint: string };
  /** SHA-256 of the files as they were reviewed, lower-case hex. */
  readonly hash: string;
  /** Where it was installed from: a file, a folder or an address. */
  readonly source: string;
  readonly installedAt: number;
  readonly minAppVersion?: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly actions: readonly ActionState[];
  /** Its actions are compiled before somebody clicks them, and it takes long. */
  readonly ahead?: true;
}

/** An action may write to a server of the configuration, as long as that is where it was when the user allowed it. */
export interface WriteGrant {
  /** Its name. */
  readonly server: string;
  /** Its host and port. */
  readonly at: string;
}

/** One action. Account, role and region are those that it will run in, as far as that is decided. */
export interface ActionState extends Partial<AccountContext> {
  readonly id: string;
  readonly label: string;
  readonly entry: string;
  readonly icon?: string;
  /** The resting tooltip, already resolved; absent when the manifest suppresses it. */
  readonly tooltip?: string;
  /** Whether it can be run; whether it runs, its runs say. */
  readonly state: "enabled" | "incompatible" | "changed" | "withdrawn";
  /** Red badge of an incompatible action: `kedge ≥ X`. */
  readonly badge?: string;
  readonly contextMode: "inherit" | "custom" | "none";
  readonly hideSpinner: boolean;
  readonly console: "auto" | "always" | "none";
  /** What the manifest says, before the user's own settings. */
  readonly declared?: Partial<AccountContext>;
  /** The user's own settings of this action, from the configure dialog. */
  readonly own?: Partial<AccountContext> & {
    readonly config?: ActionConfig;
    /** The servers that the action may write to. */
    readonly write?: readonly WriteGrant[];
  };
  /** The account that the user chose for the next runs when this action asked for one. */
  readonly saved?: Partial<AccountContext>;
  /** The bundle's merged config; absent when there is none or it is too large for a form. */
  readonly config?: ActionConfig;
}

/** Settings that a script reads with `k.Config`. */
export type ActionConfig = Readonly<Record<string, Json>>;
