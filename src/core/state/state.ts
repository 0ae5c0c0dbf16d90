import type { KnownTables } from "./known_tables.ts";
import type { Config, Server } from "../config/config.ts";
import type { KnownServer } from "../config/renamed.ts";
import type { AgentSlices } from "./agents.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { Json } from "../json/node.ts";
import type { CatalogueState, CatalogueUpdate } from "./catalogue.ts";
import type { Choices } from "./choices.ts";
import type { DatabaseLogins, DatabaseStep } from "./database_logins.ts";
import type { Personal } from "./personal.ts";
import type { AnalyticsState } from "../analytics/counts.ts";
import type { SigningIn, SignInState } from "./sign_in.ts";
import type { WindowSizes } from "./sizes.ts";
import type { LinksState } from "./links.ts";
import type { SearchState } from "./search.ts";
import type { ReleaseState } from "./releases.ts";
import type { ExtensionState } from "./extension.ts";
import type { RunState } from "./run.ts";
import type { Usage } from "./usage.ts";
import type { DesktopKeys } from "./desktop_keys.ts";
import type { DialogState } from "./dialog.ts";
import type { PastQuery, QueryWindowState } from "./query_window.ts";
import type { DevelopmentState } from "./development.ts";
import type { PublishingState } from "./publishing.ts";
import type { ReviewState } from "./review.ts";
import type { TunnelState } from "./tunnels.ts";
import type { WindowState } from "./window.ts";
import type { Shell } from "../aws/exports/shells.ts";
import type { Installation } from "../releases/installation.ts";

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
export type { ActionConfig, ActionState, ExtensionState, WriteGrant } from "./extension.ts";
export type { LogLine, RunProgress, RunState, RunStatus } from "./run.ts";
export type { WindowState } from "./window.ts";

/**
 * Everything that Kedge shows, as one immutable value. The tray menu, the pages and `--json` are functions of
 * it, and none keeps a copy of its own. Times are in ms since 1970.
 */
export interface AppState extends AgentSlices {
  readonly app: AppInfo;
  readonly config: ConfigState;
  readonly signIn: SignInState;
  /** Shown only on the sign-in page, because it may contain a code. */
  readonly signingIn: SigningIn;
  readonly accounts: readonly AccountState[];
  /** Accounts that left the list since Kedge started and are not back, as they were, by ID. */
  readonly leftAccounts: Readonly<Record<string, AccountState>>;
  /** Tests of servers. `servers` in selectors.ts lists the servers with their tests. */
  readonly serverTests: readonly TestedServer[];
  /** The environments of the configured servers that are known, by name. */
  readonly serverEnvs: Readonly<Record<string, string | null>>;
  readonly extensions: readonly ExtensionState[];
  /** Folders of extensions whose authors work on them. */
  readonly development: readonly DevelopmentState[];
  /** Extensions that are being published. */
  readonly publishing: readonly PublishingState[];
  readonly reviews: readonly ReviewState[];
  /** The catalogues of the configuration. What they offer is kept outside the state. */
  readonly catalogues: readonly CatalogueState[];
  /** Newer versions of installed extensions that catalogues offer now. */
  readonly updates: readonly CatalogueUpdate[];
  /** Active runs first, then ended ones, newest first. */
  readonly runs: readonly RunState[];
  /** Everything that waits for the user's answer, oldest first. */
  readonly dialogs: readonly DialogState[];
  readonly windows: readonly WindowState[];
  /**
   * The servers that config.json had last. They serve to recognize a server that was renamed, also while no
   * Kedge ran.
   */
  readonly knownServers: readonly KnownServer[];
  /** The search through all accounts; null while there is none. */
  readonly search: SearchState | null;
  /** The open query windows. Texts, rows and catalogs are kept outside the state. */
  readonly queryWindows: readonly QueryWindowState[];
  /** Saved and past statements of every server, newest first. */
  readonly pastQueries: readonly PastQuery[];
  /** Tables of servers whose catalogs were read, by the server's address. */
  readonly knownTables: KnownTables;
  readonly toasts: readonly ToastState[];
  /** Links from other programs that wait for the user's decision. */
  readonly links: LinksState;
  /** Parts of the desktop that are missing or broken, each with its next step. */
  readonly problems: readonly Problem[];
  /** Shortcuts that the desktop assigned instead of those Kedge asked for. */
  readonly desktopKeys: DesktopKeys;
  /** How often and how recently things were used. */
  readonly usage: Usage;
  /** The sizes that the user gave to windows. */
  readonly sizes: WindowSizes;
  /** Counts that were not sent yet. */
  readonly analytics: AnalyticsState;
  /** What is known about versions of Kedge. */
  readonly release: ReleaseState;
  /** The user's choices for accounts on this computer. */
  readonly choices: Choices;
  /** How databases of accounts were opened last. */
  readonly databaseLogins: DatabaseLogins;
  /** Databases that are being opened, by the same keys. */
  readonly databaseSteps: Readonly<Record<string, DatabaseStep>>;
  /** Ports that lead to databases for other programs, in the order in which they were opened. */
  readonly tunnels: readonly TunnelState[];
  /** The user's personal settings. */
  readonly personal: Personal;
  /** What the user's AWS files would add to config.json, as text; empty when they add nothing or do not exist. */
  readonly inAwsFiles: string;
  /** Whether the welcome of the first start was shown. */
  readonly welcomed: boolean;
}

