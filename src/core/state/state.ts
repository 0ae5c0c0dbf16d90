import type { Config } from "../config/config.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { Json } from "../json/node.ts";
import type { WindowSizes } from "./sizes.ts";
import type { Usage } from "./usage.ts";
import type { DialogState } from "./dialog.ts";

export type { DialogState, InputField, Option } from "./dialog.ts";

/**
 * All that Kedge shows, as one immutable value. The tray menu, the pages and `--json` are functions
 * of it; none keeps a copy of its own. Times are milliseconds since 1970.
 */
export interface AppState {
  readonly app: AppInfo;
  readonly config: ConfigState;
  readonly signIn: SignInState;
  readonly accounts: readonly AccountState[];
  readonly servers: readonly ServerState[];
  readonly extensions: readonly ExtensionState[];
  readonly reviews: readonly ReviewState[];
  /** Running first, then ended ones, newest first. */
  readonly runs: readonly RunState[];
  /** Everything that waits for an answer of the user, oldest first. */
  readonly dialogs: readonly DialogState[];
  readonly windows: readonly WindowState[];
  readonly toasts: readonly ToastState[];
  /** Parts of the desktop that are missing or broken, each with its next step. */
  readonly problems: readonly Problem[];
  /** What is used often and lately; absent until it was read. */
  readonly usage?: Usage;
  /** The sizes that the user gave to windows; absent until they were read. */
  readonly sizes?: WindowSizes;
}

export interface AppInfo {
  readonly version: string;
  readonly development: boolean;
  readonly home: string;
  readonly platform: "linux" | "darwin" | "windows";
}

export interface ConfigState {
  readonly file: string;
  /** `stale`: the file does not parse, so `value` is the last good one (or the defaults at start). */
  readonly status: "loaded" | "missing" | "stale";
  readonly value: Config;
  readonly diagnostics: readonly Diagnostic[];
  /** What the file itself says, before defaults and checks: the last time that it could be read. */
  readonly document?: Json;
  /** An edit from inside can be taken back. */
  readonly canUndo?: boolean;
}

export interface SignInState {
  /** `environment`: credentials come from the standard AWS chain, not from the portal. */
  readonly status: "unconfigured" | "signed-out" | "signed-in" | "environment";
  /** What the menu says, for example the portal's host or the AWS profile. */
  readonly detail?: string;
}

export interface AccountState {
  readonly accountId: string;
  readonly name?: string;
  readonly email?: string;
  /** The environment label, or null when no rule gives one. */
  readonly env: string | null;
  readonly region: string;
  readonly secrets: readonly { readonly label: string; readonly id: string }[];
  readonly ecsClusters: readonly { readonly name: string; readonly services: readonly string[] }[];
}

export interface ServerState {
  readonly name: string;
  readonly engine: "postgres" | "mysql" | "redshift";
  readonly host: string;
  readonly port: number;
  readonly database?: string;
  readonly tls: boolean;
  readonly test: ServerTest;
}

export type ServerTest =
  | { readonly status: "idle" }
  | { readonly status: "running"; readonly since: number }
  | { readonly status: "ok"; readonly at: number; readonly ms: number; readonly detail: string }
  | { readonly status: "failed"; readonly at: number; readonly message: string; readonly hint?: string };

export interface ExtensionState {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly version?: string;
  readonly author?: string;
  /** A path inside the bundle; served to windows as an image only. */
  readonly icon?: string;
  /** `changed`: files differ from what was reviewed. `broken`: the folder cannot be read as a bundle. */
  readonly trust: "trusted" | "changed" | "broken";
  /** SHA-256 of the files as they were reviewed, lower-case hex. */
  readonly hash: string;
  /** Where it was installed from: a file, a folder or an address. */
  readonly source: string;
  readonly installedAt: number;
  readonly minAppVersion?: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly actions: readonly ActionState[];
}

export interface ActionState {
  readonly id: string;
  readonly label: string;
  readonly entry: string;
  readonly icon?: string;
  /** The resting tooltip, already resolved; absent when the manifest suppresses it. */
  readonly tooltip?: string;
  readonly state: "enabled" | "incompatible" | "changed" | "running";
  /** Red badge of an incompatible action: `kedge ≥ X`. */
  readonly badge?: string;
  readonly contextMode: "inherit" | "custom" | "none";
  readonly account?: string;
  readonly role?: string;
  readonly region?: string;
  readonly hideSpinner: boolean;
  readonly console: "auto" | "always" | "none";
  /** The run that makes `state` be `running`. */
  readonly run?: string;
  /** What the manifest says, before the user's own settings. */
  readonly declared?: ContextChoice;
  /** The user's own settings of this action, from the configure dialog. */
  readonly own?: ContextChoice & {
    readonly config?: ActionConfig;
    /** Names of servers that the action may write to. */
    readonly write?: readonly string[];
  };
  /** The account that the user chose for the next runs when this action asked for one. */
  readonly saved?: ContextChoice;
  /** The bundle's merged config; absent when there is none or it is too large for a form. */
  readonly config?: ActionConfig;
}

