import { deepEqual, equal, match } from "node:assert/strict";
import { noGoMessage } from "../../../src/core/actions/build/go.ts";
import { portalChecks } from "../../../src/cli/doctor/portal.ts";
import type { CheckName } from "../../../src/cli/doctor/check.ts";
import { checks, doctorText, type Facts } from "../../../src/cli/doctor/checks.ts";

/** A machine on which nothing is missing. */
const GOOD: Facts = {
  config: {
    file: "/home/ada/.kedge/config.json",
    status: "loaded",
    errors: 0,
    warnings: 0,
    shortcut: "Ctrl+Shift+K",
    ssoStartUrl: "https://example.awsapps.com/start",
    ssoRegion: "eu-west-1",
  },
  keychain: { status: "ready" },
  go: { path: "/usr/local/go/bin/go", version: "go1.22.3" },
  sandbox: { landlock: 7, seccomp: true },
  webview: { found: true, name: "WebKitGTK 6.0", hint: "Install it" },
  waits: true,
  session: "x11",
  running: false,
  shortcutProblem: null,
  trayHost: null,
  portal: [],
  aws: { keys: false, files: false },
};
const noPortal = { ...GOOD.config, ssoStartUrl: "", ssoRegion: "" };

const NOW = Date.now(), OUT = { status: "signed-out" } as const;
const ANSWER = { host: "sso.example", ms: 85.2, skew: 0 };

type Portal = Parameters<typeof portalChecks>[0];

/** A portal with that sign-in and that answer. */
function portal(session: Portal["session"] = OUT, answer: Portal["answer"] = ANSWER) {
  return { portal: portalChecks({ session, answer }, NOW) };
}

