import type { KnownTables } from "./known_tables.ts";
import type { Config, Server } from "../config/config.ts";
import type { KnownServer } from "../config/renamed.ts";
import type { AccountContext } from "../accounts/context.ts";
import type { AgentSlices } from "./agents.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { Json } from "../json/node.ts";
import type { AppInfo } from "./app_info.ts";
import type { CatalogueState, CatalogueUpdate } from "./catalogue.ts";
import type { Choices } from "./choices.ts";
import type { DatabaseLogins } from "./database_logins.ts";
import type { Personal } from "./personal.ts";
import type { AnalyticsState } from "../analytics/counts.ts";
import type { SigningIn, SignInState } from "./sign_in.ts";
import type { WindowSizes } from "./sizes.ts";
import type { LinksState } from "./links.ts";
import type { SearchState } from "./search.ts";
import type { ReleaseState } from "./releases.ts";
import type { Usage } from "./usage.ts";
import type { DialogState } from "./dialog.ts";
import type { PastQuery, QueryWindowState } from "./query_window.ts";
import type { DevelopmentState } from "./development.ts";
import type { Problem } from "./problem.ts";
import type { ReviewState } from "./review.ts";
import type { WindowState } from "./window.ts";

export type { DialogState, InputField, Option } from "./dialog.ts";
export type { SignInAsker, SigningIn, SignInState, SignInTrouble } from "./sign_in.ts";
export type {
  ReviewedBundle,
  ReviewFile,
  ReviewFinding,
  ReviewState,
  ReviewStep,
  ReviewTexts,
} from "./review.ts";
export type { AppInfo } from "./app_info.ts";
export type { Problem } from "./problem.ts";
export type { WindowState } from "./window.ts";

/**
 * All that Kedge shows, as one immutable value. The tray menu, the pages and `--json` are functions
 * of it; none keeps a copy of its own. Times are milliseconds since 1970.
 */
