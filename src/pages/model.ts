import type {
  AccountState,
  ActionState,
  AppInfo,
  AppState,
  ConfigState,
  DialogState,
  ExtensionState,
  PageName,
  Problem,
  ReviewFile,
  ReviewState,
  RunState,
  ServerState,
  SignInState,
  ToastState,
  WindowState,
} from "../core/state/state.ts";
import type { Usage } from "../core/state/usage.ts";
import { trimReview } from "./review_texts.ts";

/** What every page knows: its own window and which Kedge it belongs to. */
interface Common<P extends PageName> {
  readonly page: P;
  readonly window: WindowState;
  readonly app: AppInfo;
}

/** What the tray menu and the palette list. In every model `logLines` of a run is 0. */
export interface Everything {
  readonly signIn: SignInState;
  readonly accounts: readonly AccountState[];
  readonly servers: readonly ServerState[];
  readonly extensions: readonly ExtensionState[];
  readonly runs: readonly RunState[];
  readonly problems: readonly Problem[];
}

/** Start of the browser mode: everything the menu has, and the other windows as overlays. */
export interface HomeModel extends Common<"home">, Everything {
  readonly config: Pick<ConfigState, "file" | "status" | "diagnostics">;
  readonly toasts: readonly ToastState[];
  /** All open windows but this one, in the order in which they were opened. */
  readonly windows: readonly WindowState[];
}

/** Everything that can be done, to be found by typing. */
export interface PaletteModel extends Common<"palette">, Everything {
  readonly usage: Usage;
}

/**
 * One question. `dialog` is null once it is answered or its run has ended. The HTML of a report, up to 16 MB, is not in it:
 * the page's frame fetches that.
 */
export interface DialogModel extends Common<"dialog"> {
  readonly dialog: DialogState | null;
  /** Who asks; null when Kedge itself does. */
  readonly run: RunState | null;
  /** The icons of who asks, as paths inside the bundle of `run.extension`. */
  readonly icon?: string;
  readonly actionIcon?: string;
  readonly toasts: readonly ToastState[];
}

/** A file of a review; `more`: its text is not in the model but has to be asked for (`client.reviewFile`). */
export type ReviewFileModel = ReviewFile & { readonly more?: boolean };

/** One bundle before its user. `review` is null once it is decided and forgotten. */
export interface ReviewModel extends Common<"review"> {
  readonly review:
    | Omit<ReviewState, "bundle"> & {
      readonly bundle?: Omit<NonNullable<ReviewState["bundle"]>, "files"> & {
        readonly files: readonly ReviewFileModel[];
      };
    }
    | null;
}

/** One run; its lines come on a topic of their own (`client.log`). */
export interface ConsoleModel extends Common<"console"> {
  readonly run: RunState | null;
  /** The extension of the run as it is installed now, for its icon and its state. */
  readonly extension: ExtensionState | null;
  readonly toasts: readonly ToastState[];
}

/** The installed extensions and what runs of them. */
export interface ExtensionsModel extends Common<"extensions"> {
  readonly extensions: readonly ExtensionState[];
  readonly runs: readonly RunState[];
  readonly reviews: readonly Pick<ReviewState, "id" | "source" | "status" | "error">[];
  readonly accounts: readonly AccountState[];
}

/** One action's account and config overrides. */
export interface ConfigureModel extends Common<"configure"> {
  readonly extension: ExtensionState | null;
  readonly action: ActionState | null;
  readonly accounts: readonly AccountState[];
  readonly servers: readonly ServerState[];
}

/** The configuration in force and what is wrong with its file. */
export interface SettingsModel extends Common<"settings"> {
  readonly config: ConfigState;
  readonly signIn: SignInState;
  readonly accounts: readonly AccountState[];
  readonly problems: readonly Problem[];
}

/** One server's form; `server` is null for a new one. */
export interface ServerModel extends Common<"server"> {
  readonly server: ServerState | null;
  readonly names: readonly string[];
  readonly config: ConfigState;
}

