import type { TrayAdapter, TrayEvents } from "./adapter.ts";
import { createStatusNotifier } from "./status_notifier/mod.ts";

export { type TrayAdapter, type TrayEvents } from "./adapter.ts";
export { type TrayView, trayView } from "./view.ts";

/** Makes the tray of this desktop. */
export function createTray(events: TrayEvents): TrayAdapter {
  return createStatusNotifier(events);
}