/** An account, role and region as far as they are chosen. */
export interface ContextChoice {
  readonly account?: string;
  readonly role?: string;
  readonly region?: string;
}

/** Settings that a script reads with `k.Config`. */
export type ActionConfig = Readonly<Record<string, Json>>;

/** A bundle that waits for the user's decision: the trust gate. */
export interface ReviewState {
  readonly id: string;
  readonly source: string;
  readonly status: "reading" | "refused" | "ready" | "installing" | "installed" | "failed";
  readonly diagnostics: readonly Diagnostic[];
  readonly bundle?: ReviewedBundle;
  /** Why `failed`. */
  readonly error?: string;
}

export interface ReviewedBundle {
  readonly id: string;
  readonly name: string;
  readonly version?: string;
  readonly author?: string;
  readonly description?: string;
  readonly icon?: string;
  readonly hash: string;
  readonly change: "install" | "update" | "downgrade" | "reinstall";
  readonly installedVersion?: string;
  readonly actions: readonly { readonly id: string; readonly label: string; readonly entry: string }[];
  /** One sentence in plain words on what this bundle can do on the machine. */
  readonly summary: string;
  readonly findings: readonly ReviewFinding[];
  readonly files: readonly ReviewFile[];
}

/** Something the user should know before trusting, leading to its line. */
export interface ReviewFinding {
  readonly severity: "info" | "caution" | "danger";
  readonly message: string;
  readonly file: string;
  readonly line?: number;
}

export interface ReviewFile {
  readonly path: string;
  readonly size: number;
  readonly change: "same" | "added" | "changed" | "removed";
  readonly kind: "source" | "text" | "image" | "binary";
  /** Absent for images and binaries. */
  readonly text?: string;
  /** The trusted version's text, for a changed or removed file. */
  readonly before?: string;
}

export type RunStatus =
  | "preparing"
  | "compiling"
  | "running"
  | "waiting"
  | "stopping"
  | "ok"
  | "failed"
  | "timeout"
  | "stopped"
  | "refused";

/** The statuses of a run that has ended. */
export const ENDED: ReadonlySet<RunStatus> = new Set(["ok", "failed", "timeout", "stopped", "refused"]);

export interface RunState {
  readonly id: string;
  readonly extension: string;
  readonly extensionName: string;
  readonly action: string;
  readonly actionLabel: string;
  readonly account: RunAccount | null;
  readonly status: RunStatus;
  readonly startedAt: number;
  readonly endedAt?: number;
  /** The run's own time in ms, dialogs not counted; set when it has ended. */
  readonly ms?: number;
  readonly error?: string;
  readonly hint?: string;
  readonly button: { readonly label?: string; readonly progress?: number; readonly takesClicks: boolean };
  readonly progress: RunProgress | null;
  /** Grows with every log line; the lines themselves are in the run's log. */
  readonly logLines: number;
}

export interface RunAccount {
  readonly id: string;
  readonly role: string;
  readonly region: string;
  readonly name?: string;
  readonly env: string | null;
}

export interface RunProgress {
  readonly title: string;
  readonly label: string;
  /** 0 to 1; null while it is not known. */
  readonly fraction: number | null;
  readonly cancelable: boolean;
}

/** One line of a run's log. `time` is milliseconds since the run began. */
export interface LogLine {
  readonly stream: "log" | "stdout" | "stderr";
  readonly text: string;
  readonly time: number;
}

export type PageName =
  | "home"
  | "palette"
  | "dialog"
  | "review"
  | "console"
  | "extensions"
  | "configure"
  | "settings"
  | "server";

/** A window that should be open. Faces make the real windows follow this list. */
export interface WindowState {
  readonly id: string;
  readonly page: PageName;
  /** What the page is about: `{dialog}`, `{review}`, `{run}`, `{extension, action}`, … */
  readonly params: Readonly<Record<string, string>>;
  readonly title: string;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Grows each time the window should come to the front. */
  readonly raised: number;
}

export interface ToastState {
  readonly id: string;
  readonly run?: string;
  readonly type: "info" | "success" | "warning" | "error" | "loading";
  readonly title: string;
  readonly message: string;
  /** When it goes by itself; absent: it stays until dismissed. */
  readonly until?: number;
}

export interface Problem {
  /** Stable, kebab-case: `no-tray-host`, `no-keychain`, `no-go`, … */
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}
