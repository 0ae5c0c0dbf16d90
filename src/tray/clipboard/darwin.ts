import { type Run, run as runProgram } from "../../core/platform/run.ts";
import type { Clipboard } from "./backend.ts";

const OSASCRIPT = "/usr/bin/osascript";

/**
 * The pasteboard of macOS. The text comes on standard input; what is copied says its change's number, by which it is known
 * again. It stays on this computer, and is marked as programs that keep what was copied have agreed (nspasteboard.org).
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

/** The clipboard of macOS, by JavaScript for Automation. */
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
