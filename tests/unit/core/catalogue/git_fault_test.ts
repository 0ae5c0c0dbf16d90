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
  [
    "a rule of the server that refuses a push",
    "remote: GH006: Protected branch update failed for refs/heads/main.\nremote: \n" +
    "To host:team/catalogue\n ! [remote rejected] HEAD -> main (protected branch hook declined)\n" +
    "error: failed to push some refs to 'host:team/catalogue'\n",
    "refused",
    "does not take it: protected branch hook declined: GH006: Protected branch update failed for refs/heads/main.",
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

const OVERTAKEN: readonly (readonly [what: string, line: string])[] = [
  ["is behind", " ! [rejected]        HEAD -> main (fetch first)"],
  [
    "came at the same time",
    " ! [remote rejected] HEAD -> main (cannot lock ref 'refs/heads/main': is at 1 but expected 2)",
  ],
];
for (const [what, line] of OVERTAKEN) {
  Deno.test(`gitFault() tells that somebody else has published when a push ${what}`, () => {
    const said = `To ${ADDRESS}\n${line}\nerror: failed to push some refs to '${ADDRESS}'\n`;
    equal(gitFault(said, ADDRESS).trouble, "overtaken");
  });
}
