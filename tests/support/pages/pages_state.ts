import type { ModelOf } from "../../../src/pages/page.ts";
import { type PageName, pageOf, PAGES } from "../../../src/pages/registry.ts";
import { emptyState, run, type StateParts } from "./state.ts";
import type { AppState, DialogState, RunState, WindowState } from "../../../src/core/state/state.ts";

/** Returns the state of a development build that contains only the given parts. */
export function stateWith(parts: StateParts = {}): AppState {
  const state = emptyState(parts);
  return { ...state, app: parts.app ?? { ...state.app, version: "0.1.0", development: true } };
}

/** Returns a window of the given page. */
export function windowOf<P extends PageName>(
  page: P,
  params: WindowState["params"] = {},
  id: string = page,
): WindowState & { readonly page: P } {
  const { frame } = PAGES[page];
  // The press counts as recent, whenever the window is shown.
  const asked = { at: Number.MAX_SAFE_INTEGER, just: true };
  const looks = { title: `Kedge ${id}`, width: 420, height: 300, frame };
  return { id, page, params, ...looks, raised: 0, asked };
}

/** Returns the complete model of the page in `window`, as a page that has just opened receives it. */
export function modelIn<P extends PageName>(
  window: WindowState & { readonly page: P },
  state: AppState,
): ModelOf<(typeof PAGES)[P]> {
  const shown = pageOf(window).model()(state, window);
  return { window, app: state.app, ...shown } as unknown as ModelOf<(typeof PAGES)[P]>;
}

/** Returns an active run. */
export function runOf(id: string, parts: Partial<RunState> = {}): RunState {
  const of = { extension: "tools", extensionName: "Tools", action: "greet", actionLabel: "Greet" };
  return run(id, { ...of, ...parts });
}

/** Returns an open dialog with a message. */
export function alertOf(id: string, message = "Hello", run?: string): DialogState {
  return { id, kind: "alert", message, run, openedAt: 0 };
}

/** Returns an open dialog with the HTML of a script. */
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
