import type { NotifyCommand } from "./command.ts";
import { type Notification, shownTexts } from "./notifier.ts";

/**
 * Script that reads the texts as JSON from standard input, because every user of the machine can read the
 * script and the arguments.
 */
const SCRIPT = `
ObjC.import("Foundation");
const data = $.NSFileHandle.fileHandleWithStandardInput.readDataToEndOfFile;
const text = ObjC.unwrap($.NSString.alloc.initWithDataEncoding(data, $.NSUTF8StringEncoding));
const { title, message } = JSON.parse(text);
const app = Application.currentApplication();
app.includeStandardAdditions = true;
app.displayNotification(message, { withTitle: title });
`;

/** Returns the command that shows a notification on macOS. */
export function darwinCommand(notification: Notification): NotifyCommand {
  return {
    program: "/usr/bin/osascript",
    args: ["-l", "JavaScript", "-e", SCRIPT],
    input: JSON.stringify(shownTexts(notification)),
  };
}
