import { isShown, runOf } from "../../../state/selectors.ts";
import type { AppState, RunState } from "../../../state/state.ts";
import type { Store } from "../../../state/store.ts";
import { type Ask, currentAsk } from "../../asks.ts";
import type { Windows } from "../../windows.ts";

/** Time after which the compiling of a run is shown, ms. */
const PATIENCE_MS = 1000;

/** Page that shows the compiling. */
const PAGE = "preparing";

/**
 * Opens a small window, once per run, when compiling takes long, and closes it afterwards. No window opens
 * while a question of the run is open or another window shows the run's progress.
 */
export function followPreparing(
  { store, windows }: { readonly store: Store; readonly windows: Windows },
  patience = PATIENCE_MS,
): void {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  /** The runs whose compiling is shown, with its window and the press that the run follows from. */
  const reported = new Map<string, { readonly window: string; readonly ask: Ask | undefined }>();

  function tell(id: string) {
    waiting.delete(id);
    const state = store.get();
    const run = runOf(state, id);
    if (!run || !compiles(state, run) || isShown(state, run)) return;
    const window = windows.open(PAGE, { run: id }), ask = currentAsk();
    reported.set(id, { window, ask });
    // The user waits there, and the focus goes on to what comes next.
    if (ask) ask.waitsIn = window;
  }

  store.subscribe((state, before) => {
    if (state.windows !== before.windows) {
      for (const { window, ask } of reported.values()) {
        // The user has closed it, and waits no more.
        if (ask?.waitsIn === window && !state.windows.some(({ id }) => id === window)) {
          ask.waitsIn = undefined;
        }
      }
    }
    if (state.runs === before.runs && state.dialogs === before.dialogs) return;
    for (const run of state.runs) {
      if (!compiles(state, run) || reported.has(run.id) || waiting.has(run.id)) continue;
      waiting.set(run.id, setTimeout(tell, patience, run.id));
    }
    const over = (id: string) => !state.runs.some((run) => run.id === id && compiles(state, run));
    for (const [id, timer] of waiting) {
      if (!over(id)) continue;
      clearTimeout(timer);
      waiting.delete(id);
    }
    for (const id of [...reported.keys()]) {
      if (!over(id)) continue;
      reported.delete(id);
      windows.closeWhere(({ page, params }) => page === PAGE && params.run === id);
    }
  });
}

/** Whether the run waits for the compiler. With an open dialog it waits for the user. */
function compiles({ dialogs }: AppState, { id, status }: RunState): boolean {
  return status === "compiling" && !dialogs.some(({ run }) => run === id);
}
