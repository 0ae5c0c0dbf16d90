import { equal } from "node:assert/strict";
import { gitFault } from "../../../../src/core/catalogue/source/git.ts";

const ADDRESS = "git@host:team/catalogue";

const SAID: readonly (readonly [what: string, said: string, trouble: string, message: string])[] = [
  [
    "macOS without its tools",
    "xcode-select: note: No developer tools were found, requesting install.\nIf they are elsewhere, use `sudo xcode-select`.\n",
    "no-program",
    "cannot be read: macOS has no git yet",
  ],
  [
    "macOS whose tools went with an update",
    "xcrun: error: invalid active developer path (/Library/Developer/CommandLineTools), missing xcrun\n",
    "no-program",
    "cannot be read: macOS has no git yet",
  ],
  [
    "a password that is asked for",
    "fatal: could not read Username for 'https://host': terminal prompts disabled\n",
    "password",
    "asks for a password",
  ],
  ["what it does not know", "warning: x\nfatal: odd thing\n", "unreachable", "cannot be read: odd thing"],
  ["lines of Windows", "fatal: odd thing\r\n", "unreachable", "cannot be read: odd thing"],
];
for (const [what, said, trouble, message] of SAID) {
  Deno.test(`gitFault() tells of ${what}`, () => {
    const fault = gitFault(said, ADDRESS);
    equal(fault.trouble, trouble);
    equal(fault.message, `${ADDRESS} ${message}`);
  });
}
