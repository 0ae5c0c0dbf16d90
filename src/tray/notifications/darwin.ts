import { type Notification, shownTexts } from "./notifier.ts";
import type { NotifyCommand } from "./command.ts";

const SCRIPT = "on run argv\ndisplay notification (item 2 of argv) with title (item 1 of argv)\nend run";

/**
 * The command that shows a notification on macOS. Texts are arguments of the script, never part of it, and none
 * begins like an option: `-e…` would be more script.
 */
export function darwinCommand(notification: Notification): NotifyCommand {
  const { title, message } = shownTexts(notification);
  return { program: "/usr/bin/osascript", args: ["-e", SCRIPT, ...[title, message].map(noOption)] };
}

function noOption(text: string): string {
  return text.startsWith("-") ? ` ${text}` : text;
}
