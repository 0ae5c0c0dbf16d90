import type { TrayAdapter, TrayEvents } from "./adapter.ts";
import { createStatusNotifier } from "./status_notifier/mod.ts";
import { createSystray } from "./systray/mod.ts";

export { type TrayView, trayView } from "./view.ts";

/** What a tray needs beside its events. */
interface TrayOptions extends TrayEvents {
  /** The folder for files that can be made again. */
  readonly cache: string;
}

/** Makes the tray of this desktop. `KEDGE_TRAY=systray2` asks for the helper program on Linux as well. */
export function createTray(options: TrayOptions): TrayAdapter {
  return trayKind(Deno.build.os, Deno.env.get("KEDGE_TRAY")) === "status-notifier"
    ? createStatusNotifier(options)
    : createSystray(options, options.cache);
}

/** Which adapter serves a system: `wanted` is the user's word for it, obeyed where there is a choice. */
export function trayKind(
  os: typeof Deno.build.os,
  wanted: string | undefined,
): "status-notifier" | "systray2" {
  return os === "darwin" || os === "windows" || wanted === "systray2" ? "systray2" : "status-notifier";
}
