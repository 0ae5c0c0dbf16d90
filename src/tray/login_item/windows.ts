import { type Registry, textOf } from "../../core/platform/registry.ts";
import { windowsLine } from "../../core/platform/windows.ts";
import type { LoginItem } from "./item.ts";
import type { LaunchCommand } from "./text.ts";

const BASE = "Software\\Microsoft\\Windows\\CurrentVersion";
const RUN = `${BASE}\\Run`;
/** Registry key with the decisions of the user in Task Manager and Settings. */
const APPROVED = `${BASE}\\Explorer\\StartupApproved\\Run`;
const NAME = "Kedge";

/** Starts Kedge at login by a value of the user's Run key. */
export function windowsLoginItem(command: LaunchCommand, open: () => Registry): LoginItem {
  let registry: Registry | undefined;
  const opened = () => registry ??= open();
  const state = () => {
    const value = textOf(opened().read(RUN, NAME));
    if (value === null) return "off";
    // An odd first byte means that the user switched the item off.
    if ((opened().read(APPROVED, NAME)?.[0] ?? 0) % 2 === 1) return "switched-off";
    return value === windowsLine(command) ? "on" : "other";
  };
  const set = (on: boolean) => {
    if (on) opened().write(RUN, NAME, windowsLine(command));
    else opened().remove(RUN, NAME);
  };
  // `Promise.try` turns an error of the registry into a rejection.
  return { state: () => Promise.try(state), set: (on) => Promise.try(set, on) };
}