export interface ConfigState {
  readonly file: string;
  /** `stale`: the file does not parse, so `value` is the last good one (or the defaults at start). */
  readonly status: "loaded" | "missing" | "stale";
  readonly value: Config;
  readonly diagnostics: readonly Diagnostic[];
  /** Content of the file without defaults and checks, from the last time that it could be read. */
  readonly document?: Json;
  /** Set when an edit made in Kedge can be undone. */
  readonly canUndo?: boolean;
}

export interface AccountState {
  readonly accountId: string;
  readonly name?: string;
  readonly email?: string;
  /** The environment label from the configuration or a rule, or guessed from the name; else null. */
  readonly env: string | null;
  /** Set when the environment is guessed from the name, because neither the configuration nor a rule gives it. */
  readonly envGuessed?: true;
  /** The usual region; absent when none is configured. */
  readonly region?: string;
  readonly secrets: readonly { readonly label: string; readonly id: string }[];
  readonly ecsClusters: readonly { readonly name: string; readonly services: readonly string[] }[];
  /** Whether config.json lists the account. */
  readonly configured: boolean;
  /** The roles that the user is known to have. */
  readonly roles: readonly string[];
  /** Where the account comes from: `config`, and the names of sources. */
  readonly sources: readonly string[];
}

/** A test of a server, with the configuration that was tested. */
interface TestedServer {
  readonly of: Server;
  readonly test: ServerTest;
}

/** A configured server with its environment and its last test. */
export type ServerState = Server & { readonly test: ServerTest; readonly env: string | null };

export type ServerTest =
  | { readonly status: "idle" }
  /** `step` is the current step on the way to the server. */
  | { readonly status: "running"; readonly since: number; readonly step?: string }
  | { readonly status: "ok"; readonly at: number; readonly ms: number; readonly detail: string }
  | { readonly status: "failed"; readonly at: number; readonly message: string; readonly hint?: string };

export interface ToastState {
  readonly id: string;
  readonly run?: string;
  readonly type: "info" | "success" | "warning" | "error" | "loading";
  readonly title: string;
  readonly message: string;
  /** The page that a click opens, with the text for it. */
  readonly opens?: {
    readonly label: string;
    readonly page: string;
    readonly params?: Readonly<Record<string, string>>;
  };
  /** Time at which the toast closes by itself; absent when it stays until it is dismissed. */
  readonly until?: number;
}

/** Something that is missing or broken on this computer. */
export interface Problem {
  /** Stable, kebab-case: `no-tray-host`, `no-keychain`, `no-go`, … */
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** Facts about this Kedge itself. */
export interface AppInfo {
  readonly version: string;
  readonly development: boolean;
  readonly home: string;
  /** The user's home folder, when the system names one. Paths below it are shown with `~`. */
  readonly userHome?: string;
  readonly platform: "linux" | "darwin" | "windows";
  /** Where this build sends anonymous counts; absent when the build names no address. */
  readonly collector?: { readonly address: string; readonly doNotTrack: boolean };
  /** Where this build looks for new versions; absent when the build names no address. */
  readonly release?: { readonly address: string; readonly doNotTrack: boolean };
  readonly installation?: Installation;
  /** The shell that the user probably works in. */
  readonly shell?: Shell;
}