export interface AppState extends AgentSlices {
  readonly app: AppInfo;
  readonly config: ConfigState;
  readonly signIn: SignInState;
  /** Only the page that signs in shows it: it may hold a code. */
  readonly signingIn: SigningIn;
  readonly accounts: readonly AccountState[];
  /** How tests of servers went; `servers` of selectors.ts lists the servers with theirs. */
  readonly serverTests: readonly TestedServer[];
  /** The environments of the configured servers by their names, as far as they are known. */
  readonly serverEnvs: Readonly<Record<string, string | null>>;
  readonly extensions: readonly ExtensionState[];
  /** Folders whose authors work on them. */
  readonly development: readonly DevelopmentState[];
  readonly reviews: readonly ReviewState[];
  /** The catalogues of the configuration; what they offer lives beside the state. */
  readonly catalogues: readonly CatalogueState[];
  /** What catalogues have newer than what is installed, and offer now. */
  readonly updates: readonly CatalogueUpdate[];
  /** Running first, then ended ones, newest first. */
  readonly runs: readonly RunState[];
  /** Everything that waits for an answer of the user, oldest first. */
  readonly dialogs: readonly DialogState[];
  readonly windows: readonly WindowState[];
  /** The servers that config.json had last: one that was renamed while no Kedge ran is known by where it leads. */
  readonly knownServers: readonly KnownServer[];
  /** The search through all accounts; null while there is none. */
  readonly search: SearchState | null;
  /** The open query windows; texts, rows and catalogs live beside the state. */
  readonly queryWindows: readonly QueryWindowState[];
  /** Statements that were saved or run, of every server; newest first. */
  readonly pastQueries: readonly PastQuery[];
  /** The tables of servers whose catalogs were read, by where these are. */
  readonly knownTables: KnownTables;
  readonly toasts: readonly ToastState[];
  /** Links from other programs that wait to be decided. */
  readonly links: LinksState;
  /** Parts of the desktop that are missing or broken, each with its next step. */
  readonly problems: readonly Problem[];
  /** What is used often and lately. */
  readonly usage: Usage;
  /** The sizes that the user gave to windows. */
  readonly sizes: WindowSizes;
  /** What was counted and not sent yet. */
  readonly analytics: AnalyticsState;
  /** What is known of versions of Kedge. */
  readonly release: ReleaseState;
  /** What the user has chosen about accounts on this computer. */
  readonly choices: Choices;
  /** How databases of accounts were opened last. */
  readonly databaseLogins: DatabaseLogins;
  /** What the user has made their own. */
  readonly personal: Personal;
  /** What the user's AWS files would bring into config.json, in words; empty for nothing, and where there are none. */
  readonly inAwsFiles: string;
  /** The welcome of the first start was shown. */
  readonly welcomed: boolean;
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

export interface AccountState {
  readonly accountId: string;
  readonly name?: string;
  readonly email?: string;
  /** The environment label: of the configuration, of a rule, or guessed from the name; else null. */
  readonly env: string | null;
  /** Neither the configuration nor a rule says the environment: the name lets guess it. */
  readonly envGuessed?: true;
  /** The usual region; absent when none is configured. */
  readonly region?: string;
  readonly secrets: readonly { readonly label: string; readonly id: string }[];
  readonly ecsClusters: readonly { readonly name: string; readonly services: readonly string[] }[];
  /** Whether config.json lists it. */
  readonly configured: boolean;
  /** The roles that are known to be there for the user. */
  readonly roles: readonly string[];
  /** Who gave it: `config`, and the names of sources. */
  readonly sources: readonly string[];
}

/** A test of a server, as it was configured then. */
interface TestedServer {
  readonly of: Server;
  readonly test: ServerTest;
}

/** A configured server, with its environment and how its last test went. */
export type ServerState = Server & { readonly test: ServerTest; readonly env: string | null };

export type ServerTest =
  | { readonly status: "idle" }
  /** `step`: what is done now on the way to it. */
  | { readonly status: "running"; readonly since: number; readonly step?: string }
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

export interface RunState {
  readonly id: string;
  readonly extension: string;
  readonly extensionName: string;
  readonly action: string;
  readonly actionLabel: string;
  /** Of an extension that its author works on. */
  readonly developed?: true;
  /** The user has answered something in it, which can be given again. */
  readonly answered?: true;
  /** Where it runs; null when it needs no account, or that is not decided yet. */
  readonly context: RunContext | null;
  readonly status: RunStatus;
  readonly startedAt: number;
  readonly endedAt?: number;
  /** The run's own time in ms, dialogs not counted; set when it has ended. */
  readonly ms?: number;
  /** Its clock: `ms` is the run's own time at `since`. Without `since` the clock is stopped while the user is asked. */
  readonly clock?: { readonly ms: number; readonly since?: number };
  readonly error?: string;
  readonly hint?: string;
  readonly button: { readonly label?: string; readonly progress?: number; readonly takesClicks: boolean };
  readonly progress: RunProgress | null;
  /** How many lines the log has, once nothing comes any more; absent for a run of an earlier time: its file knows. */
  readonly logLines?: number;
}

/** Where a run runs, with what is known of the account. */
interface RunContext extends AccountContext {
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

/** One line of a run's log. `time` is the run's own time in ms when it came. */
export interface LogLine {
  readonly stream: "log" | "stdout" | "stderr";
  readonly text: string;
  readonly time: number;
}

export interface ToastState {
  readonly id: string;
  readonly run?: string;
  readonly type: "info" | "success" | "warning" | "error" | "loading";
  readonly title: string;
  readonly message: string;
  /** The page that a click on it leads to, with the word for it. */
  readonly opens?: {
    readonly label: string;
    readonly page: string;
    readonly params?: Readonly<Record<string, string>>;
  };
  /** When it closes by itself; absent when it stays until dismissed. */
  readonly until?: number;
}
