import type { Command } from "../core/app/command.ts";
import type { Problem } from "../core/state/state.ts";
import { toggleCommand } from "./toggle_command.ts";
import type { TrayView } from "./view.ts";

/** An icon with a menu somewhere on the desktop. */
export interface TrayAdapter {
  /** Shows the icon. A desktop without a place for icons is reported to `onProblem`; the promise does not reject. */
  start(): Promise<void>;
  /** Shows a new view; cheap when little or nothing changed since the last one. May be called before `start`. */
  update(view: TrayView): void;
  /** Removes the icon and releases all resources. */
  stop(): Promise<void>;
}

/** Events of a tray that the application handles. */
export interface TrayEvents {
  /** The user clicked a menu line that is enabled and has a command. */
  readonly onCommand: (command: Command) => void;
  /** The user clicked the icon itself. */
  readonly onActivate: () => void;
  /** The desktop sent an activation token, which lets the window that the next click opens take the focus. */
  readonly onActivation?: (word: string) => void;
  /** The icon cannot be shown; null when the icon can be shown again. */
  readonly onProblem: (problem: Problem | null) => void;
}

/** Returns the problem of a desktop that shows no tray icons. */
export function noTrayHost(message: string): Problem {
  return {
    code: "no-tray-host",
    message,
    hint: `Open the palette by its shortcut or with ${toggleCommand()}, or start Kedge with --browser.`,
  };
}
