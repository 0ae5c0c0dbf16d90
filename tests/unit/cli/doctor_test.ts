import { deepEqual, equal, match } from "node:assert/strict";
import { noGoMessage } from "../../../src/core/actions/build/go.ts";
import { portalChecks } from "../../../src/cli/doctor/portal.ts";
import type { CheckName } from "../../../src/cli/doctor/check.ts";
import { checks, doctorText, type Facts } from "../../../src/cli/doctor/checks.ts";

/** A machine that lacks nothing. */
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
  aws: null,
};
const noPortal = { ssoStartUrl: "", ssoRegion: "" };
const broken = { status: "unreadable" } as const;
const typo = { ...broken, first: "config.json:6:3: a comma is missing" };

const NOW = Date.now(), OUT = { status: "signed-out" } as const;
const ANSWER = { host: "sso.example", ms: 85.2, skew: 0 };

/** Returns the facts with another config.json. */
const file = (other: Partial<Facts["config"]>) => ({ config: { ...GOOD.config, ...other } });

/** The facts without a portal, and with these AWS credentials. */
const aws = (settings: Facts["aws"]) => ({ ...file(noPortal), aws: settings });

/** Returns the facts of another kernel. */
const kernel = (landlock: number | null, seccomp = false) => ({ sandbox: { landlock, seccomp } });

type Portal = Parameters<typeof portalChecks>[0];

/** Returns the checks of a portal with this session and this answer. */
function portal(session: Portal["session"] = OUT, answer: Portal["answer"] = ANSWER) {
  return { portal: portalChecks({ session, answer }, NOW) };
}

/** Returns the checks of a portal whose session has an expired token. */
const over = (renews: boolean) => portal({ status: "expired", since: NOW, renews });

const locked = { status: "locked", message: "It is locked", hint: "Unlock it" } as const;
const oldGo = { path: "/usr/bin/go", version: "go1.11" };
const taken = { message: "It is taken", hint: "Choose another" };
const noHost = "this desktop has no place for tray icons";

const unparsed = { ...file({ ...broken, ...noPortal }), aws: { label: "AWS profile dev" } };

type Case = [what: string, facts: Partial<Facts>, status: string, detail: RegExp, hint?: RegExp];

