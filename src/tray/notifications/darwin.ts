import type { NotifyCommand } from "./command.ts";
import { type Notification, shownTexts } from "./notifier.ts";

/** Reads the texts as JSON from standard input: they are part of neither the script nor a list of arguments, which all can read. */
const SCRIPT = `
ObjC.import("Foundation");
const data = $.NSFileHandle.fileHandleWithStandardInput.readDataToEndOfFile;
const text = ObjC.unwrap($.NSString.alloc.initWithDataEncoding(data, $.NSUTF8StringEncoding));
const { title, message } = JSON.parse(text);
const app = Application.currentApplication();
app.includeStandardAdditions = true;
app.displayNotification(message, { withTitle: title });
`;

/** The command that shows a notification on macOS. */
export function darwinCommand(notification: Notification): NotifyCommand {
  return {
    program: "/usr/bin/osascript",
    args: ["-l", "JavaScript", "-e", SCRIPT],
    input: JSON.stringify(shownTexts(notification)),
  };
}