/** What one page shows: only what that page needs, told apart by `page`. */
export type PageModel =
  | HomeModel
  | PaletteModel
  | DialogModel
  | ReviewModel
  | ConsoleModel
  | ExtensionsModel
  | ConfigureModel
  | SettingsModel
  | ServerModel;

/** The model of one page by its name. */
export type ModelOf<P extends PageName> = Extract<PageModel, { readonly page: P }>;

const pages: { readonly [P in PageName]: (window: WindowState, state: AppState) => ModelOf<P> } = {
  home: (window, state) => ({
    ...common(window, state, "home"),
    ...everything(state),
    config: { file: state.config.file, status: state.config.status, diagnostics: state.config.diagnostics },
    toasts: state.toasts,
    windows: state.windows.filter(({ id }) => id !== window.id),
  }),
  palette: (window, state) => ({
    ...common(window, state, "palette"),
    ...everything(state),
    usage: state.usage ?? {},
  }),
  dialog: (window, state) => {
    const dialog = state.dialogs.find(({ id }) => id === window.params.dialog) ?? null;
    const run = dialog?.run === undefined ? null : runOf(state, dialog.run);
    const extension = run && extensionOf(state, run.extension);
    return {
      ...common(window, state, "dialog"),
      dialog: dialog?.kind === "html" ? { ...dialog, html: "" } : dialog,
      run,
      icon: extension?.icon,
      actionIcon: extension?.actions.find(({ id }) => id === run?.action)?.icon,
      toasts: toastsOf(state, run),
    };
  },
  review: (window, state) => {
    const review = state.reviews.find(({ id }) => id === window.params.review);
    return { ...common(window, state, "review"), review: review ? trimReview(review) : null };
  },
  console: (window, state) => {
    const run = runOf(state, window.params.run);
    return {
      ...common(window, state, "console"),
      run,
      extension: run && extensionOf(state, run.extension),
      toasts: toastsOf(state, run),
    };
  },
  extensions: (window, state) => ({
    ...common(window, state, "extensions"),
    extensions: state.extensions,
    runs: state.runs.map(withoutCount),
    accounts: state.accounts,
    reviews: state.reviews.map(({ id, source, status, error }) => ({ id, source, status, error })),
  }),
  configure: (window, state) => {
    const extension = extensionOf(state, window.params.extension);
    return {
      ...common(window, state, "configure"),
      extension,
      action: extension?.actions.find(({ id }) => id === window.params.action) ?? null,
      accounts: state.accounts,
      servers: state.servers,
    };
  },
  settings: (window, state) => ({
    ...common(window, state, "settings"),
    config: state.config,
    signIn: state.signIn,
    accounts: state.accounts,
    problems: state.problems,
  }),
  server: (window, state) => ({
    ...common(window, state, "server"),
    server: state.servers.find(({ name }) => name === window.params.server) ?? null,
    names: state.servers.map(({ name }) => name),
    config: state.config,
  }),
};

/** What the page of `window` shows of `state`. Pure; holds nothing that the page has no use for. */
export function pageModel(window: WindowState, state: AppState): PageModel {
  return pages[window.page](window, state);
}

function common<P extends PageName>(window: WindowState, state: AppState, page: P): Common<P> {
  return { page, window, app: state.app };
}

function everything(state: AppState): Everything {
  const { signIn, accounts, servers, extensions, problems } = state;
  return { signIn, accounts, servers, extensions, runs: state.runs.map(withoutCount), problems };
}

function runOf(state: AppState, id: string | undefined): RunState | null {
  const run = state.runs.find((run) => run.id === id);
  return run ? withoutCount(run) : null;
}

/** Lines come on a topic of their own: their count in a model would send the model anew for each of them. */
function withoutCount(run: RunState): RunState {
  return { ...run, logLines: 0 };
}

function extensionOf(state: AppState, id: string | undefined): ExtensionState | null {
  return state.extensions.find((extension) => extension.id === id) ?? null;
}

function toastsOf(state: AppState, run: RunState | null): ToastState[] {
  return run ? state.toasts.filter((toast) => toast.run === run.id) : [];
}
