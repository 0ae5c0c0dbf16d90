import type { TrayAdapter, TrayEvents } from "./adapter.ts";
import { createStatusNotifier } from "./status_notifier/mod.ts";
import { createSystray } from "./systray/mod.ts";

export { type TrayView, trayView } from "./view.ts";

/** Options of a tray. */
interface TrayOptions extends TrayEvents {
  /** Folder for files that can be created again. */
  readonly cache: string;
}

/** Creates the tray of this desktop. `KEDGE_TRAY=systray2` selects the helper program on Linux too. */
export function createTray(options: TrayOptions): TrayAdapter {
  return trayKind(Deno.build.os, Deno.env.get("KEDGE_TRAY")) === "status-notifier"
    ? createStatusNotifier(options)
    : createSystray(options, options.cache);
}

/**
 * Returns which adapter serves an operating system. `wanted` is the value of `KEDGE_TRAY`, which only Linux
 * follows.
 */
export function trayKind(
  os: typeof Deno.build.os,
  wanted: string | undefined,
): "status-notifier" | "systray2" {
  return os === "darwin" || os === "windows" || wanted === "systray2" ? "systray2" : "status-notifier";
}
