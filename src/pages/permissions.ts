import type { Command } from "../core/app/command.ts";
import type { AppState, PageName, WindowState } from "../core/state/state.ts";

type Name = Command["name"];
type Of<N extends Name> = Extract<Command, { readonly name: N }>;
/** `true`: any; a function: only when it says so for this window. */
type Rules = {
  readonly [N in Name]?: true | ((command: Of<N>, window: WindowState, state: AppState) => boolean);
};

const ownRun = (command: { readonly run: string }, window: WindowState) => command.run === window.params.run;
const ownReview = (command: { readonly review: string }, window: WindowState) =>
  command.review === window.params.review;
const ownAction = (
  command: { readonly extension: string; readonly action: string },
  window: WindowState,
) => command.extension === window.params.extension && command.action === window.params.action;

const runOf = (window: WindowState, state: AppState) => {
  const dialog = state.dialogs.find(({ id }) => id === window.params.dialog);
  const run = window.params.run ?? dialog?.run;
  return state.runs.find(({ id }) => id === run);
};

/** What everything-in-one-place pages may do: what the tray menu can. */
const menu: Rules = {
  openWindow: true,
  runAction: true,
  stopRun: true,
  clickButton: true,
  cancelProgress: true,
  dismissRun: true,
  dismissToast: true,
  beginInstall: true,
  reviewInstalled: true,
  testServer: true,
  setPassword: true,
  forgetPassword: true,
  openConfig: true,
  openConsole: true,
  openFolder: true,
  quit: true,
};

const pages: { readonly [P in PageName]: Rules } = {
  home: { ...menu, closeWindow: true },
  palette: menu,
  dialog: {
    answerDialog: (command, window) => command.dialog === window.params.dialog,
    stopRun: (command, window, state) => command.run === runOf(window, state)?.id,
    openWindow: (command, window, state) =>
      command.page === "console" && command.params?.run === runOf(window, state)?.id,
    dismissToast: true,
  },
  review: {
    confirmReview: ownReview,
    rejectReview: ownReview,
    beginInstall: true,
    openWindow: (command) => command.page === "extensions",
  },
  console: {
    stopRun: ownRun,
    clickButton: ownRun,
    cancelProgress: ownRun,
    dismissRun: ownRun,
    dismissToast: true,
    runAction: (command, window, state) => {
      const run = runOf(window, state);
      return run?.extension === command.extension && run.action === command.action;
    },
    reviewInstalled: (command, window, state) => runOf(window, state)?.extension === command.extension,
    openFolder: (command, window, state) => runOf(window, state)?.extension === command.extension,
    openSource: (command, window, state) => runOf(window, state)?.extension === command.extension,
    openWindow: (command, window, state) =>
      command.page === "configure" && runOf(window, state)?.extension === command.params?.extension,
  },
  extensions: {
    beginInstall: true,
    reviewInstalled: true,
    restoreExtension: true,
    uninstall: true,
    runAction: true,
    stopRun: true,
    clickButton: true,
    openFolder: true,
    dismissToast: true,
    openWindow: (command) =>
      command.page === "configure" || command.page === "console" || command.page === "review",
  },
  configure: {
    saveOverrides: ownAction,
    runAction: ownAction,
    openFolder: (c, w) => c.extension === w.params.extension,
  },
  settings: {
    editConfig: true,
    undoConfigEdit: true,
    tryRules: true,
    openConfig: true,
    testServer: true,
    setPassword: true,
    forgetPassword: true,
    openWindow: (command) => command.page === "server" || command.page === "extensions",
  },
  server: {
    editConfig: (command) => command.path[0] === "servers",
    undoConfigEdit: true,
    testServer: true,
    setPassword: true,
    forgetPassword: true,
    openConfig: true,
  },
};

/** What every page may do to its own window. */
const OWN: ReadonlySet<Name> = new Set(["closeWindow", "resizeWindow", "rememberSize"]);

/**
 * Tells whether the page of `window` may send `command`: each page only what it needs, and only about
 * what its window is about. Every page may close and size its own window.
 */
export function mayCommand(window: WindowState, command: Command, state: AppState): boolean {
  if (OWN.has(command.name) && "window" in command && command.window === window.id) return true;
  const rule = pages[window.page][command.name] as
    | true
    | ((command: Command, window: WindowState, state: AppState) => boolean)
    | undefined;
  return rule === true || (rule !== undefined && rule(command, window, state));
}
