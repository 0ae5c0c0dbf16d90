import type { Command } from "../core/app/command.ts";
import type { Problem } from "../core/state/state.ts";
import { toggleCommand } from "./toggle_command.ts";
import type { TrayView } from "./view.ts";

/** An icon with a menu somewhere on the desktop. */
export interface TrayAdapter {
  /** Puts the icon up. A desktop without a place for it is a problem told to `onProblem`, not an error. */
  start(): Promise<void>;
  /** Shows a new view; cheap when little or nothing differs from the last one. May be called before `start`. */
  update(view: TrayView): void;
  /** Takes the icon away and releases everything. */
  stop(): Promise<void>;
}

/** What a tray tells the application. */
export interface TrayEvents {
  /** The user clicked a menu line that is enabled and has a command. */
  readonly onCommand: (command: Command) => void;
  /** The user clicked the icon itself. */
  readonly onActivate: () => void;
  /** What lets the window that the next click opens take the focus. */
  readonly onActivation?: (word: string) => void;
  /** The icon cannot be shown, or (null) can be again. */
  readonly onProblem: (problem: Problem | null) => void;
}

/** The problem of a desktop that shows no tray icons. */
export function noTrayHost(message: string): Problem {
  return {
    code: "no-tray-host",
    message,
    hint: `Open the palette by its shortcut or with ${toggleCommand()}, or start Kedge with --browser.`,
  };
}
