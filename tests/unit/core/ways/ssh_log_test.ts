import { deepEqual, equal, match } from "node:assert/strict";
import { createSshLog, type SshStep } from "../../../../src/core/ways/ssh/log.ts";
import type { WayCode } from "../../../../src/core/ways/way.ts";
import { wayWords } from "../../../../src/core/ways/words.ts";

const IN = 'Authenticated to b ([127.0.0.1]:22) using "publickey".\n';
const CHANGED = `@@@@@@@@@@@
@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @
The fingerprint for the ED25519 key sent by the remote host is
SHA256:cojYDxnw91FJORkEu4awUR/jS5OnxkQ9mjOlnUwVG9I.
Please contact your system administrator.
Offending ED25519 key in /home/ada/.ssh/known_hosts:3
Host key for [bastion]:2222 has changed and you have requested strict checking.
Host key verification failed.
`;

const SAID: readonly (readonly [what: string, said: string, code: WayCode, words: RegExp])[] = [
  ["a refusal", "me@b: Permission denied (publickey).\n", "WAY_DENIED", /does not let you in: me@b: Perm/],
  [
    "too many keys",
    "Received disconnect from 1.2.3.4 port 22:2: Too many authentication failures\n",
    "WAY_DENIED",
    /./,
  ],
  ["an unknown key", "Host key verification failed.\r\n", "WAY_KEY_UNKNOWN", /was not confirmed/],
  [
    "a changed key",
    CHANGED,
    "WAY_KEY_CHANGED",
    /line 3 of \/home\/ada.*ssh-keygen -f ".*" -R "\[bastion\]:2222"/,
  ],
  [
    "a name",
    "ssh: Could not resolve hostname b: Name or service not known\n",
    "WAY_NAME",
    /: Could not resolve/,
  ],
  ["a closed port", "ssh: connect to host b port 22: Connection refused\n", "WAY_REFUSED", /no SSH server/],
  ["no route", "ssh: connect to host b port 22: No route to host\n", "WAY_UNREACHABLE", /did not answer/],
  ["silence", "ssh: connect to host b port 22: Connection timed out\n", "WAY_TIMEOUT", /did not answer/],
  ["a silent banner", "Connection timed out during banner exchange\n", "WAY_TIMEOUT", /did not answer/],
  ["garbage", "kex_exchange_identification: banner line contains invalid characters\n", "WAY_FOREIGN", /SSH/],
  ["a hang-up", "kex_exchange_identification: Connection closed by remote host\n", "WAY_FOREIGN", /hung up/],
  [
    "a server that it cannot reach",
    `${IN}channel 0: open failed: connect failed: Connection refused\nstdio forwarding failed\n`,
    "WAY_TARGET",
    /me@b cannot reach db:5432: open failed: connect failed/,
  ],
  [
    "what it may not do",
    `${IN}channel 0: open failed: administratively prohibited: open failed\n`,
    "WAY_PROHIBITED",
    /may not lead/,
  ],
  [
    "a hop that cannot lead on",
    "channel 0: open failed: connect failed: No route to host\nstdio forwarding failed\nConnection closed by UNKNOWN port 65535\n",
    "WAY_HOP",
    /cannot lead on/,
  ],
  [
    "a hop that refuses",
    "me@a: Permission denied (publickey).\nConnection closed by UNKNOWN port 65535\n",
    "WAY_DENIED",
    /me@a: Permission/,
  ],
  [
    "a configuration",
    "/home/anna/.ssh/config: line 1: Bad configuration option: foo\n",
    "WAY_CONFIG",
    /configuration/,
  ],
  ["nothing", "", "WAY_FAILED", /ended$/],
  ["what nobody knows", "debug1: x\nodd\x1b[31m words\n", "WAY_FAILED", /ended: odd words$/],
];
for (const [what, said, code, words] of SAID) {
  Deno.test(`createSshLog() and wayWords() tell of ${what}`, () => {
    const log = createSshLog(() => {});
    for (const letter of said) log.take(letter);
    const error = log.error(false);
    equal(error.code, code);
    const { message, hint } = wayWords("ssh://me@b", { host: "db", port: 5432 }, error.code, error.message);
    match(message, words);
    match(hint, /\w/);
  });
}

const COUNTS = "Transferred: sent 6380, received 59328 bytes, in 35.7 seconds\n" +
  "Bytes per second: sent 178.7, received 1661.8\n";
const ENDED: readonly (readonly [what: string, said: string, words: string])[] = [
  ["the network went", "Timeout, server b not responding.\n", "Timeout, server b not responding."],
  [
    "it counts what it carried",
    `client_loop: send disconnect: Broken pipe\n${COUNTS}`,
    "client_loop: send disconnect: Broken pipe",
  ],
  ["it was killed", `Killed by signal 15.\n${COUNTS}`, "Killed by signal 15."],
  ["it says nothing but counts", COUNTS, ""],
];
for (const [what, said, words] of ENDED) {
  Deno.test(`createSshLog() says of a way that was open why it ended when ${what}`, () => {
    const log = createSshLog(() => {});
    log.take(IN + said);
    const { code, message } = log.error(true);
    deepEqual([code, message], ["WAY_LOST", words]);
  });
}

const VERSIONS: readonly (readonly [version: string, marks: boolean])[] = [
  ["OpenSSH_8.4p1 Debian-5", false],
  ["OpenSSH_8.5p1", true],
  ["OpenSSH_10.0", true],
  ["OpenSSH_for_Windows_9.5", true],
  ["dropbear_2024.85", false],
];
for (const [version, marks] of VERSIONS) {
  Deno.test(`createSshLog() knows that ${version} ${marks ? "marks" : "does not mark"} what servers ask`, () => {
    const log = createSshLog(() => {});
    log.take(`debug1: Local version string SSH-2.0-${version}\n`);
    equal(log.marksServers, marks);
  });
}

for (const version of ["OpenSSH_8.4p1 Debian-5", "dropbear_2024.85"]) {
  Deno.test(`createSshLog() does not believe a banner about marks when ssh is ${version}`, () => {
    const log = createSshLog(() => {});
    log.take(`debug1: Local version string SSH-2.0-${version}\n`);
    log.take("\ndebug1: Local version string SSH-2.0-OpenSSH_9.9\n");
    equal(log.marksServers, false);
  });
}

Deno.test("createSshLog() tells each step, and keeps no debugging", () => {
  const steps: SshStep[] = [];
  const log = createSshLog((step) => steps.push(step));
  log.take("debug1: Authenticating to b:22 as 'me'\n" + IN);
  log.take("debug2: channel 0: open confirm rwindow 2097152 rmax 32768\ndebug1: more\n");
  deepEqual(steps, ["signing-in", "signed-in", "open"]);
  equal(log.error(true).message, "");
});

Deno.test("createSshLog() offers no command to forget a host whose name is not one", () => {
  const log = createSshLog(() => {});
  log.take(CHANGED.replaceAll("[bastion]:2222", '$(x)"'));
  const { code, message } = log.error(false);
  equal(code, "WAY_KEY_CHANGED");
  equal(message.includes("ssh-keygen"), false);
});

Deno.test("createSshLog() keeps a bounded part of a banner without an end", () => {
  const log = createSshLog(() => {});
  for (let i = 0; i < 2000; i++) log.take("x".repeat(1000));
  log.take("\n");
  for (let i = 0; i < 20_000; i++) log.take(`line ${i}\n`);
  log.take("Host key verification failed.\n");
  equal(log.error(false).code, "WAY_KEY_UNKNOWN");
});
