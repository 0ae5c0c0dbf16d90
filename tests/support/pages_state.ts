import { emptyState } from "./state.ts";
import type { AppState, DialogState, RunState, WindowState } from "../../src/core/state/state.ts";

/** A development build's state with nothing in it but what the test names. */
export function stateWith(parts: Partial<AppState> = {}): AppState {
  const state = emptyState(parts);
  return { ...state, app: { ...state.app, version: "0.1.0", development: true }, ...parts };
}

/** A window of the given page. */
export function windowOf(
  page: WindowState["page"],
  params: WindowState["params"] = {},
  id: string = page,
): WindowState {
  return { id, page, params, title: `Kedge ${id}`, width: 420, height: 300, raised: 0 };
}

/** A running run. */
export function runOf(id: string, parts: Partial<RunState> = {}): RunState {
  return {
    id,
    extension: "tools",
    extensionName: "Tools",
    action: "greet",
    actionLabel: "Greet",
    account: null,
    status: "running",
    startedAt: 0,
    button: { takesClicks: false },
    progress: null,
    logLines: 0,
    ...parts,
  };
}

/** An open question. */
export function alertOf(id: string, message = "Hello", run?: string): DialogState {
  return { id, kind: "alert", message, run, openedAt: 0 };
}

/** HTML of a script. */
export function htmlOf(id: string, html: string): DialogState {
  return {
    id,
    kind: "html",
    title: "Report",
    html,
    width: 400,
    height: 300,
    showPrint: false,
    showOpenInBrowser: true,
    openedAt: 0,
  };
}
