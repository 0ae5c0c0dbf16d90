import { isShown, runOf } from "../../core/state/selectors.ts";
import type { AppState, ToastState } from "../../core/state/state.ts";
import type { Store } from "../../core/state/store.ts";
import type { Notifier } from "./notifier.ts";

/**
 * Maximum number of notifications in a period, and that period in ms, so that a looping script cannot flood
 * the desktop.
 */
const MAX_COUNT = 10, WITHIN = 10_000;

/**
 * Shows a notification of the desktop for each toast that no open window shows. `open` opens the output of a
 * run or the page of a toast when the user clicks the notification. For a failed run `open` is also called
 * when the desktop has no notifications or too many were shown.
 */
export function followToasts(
  store: Store,
  notifier: Notifier,
  open: (page: string, params?: Readonly<Record<string, string>>) => void,
  now: () => number = () => performance.now(),
): () => void {
  let times: number[] = [];
  /** Whether one more notification may be shown now. */
  const mayShow = () => {
    times = times.filter((time) => time > now() - WITHIN);
    return times.length < MAX_COUNT && times.push(now()) > 0;
  };
  return store.subscribe((state, before) => {
    if (state.toasts === before.toasts) return;
    for (const toast of state.toasts) {
      const known = before.toasts.find(({ id }) => id === toast.id);
      const alreadyShown = known && known.title === toast.title && known.message === toast.message &&
        known.type === toast.type;
      if (alreadyShown || toast.type === "loading" || isSeen(state, toast)) continue;
      const { run, opens } = toast;
      const failed = toast.type === "error";
      const showRun = () => open("console", { run: run! });
      if (!mayShow()) {
        if (run && failed) showRun();
        continue;
      }
      void notifier.show({
        title: toast.title,
        message: toast.message,
        urgency: failed ? "critical" : "normal",
        about: toast.id,
        ...(opens
          ? { onOpen: () => open(opens.page, opens.params), button: opens.label }
          : run
          ? { onOpen: showRun, button: "Show output" }
          : {}),
      }).then((shown) => {
        if (!shown && run && failed) showRun();
      });
    }
  });
}

/**
 * Whether an open window shows the toast: the start page shows all toasts, the windows of a run show those of
 * the run.
 */
function isSeen(state: AppState, toast: ToastState): boolean {
  return state.windows.some((window) => {
    if (window.page === "home") return true;
    if (!toast.run) return false;
    const run = runOf(state, toast.run);
    if (run && isShown(state, run)) return true;
    const dialog = state.dialogs.find(({ id }) => id === window.params.dialog);
    return window.params.run === toast.run || dialog?.run === toast.run;
  });
}
