import { type Run, run as runProgram } from "../../core/platform/run.ts";
import type { Clipboard } from "./backend.ts";

const OSASCRIPT = "/usr/bin/osascript";

/**
 * Script for the pasteboard of macOS. `hold` reads the text from standard input and prints the pasteboard's
 * change count; `clear` empties the pasteboard only if the change count is still the same. The text stays on
 * this computer and has the mark that clipboard managers have agreed on (nspasteboard.org).
 */
const SCRIPT = `
ObjC.import("AppKit");
function run(argv) {
  const board = $.NSPasteboard.generalPasteboard;
  if (argv[0] === "clear") {
    if (String(board.changeCount) === argv[1]) board.clearContents;
    return "";
  }
  const data = $.NSFileHandle.fileHandleWithStandardInput.readDataToEndOfFile;
  const text = $.NSString.alloc.initWithDataEncoding(data, $.NSUTF8StringEncoding);
  const onlyHere = 1;
  board.prepareForNewContentsWithOptions(onlyHere);
  board.setStringForType(text, "public.utf8-plain-text");
  board.setStringForType("", "org.nspasteboard.ConcealedType");
  return String(board.changeCount);
}
`;

/** Returns the clipboard of macOS, which runs JavaScript for Automation. */
export function darwinClipboard(run: Run = runProgram): Clipboard {
  const script = (...args: string[]) => ["-l", "JavaScript", "-e", SCRIPT, ...args];
  return {
    async hold(text) {
      const result = await run(OSASCRIPT, script("hold"), { input: text.open() });
      const change = result.ended && result.code === 0 ? /^\d+$/m.exec(result.stdout)?.[0] : undefined;
      if (change === undefined) {
        return { error: "macOS did not take the text for its clipboard.", hint: "Try again." };
      }
      return {
        marked: true,
        async clear() {
          await run(OSASCRIPT, script("clear", change));
        },
      };
    },
  };
}
