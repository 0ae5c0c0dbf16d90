import type { ToastState } from "../../../state/state.ts";
import { placed, without } from "../../../state/list.ts";
import type { Writing } from "../../../state/store.ts";

const DEFAULT_SECONDS = 5;
/** Maximum toasts shown at once. The newest are shown. */
const MAX_COUNT = 20;

/** Short messages that disappear by themselves. */
export type Toasts = ReturnType<typeof createToasts>;

/** Makes the toasts. */
export function createToasts(store: Writing<"toasts">, now: () => number) {
  const toasts = store.slices.toasts;
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  function dismiss(id: string): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
    toasts.update((all) => without(all, (toast) => toast.id === id));
  }

  return {
    /**
     * Shows a toast, or replaces the toast with this ID. 0 `seconds` means the default time; a loading toast
     * then stays.
     */
    show(toast: Omit<ToastState, "until">, seconds = 0) {
      clearTimeout(timers.get(toast.id));
      const stays = toast.type === "loading" && seconds <= 0;
      const ms = Math.min(seconds > 0 ? seconds : DEFAULT_SECONDS, 3600) * 1000;
      const shown: ToastState = stays ? toast : { ...toast, until: now() + ms };
      toasts.update((all) => placed(all, shown, ({ id }) => id === toast.id).slice(-MAX_COUNT));
      // Toasts that made room for newer ones need no timer.
      for (const [id, timer] of timers) {
        if (toasts.get().some((other) => other.id === id)) continue;
        clearTimeout(timer);
        timers.delete(id);
      }
      if (!stays) {
        const timer = setTimeout(() => dismiss(toast.id), ms);
        // The timer must not keep Kedge running.
        Deno.unrefTimer(timer);
        timers.set(toast.id, timer);
      }
    },
    dismiss,
    /** Removes the loading toasts of an ended run, because it cannot finish them. */
    endRun(run: string) {
      for (const toast of toasts.get()) {
        if (toast.run === run && toast.type === "loading") dismiss(toast.id);
      }
    },
  };
}
