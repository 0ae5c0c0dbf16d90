import { isShown, runOf } from "../../core/state/selectors.ts";
import type { AppState, ToastState } from "../../core/state/state.ts";
import type { Store } from "../../core/state/store.ts";
import type { Notifier } from "./notifier.ts";

/** At most MOST notifications in WITHIN ms, so that a looping script cannot flood the desktop. */
const MOST = 10, WITHIN = 10_000;

/**
 * Turns toasts that no open window shows into notifications of the desktop. `open` shows a run, or the page that a toast
 * leads to: it is called when the user clicks the notification, and shows a run also when the desktop has no
 * notifications, or had too many, and the toast tells of something that went wrong.
 */
export function followToasts(
  store: Store,
  notifier: Notifier,
  open: (page: string, params?: Readonly<Record<string, string>>) => void,
  now: () => number = () => performance.now(),
): () => void {
  let times: number[] = [];
  /** Whether one more may be shown now. */
  const mayShow = () => {
    times = times.filter((time) => time > now() - WITHIN);
    return times.length < MOST && times.push(now()) > 0;
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

/** A window that shows the toast itself: the start page shows all, a run's windows those of the run. */
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
