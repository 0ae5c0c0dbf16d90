import type { Store } from "../core/state/store.ts";
import type { TrayAdapter } from "./adapter.ts";
import { trayView } from "./view.ts";

/**
 * Minimum time between two changes of the tray, in ms, so that a script that reports often does not keep
 * panels busy.
 */
const PACE = 100;

/**
 * Updates the tray when the state changes: at once after a pause, otherwise with the newest state when the
 * minimum time has passed.
 */
export function followState(store: Store, tray: Pick<TrayAdapter, "update">): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let changed = false;
  const show = () => {
    changed = false;
    tray.update(trayView(store.get()));
    timer = setTimeout(() => {
      timer = undefined;
      if (changed) show();
    }, PACE);
    Deno.unrefTimer(timer);
  };
  show();
  const unsubscribe = store.subscribe(() => {
    changed = true;
    if (timer === undefined) show();
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}