const CASES: [
  name: CheckName,
  what: string,
  facts: Partial<Facts>,
  status: string,
  detail: RegExp,
  hint: RegExp | null,
][] = [
  ["configuration", "a good file", {}, "found", /config\.json$/, null],
  ["configuration", "no file", { config: { ...GOOD.config, status: "missing" } }, "off", /defaults/, null],
  [
    "configuration",
    "a broken file",
    { config: { ...GOOD.config, status: "unreadable" } },
    "missing",
    /cannot be read/,
    /--validate-config/,
  ],
  [
    "configuration",
    "a file with one typo",
    { config: { ...GOOD.config, status: "unreadable", first: "config.json:6:3: a comma is missing" } },
    "missing",
    /config\.json:6:3: a comma is missing/,
    /--validate-config/,
  ],
  [
    "sign-in",
    "a file that does not parse",
    { config: { ...noPortal, status: "unreadable" } },
    "off",
    /not known while config\.json/,
    null,
  ],
  [
    "configuration",
    "one problem",
    { config: { ...GOOD.config, errors: 1, warnings: 2 } },
    "missing",
    /1 problem$/,
    /--validate/,
  ],
  [
    "configuration",
    "two warnings",
    { config: { ...GOOD.config, warnings: 2 } },
    "found",
    /, with 2 warnings$/,
    /--validate/,
  ],
  ["keychain", "a ready one", {}, "found", /ready/, null],
  [
    "keychain",
    "a locked one",
    { keychain: { status: "locked", message: "It is locked", hint: "Unlock it" } },
    "missing",
    /It is locked/,
    /Unlock it/,
  ],
  ["sandbox", "a kernel that has all of it", {}, "found", /get what their review says \(Landlock 7/, null],
  ["sandbox", "an older kernel", { sandbox: { landlock: 3, seccomp: true } }, "off", /from signals/, /6\.12/],
  [
    "sandbox",
    "a kernel with an old Landlock alone",
    { sandbox: { landlock: 2, seccomp: false } },
    "off",
    /from emptying files \(Landlock 3\), signals \(Landlock 6\), the network/,
    /6\.12/,
  ],
  [
    "sandbox",
    "a kernel without either",
    { sandbox: { landlock: 0, seccomp: false } },
    "off",
    /from files \(Landlock\), the network/,
    /6\.12/,
  ],
  [
    "sandbox",
    "another system",
    { sandbox: { landlock: null, seccomp: false } },
    "off",
    /review is for reading/,
    null,
  ],
  ["go", "a toolchain", {}, "found", /go1\.22\.3 at \/usr\/local\/go\/bin\/go/, null],
  [
    "go",
    "none",
    { go: noGoMessage({ looked: ["/usr/bin/go"] }, true) },
    "missing",
    /Go is not installed/,
    /Install Go.* looked in \/usr\/bin/,
  ],
  [
    "go",
    "an old one",
    { go: noGoMessage({ looked: [], tooOld: { path: "/usr/bin/go", version: "go1.11" } }) },
    "missing",
    /go1\.11/,
    /Install Go/,
  ],
  ["webview", "the library", {}, "found", /WebKitGTK 6.0; the palette waits in memory/, null],
  ["webview", "no memory for a window that waits", { waits: false }, "found", /palette is loaded when/, null],
  [
    "webview",
    "none",
    { webview: { ...GOOD.webview, found: false } },
    "missing",
    /was not found/,
    /Install it/,
  ],
  ["webview", "no display", { session: "none" }, "missing", /no display/, /--browser/],
  ["tray", "a host", {}, "found", /shows tray icons/, null],
  [
    "tray",
    "no host",
    { trayHost: "this desktop has no place for tray icons" },
    "missing",
    /no place/,
    /--toggle/,
  ],
  ["tray", "no display", { session: "none" }, "missing", /no display/, /--browser/],
  ["tray", "macOS", { session: "native" }, "found", /shows tray icons/, null],
  ["shortcut", "X11", {}, "found", /Ctrl\+Shift\+K/, null],
  [
    "shortcut",
    "a Kedge that listens to it",
    { running: true },
    "found",
    /Ctrl\+Shift\+K, which the running Kedge listens to/,
    null,
  ],
  [
    "shortcut",
    "a Wayland desktop's to give",
    { session: "wayland" },
    "off",
    /Ctrl\+Shift\+K: up to the desktop, it is asked when Kedge starts/,
    null,
  ],
  [
    "shortcut",
    "a Wayland desktop's that a running Kedge has asked",
    { session: "wayland", running: true },
    "off",
    /up to the desktop, the tray menu says whether it has given it/,
    null,
  ],
  [
    "shortcut",
    "another program's",
    { shortcutProblem: { message: "It is taken", hint: "Choose another" } },
    "missing",
    /It is taken/,
    /Choose another/,
  ],
  ["shortcut", "switched off", { config: { ...GOOD.config, shortcut: "" } }, "off", /switched off/, null],
  ["sign-in", "a portal", {}, "found", /awsapps\.com\/start in eu-west-1/, null],
  [
    "sign-in",
    "a portal without a region",
    { config: { ...GOOD.config, ssoRegion: "" } },
    "missing",
    /ssoRegion is not/,
    /Set ssoRegion/,
  ],
  [
    "sign-in",
    "a profile",
    { config: noPortal, aws: { keys: false, files: true, profile: "dev" } },
    "found",
    /AWS profile dev/,
    null,
  ],
  [
    "sign-in",
    "keys",
    { config: noPortal, aws: { keys: true, files: false } },
    "found",
    /AWS_ACCESS_KEY_ID/,
    null,
  ],
  [
    "sign-in",
    "AWS files",
    { config: noPortal, aws: { keys: false, files: true } },
    "found",
    /default profile/,
    null,
  ],
  ["token", "nobody signed in", portal({ status: "signed-out" }), "off", /nobody/, /--sign-in/],
  [
    "token",
    "a sign-in",
    portal({ status: "signed-in", until: NOW, renews: true }),
    "found",
    /until .*renewed/,
    null,
  ],
  [
    "token",
    "one that is over",
    portal({ status: "expired", since: NOW, renews: false }),
    "off",
    /ended/,
    /--sign-in/,
  ],
  [
    "token",
    "one that goes on",
    portal({ status: "expired", since: NOW, renews: true }),
    "found",
    /renews/,
    null,
  ],
  ["token", "one that AWS has ended", portal({ status: "revoked" }), "missing", /no more/, /--sign-in/],
  ["portal", "an answer", portal(), "found", /^sso\.example answers in 85 ms$/, null],
  [
    "portal",
    "no network",
    portal(OUT, { message: "no host", hint: "Check it." }),
    "missing",
    /no host/,
    /Check/,
  ],
  ["clock", "a good clock", portal(), "found", /as AWS has it/, null],
  [
    "clock",
    "a wrong one",
    portal(OUT, { ...ANSWER, skew: -7_200_000 }),
    "missing",
    /2 hours ahead/,
    /Set this/,
  ],
  ["clock", "no network", portal(OUT, { message: "no host" }), "off", /did not say/, null],
  ["sign-in", "nothing", { config: noPortal }, "off", /no portal/, /ssoStartUrl/],
];

for (const [name, what, facts, status, detail, hint] of CASES) {
  Deno.test(`checks() say ${status} for ${name} with ${what}`, () => {
    const check = checks({ ...GOOD, ...facts }).find((check) => check.name === name)!;
    equal(check.status, status);
    match(check.detail, detail);
    if (hint) match(check.hint ?? "", hint);
    else equal(check.hint, undefined);
  });
}

Deno.test("checks() always give the next step for what is missing", () => {
  const none: Facts = {
    config: { ...GOOD.config, status: "unreadable" },
    keychain: { status: "absent", message: "x", hint: "y" },
    sandbox: { landlock: 0, seccomp: false },
    go: noGoMessage({ looked: [] }),
    webview: { ...GOOD.webview, found: false },
    waits: false,
    session: "none",
    running: false,
    shortcutProblem: null,
    trayHost: "x",
    portal: [],
    aws: GOOD.aws,
  };
  const found = checks(none);
  equal(found.filter(({ status }) => status === "missing").every(({ hint }) => hint), true);
  deepEqual(found.map(({ name }) => name), [
    "configuration",
    "keychain",
    "go",
    "sandbox",
    "webview",
    "tray",
    "shortcut",
    "sign-in",
  ]);
  const more = checks({ ...none, ...portal() }).slice(found.length);
  deepEqual(more.map(({ name }) => name), ["token", "portal", "clock"]);
});

Deno.test("doctorText() shows one line for each check and the next step below it", () => {
  equal(
    doctorText([
      { name: "go", status: "found", detail: "go1.22" },
      { name: "keychain", status: "missing", detail: "locked", hint: "Unlock it." },
    ], false),
    "✓ go        go1.22\n✗ keychain  locked\n            → Unlock it.\n",
  );
});