const CASES: Record<CheckName, Case[]> = {
  configuration: [
    ["a good file", {}, "found", /config\.json$/],
    ["no file", file({ status: "missing" }), "off", /defaults/],
    ["a broken file", file(broken), "missing", /cannot be read/, /--validate-config/],
    ["a file with one typo", file(typo), "missing", /config\.json:6:3: a comma is missing/, /--validate/],
    ["one problem", file({ errors: 1, warnings: 2 }), "missing", /1 problem$/, /--validate/],
    ["two warnings", file({ warnings: 2 }), "found", /, with 2 warnings$/, /--validate/],
  ],
  keychain: [
    ["a ready one", {}, "found", /ready/],
    ["a locked one", { keychain: locked }, "missing", /It is locked/, /Unlock it/],
  ],
  sandbox: [
    ["a kernel that has all of it", {}, "found", /get what their review says \(Landlock 7/],
    ["an older kernel", kernel(3, true), "off", /from signals/, /6\.12/],
    [
      "a kernel with an old Landlock alone",
      kernel(2),
      "off",
      /from emptying files \(Landlock 3\), signals \(Landlock 6\), the network/,
      /6\.12/,
    ],
    ["a kernel without either", kernel(0), "off", /from files \(Landlock\), the network/, /6\.12/],
    ["another system", kernel(null), "off", /review is for reading/],
  ],
  go: [
    ["a toolchain", {}, "found", /go1\.22\.3 at \/usr\/local\/go\/bin\/go/],
    [
      "none",
      { go: noGoMessage({ looked: ["/usr/bin/go"] }, true) },
      "missing",
      /Go is not installed/,
      /Install Go.* looked in \/usr\/bin/,
    ],
    ["an old one", { go: noGoMessage({ looked: [], tooOld: oldGo }) }, "missing", /go1\.11/, /Install Go/],
  ],
  webview: [
    ["the library", {}, "found", /WebKitGTK 6.0; the palette waits in memory/],
    ["no memory for a window that waits", { waits: false }, "found", /palette is loaded when/],
    ["none", { webview: { ...GOOD.webview, found: false } }, "missing", /was not found/, /Install it/],
    ["no display", { session: "none" }, "missing", /no display/, /--browser/],
  ],
  tray: [
    ["a host", {}, "found", /shows tray icons/],
    ["no host", { trayHost: noHost }, "missing", /no place/, /--toggle/],
    ["no display", { session: "none" }, "missing", /no display/, /--browser/],
    ["macOS", { session: "native" }, "found", /shows tray icons/],
  ],
  shortcut: [
    ["X11", {}, "found", /Ctrl\+Shift\+K/],
    ["a Kedge that listens to it", { running: true }, "found", /K, which the running Kedge listens to/],
    [
      "a Wayland desktop's to give",
      { session: "wayland" },
      "off",
      /Ctrl\+Shift\+K: up to the desktop, it is asked when Kedge starts/,
    ],
    [
      "a Wayland desktop's that a running Kedge has asked",
      { session: "wayland", running: true },
      "off",
      /up to the desktop, the tray menu says whether it has given it/,
    ],
    ["another program's", { shortcutProblem: taken }, "missing", /It is taken/, /Choose another/],
    ["switched off", file({ shortcut: "" }), "off", /switched off/],
  ],
  "sign-in": [
    ["a portal", {}, "found", /awsapps\.com\/start in eu-west-1/],
    ["a portal without a region", file({ ssoRegion: "" }), "missing", /ssoRegion is not/, /Set ssoRegion/],
    ["a file that does not parse", file({ ...broken, ...noPortal }), "off", /not known while config\.json/],
    ["a profile", aws({ label: "AWS profile dev" }), "found", /^AWS profile dev$/],
    ["a profile beside a file that does not parse", unparsed, "found", /^AWS profile dev$/],
    ["AWS files that cannot be read", aws({ message: "no", hint: "Check" }), "missing", /^no$/, /^Check$/],
    ["nothing", aws(null), "off", /no portal/, /ssoStartUrl/],
  ],
  token: [
    ["nobody signed in", portal(OUT), "off", /nobody/, /--sign-in/],
    ["a sign-in", portal({ status: "signed-in", until: NOW, renews: true }), "found", /until .*renewed/],
    ["one that is over", over(false), "off", /ended/, /--sign-in/],
    ["one that goes on", over(true), "found", /renews/],
    [
      "a file that cannot be read",
      portal({ message: "config cannot be read", hint: "Check that it is yours." }),
      "missing",
      /^config cannot be read$/,
      /Check that it is yours/,
    ],
    ["one that AWS has ended", portal({ status: "revoked" }), "missing", /no more/, /--sign-in/],
  ],
  portal: [
    ["an answer", portal(), "found", /^sso\.example answers in 85 ms$/],
    ["no network", portal(OUT, { message: "no host", hint: "Check it." }), "missing", /no host/, /Check/],
  ],
  clock: [
    ["a good clock", portal(), "found", /as AWS has it/],
    ["a wrong one", portal(OUT, { ...ANSWER, skew: -7_200_000 }), "missing", /2 hours ahead/, /Set this/],
    ["no network", portal(OUT, { message: "no host" }), "off", /did not say/],
  ],
};

for (const [name, cases] of Object.entries(CASES)) {
  for (const [what, facts, status, detail, hint] of cases) {
    Deno.test(`checks() say ${status} for ${name} with ${what}`, () => {
      const check = checks({ ...GOOD, ...facts }).find((check) => check.name === name)!;
      equal(check.status, status);
      match(check.detail, detail);
      if (hint) match(check.hint ?? "", hint);
      else equal(check.hint, undefined);
    });
  }
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
