import { hostSystem } from "../../core/platform/mod.ts";
import { commandNotifier } from "./command.ts";
import { darwinCommand } from "./darwin.ts";
import { linuxNotifier } from "./linux.ts";
import type { Notifier } from "./notifier.ts";
import { windowsNotifier } from "./windows.ts";

export { followToasts } from "./follow.ts";

/** Returns the notifier of this system. `onActivation` receives the activation token that comes with a click. */
export function createNotifier(onActivation: (word: unknown) => void): Notifier {
  switch (hostSystem().name) {
    case "darwin":
      return commandNotifier(darwinCommand);
    case "windows":
      return windowsNotifier();
    default:
      return linuxNotifier(onActivation);
  }
}
