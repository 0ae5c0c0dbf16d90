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
  /** Those of them that are being published. */
  readonly publishing: readonly PublishingState[];
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
  /** The keys that the desktop has in place of those that Kedge asked for. */
  readonly desktopKeys: DesktopKeys;
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
  /** Databases that are being reached, by the same keys. */
  readonly databaseSteps: Readonly<Record<string, DatabaseStep>>;
  /** Ports that lead to databases, for other programs; in the order in which they were opened. */
  readonly tunnels: readonly TunnelState[];
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

/** Something that is missing or broken on this computer. */
export interface Problem {
  /** Stable, kebab-case: `no-tray-host`, `no-keychain`, `no-go`, … */
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** What is known of this Kedge itself. */
export interface AppInfo {
  readonly version: string;
  readonly development: boolean;
  readonly home: string;
  /** The user's home folder, where the system names one: paths below it are shown with `~`. */
  readonly userHome?: string;
  readonly platform: "linux" | "darwin" | "windows";
  /** Where the build sends anonymous counts; absent for one that names no place. */
  readonly collector?: { readonly address: string; readonly doNotTrack: boolean };
  /** Where the build looks for new versions; absent for one that names no place. */
  readonly release?: { readonly address: string; readonly doNotTrack: boolean };
  readonly installation?: Installation;
  /** The shell that the user seems to work in. */
  readonly shell?: Shell;
}
