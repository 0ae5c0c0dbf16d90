import type { ModelOf } from "../../../src/pages/page.ts";
import { type PageName, pageOf, PAGES } from "../../../src/pages/registry.ts";
import { emptyState, run, type StateParts } from "./state.ts";
import type { AppState, DialogState, RunState, WindowState } from "../../../src/core/state/state.ts";

/** A development build's state with nothing in it but what the test names. */
export function stateWith(parts: StateParts = {}): AppState {
  const state = emptyState(parts);
  return { ...state, app: parts.app ?? { ...state.app, version: "0.1.0", development: true } };
}

/** A window of the given page. */
export function windowOf<P extends PageName>(
  page: P,
  params: WindowState["params"] = {},
  id: string = page,
): WindowState & { readonly page: P } {
  const { frame } = PAGES[page];
  // Pressed for just now, whenever it is shown.
  const asked = { at: Number.MAX_SAFE_INTEGER, just: true };
  const looks = { title: `Kedge ${id}`, width: 420, height: 300, frame };
  return { id, page, params, ...looks, raised: 0, asked };
}

/** The whole model of the page in `window`, as a page that has just opened is sent it. */
export function modelIn<P extends PageName>(
  window: WindowState & { readonly page: P },
  state: AppState,
): ModelOf<(typeof PAGES)[P]> {
  const shown = pageOf(window).model()(state, window);
  return { window, app: state.app, ...shown } as unknown as ModelOf<(typeof PAGES)[P]>;
}

/** A running run. */
export function runOf(id: string, parts: Partial<RunState> = {}): RunState {
  const of = { extension: "tools", extensionName: "Tools", action: "greet", actionLabel: "Greet" };
  return run(id, { ...of, ...parts });
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
