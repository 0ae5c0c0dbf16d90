import type { ToastState } from "../state/state.ts";
import type { Store } from "../state/store.ts";

const DEFAULT_SECONDS = 5;
/** A script that floods toasts keeps only its newest ones. */
const MOST = 20;

/** Short messages that go by themselves. */
export interface Toasts {
  /** Shows one, or replaces the one with this id. `seconds` 0 means the default; loading ones stay. */
  show(toast: Omit<ToastState, "until">, seconds?: number): void;
  dismiss(id: string): void;
  /** Takes away every toast of a run that is still loading: nobody will finish it. */
  endRun(run: string): void;
}

/** Makes the toasts of a store. */
export function createToasts(store: Store, now: () => number): Toasts {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  function dismiss(id: string): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
    store.update((state) =>
      state.toasts.some((toast) => toast.id === id)
        ? { ...state, toasts: state.toasts.filter((toast) => toast.id !== id) }
        : state
    );
  }

  return {
    show(toast, seconds = 0) {
      clearTimeout(timers.get(toast.id));
      const stays = toast.type === "loading" && seconds <= 0;
      const ms = Math.min(seconds > 0 ? seconds : DEFAULT_SECONDS, 3600) * 1000;
      const shown: ToastState = stays ? toast : { ...toast, until: now() + ms };
      store.update((state) => {
        const known = state.toasts.some(({ id }) => id === toast.id);
        const toasts = known
          ? state.toasts.map((other) => other.id === toast.id ? shown : other)
          : [...state.toasts, shown].slice(-MOST);
        return { ...state, toasts };
      });
      // Those that made room for newer ones need no timer any more.
      for (const [id, timer] of timers) {
        if (store.get().toasts.some((kept) => kept.id === id)) continue;
        clearTimeout(timer);
        timers.delete(id);
      }
      if (!stays) {
        const timer = setTimeout(() => dismiss(toast.id), ms);
        timers.set(toast.id, timer);
      }
    },
    dismiss,
    endRun(run) {
      for (const toast of store.get().toasts) {
        if (toast.run === run && toast.type === "loading") dismiss(toast.id);
      }
    },
  };
}
