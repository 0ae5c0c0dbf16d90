import type { Store } from "../core/state/store.ts";
import type { TrayAdapter } from "./adapter.ts";
import { trayView } from "./view.ts";

/** Least time between two changes of the tray, in ms: a script that reports all the time must not keep panels busy. */
const PACE = 100;

/** Keeps the tray as the state says: at once when it rested, else with the newest state a moment later. */
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
