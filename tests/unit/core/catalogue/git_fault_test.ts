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
  [
    "a helper that gives a wrong password",
    "remote: Invalid username or password.\nfatal: Authentication failed for 'https://host/'\n",
    "password",
    "asks for a password",
  ],
  [
    "a host that ssh does not know",
    "Host key verification failed.\nfatal: Could not read from remote repository.\n",
    "password",
    "has a host key that your ssh does not know",
  ],
  [
    "a key that is not let in",
    "git@host: Permission denied (publickey).\nfatal: Could not read from remote repository.\n",
    "password",
    "does not let your SSH keys in",
  ],
  [
    "an address that leads elsewhere",
    "fatal: unable to update url base from redirection:\n  asked for: https://host/a\n   redirect: https://evil/a\n",
    "redirect",
    "leads elsewhere",
  ],
  [
    "an address that would lead elsewhere, if git followed it",
    "fatal: unable to access 'https://host/a.git/': The requested URL returned error: 302\n",
    "redirect",
    "leads elsewhere",
  ],
  [
    "a repository that is not there",
    "fatal: '/srv/x.git' does not appear to be a git repository\n",
    "missing",
    "is no repository with anything in it",
  ],
  [
    "a certificate of nobody",
    "fatal: unable to access 'https://host/': server certificate verification failed.\n",
    "unreachable",
    "has a certificate that is not trusted",
  ],
  [
    "a host that is not there",
    "fatal: unable to access 'https://host/': Could not resolve host: host\n",
    "unreachable",
    "is not known, or there is no network",
  ],
  [
    "a full disk",
    "fatal: write error: No space left on device\nfatal: fetch-pack: invalid index-pack output\n",
    "unreachable",
    "does not fit on the disk",
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
