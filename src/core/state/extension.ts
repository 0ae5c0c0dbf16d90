import type { AccountContext } from "../accounts/context.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { Json } from "../json/node.ts";

export interface ExtensionState {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly version?: string;
  readonly author?: string;
  /** A path inside the bundle. Windows get the file only as an image. */
  readonly icon?: string;
  /** Set while its author works on the extension: its files are the current ones of the folder `source`. */
  readonly developed?: true;
  /** `changed`: files differ from those that were reviewed. `broken`: the folder cannot be read as a bundle. */
  readonly trust: "trusted" | "changed" | "broken";
  /** Set when a catalogue has withdrawn this version, so that nothing of it runs: the reason and the next step. */
  readonly withdrawn?: { readonly error: string; readonly hint: string };
  /** SHA-256 of the reviewed files in lower-case hex. */
  readonly hash: string;
  /** Where the extension was installed from: a file, a folder or an address. */
  readonly source: string;
  readonly installedAt: number;
  readonly minAppVersion?: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly actions: readonly ActionState[];
  /** Set while the extension's actions are compiled before anybody runs them, when that takes long. */
  readonly ahead?: true;
}

/**
 * Lets an action write to a server of the configuration, as long as the server has the address it had when
 * the user agreed.
 */
export interface WriteGrant {
  /** Name of the server. */
  readonly server: string;
  /** Host and port of the server. */
  readonly at: string;
}

/** One action. Account, role and region are those in which it will run, as far as they are decided. */
export interface ActionState extends Partial<AccountContext> {
  readonly id: string;
  readonly label: string;
  readonly entry: string;
  readonly icon?: string;
  /** The tooltip as text; absent when the manifest turns it off. */
  readonly tooltip?: string;
  /** Whether the action can be run. Whether it runs now is in its runs. */
  readonly state: "enabled" | "incompatible" | "changed" | "withdrawn";
  /** Text of the badge of an incompatible action: `kedge ≥ X`. */
  readonly badge?: string;
  readonly contextMode: "inherit" | "custom" | "none";
  readonly hideSpinner: boolean;
  readonly console: "auto" | "always" | "none";
  /** What the manifest says, without the user's own settings. */
  readonly declared?: Partial<AccountContext>;
  /** The user's own settings of this action, from the configure dialog. */
  readonly own?: Partial<AccountContext> & {
    readonly config?: ActionConfig;
    /** The servers to which the action may write. */
    readonly write?: readonly WriteGrant[];
  };
  /** The account that the user chose for further runs when this action asked for one. */
  readonly saved?: Partial<AccountContext>;
  /** The configuration merged from the bundle; absent when there is none or when it is too large for a form. */
  readonly config?: ActionConfig;
}

/** Settings that a script reads with `k.Config`. */
export type ActionConfig = Readonly<Record<string, Json>>;
