import { deepEqual } from "node:assert/strict";
import { readSources } from "../support/house/sources.ts";

/** Every source of the program. */
const SOURCES = await readSources("main.ts", "src");

/** Calls that read a whole file, whatever its type and size. */
const READS = /\b(?:Deno\.)?(?:readTextFile|readFile)(?:Sync)?\(/;

/** Files that read whole files of Kedge's own, or of limited size, with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  "src/core/actions/build/build.ts": "what was just compiled",
  "src/core/actions/build/sdk.ts": "the SDK that is shipped",
  "src/core/guide/mod.ts": "the documents that are shipped",
  "src/core/extensions/template.ts": "the starter that is shipped",
  "src/core/platform/agent_caller.ts": "tables of the kernel, and programs of agents",
  "src/core/platform/ancestors/linux.ts": "tables of the kernel",
  "src/core/platform/peer/mod.ts": "tables of the kernel",
  "src/core/platform/peer/holders.ts": "tables of the kernel",
  "src/core/platform/peer/press.ts": "tables of the kernel",
  "src/core/platform/peer/run_mark.ts": "tables of the kernel",
  "src/core/platform/peer/unix.ts": "tables of the kernel",
  "src/core/platform/process_tree/linux.ts": "tables of the kernel",
  "src/pages/bundle.ts": "Kedge's own sources",
  "src/tray/instance/connect.ts": "looked at before, because what it would load is slow",
  "src/tray/systray/binary.ts": "the helper that is shipped",
  "src/tray/windows/library.ts": "the library that is shipped",
};

Deno.test("files of the user are read by src/core/files/read.ts: bounded, and never waited for", () => {
  const found = SOURCES.filter(({ code }) => READS.test(code)).map(({ path }) => path);
  deepEqual(found.sort(), Object.keys(ALLOWED).sort());
});

/**
 * Watchers that open each reported entry and would wait forever at a pipe, with all other watchers
 * of the program.
 */
const WATCHES =
  /\bDeno\.watchFs\(|\bfs\.watch(?:File)?\(|\bimport \{[^}]*\bwatch(?:File)?\b[^}]*\} from "node:fs/;

Deno.test("folders are watched by src/core/platform/watch: no entry is opened, so that none is waited for", () => {
  const found = SOURCES.filter(({ code }) => WATCHES.test(code)).map(({ path }) => path);
  deepEqual(found, ["src/core/platform/watch/runtime.ts"]);
});

/** An expression that acts at once on an element that may only appear with the next drawing. */
const AT_ONCE = /\.(?:click|focus|select)\(\)["'`]/;

Deno.test("tests of pages reach for elements with tab.reach(), which waits for them", async () => {
  const folders = ["tests/desktop", "tests/support", "tests/integration", "tests/bench"];
  const sources = await readSources(...folders);
  deepEqual(sources.filter(({ code }) => AT_ONCE.test(code)).map(({ path }) => path), []);
});

/** Matches a deadline that starts when its module loads. */
const FROM_LOADING = /^(?:export )?(?:const|let)\b(?!.*=>).*\bAbortSignal\.timeout\(/m;

Deno.test("no deadline begins when a file of tests is loaded: all its tests would share it, also on a slow machine", async () => {
  const sources = await readSources("tests");
  deepEqual(sources.filter(({ code }) => FROM_LOADING.test(code)).map(({ path }) => path), []);
});

/** Matches the end of a long wait that is not extended on a slow machine. */
const OWN_END = /\bconst \w+ = (?:Date|performance)\.now\(\) \+ (?:[6-9]\d|\d{3,})_000\b/;

Deno.test("long waits of tests are begun with beginWait() or waitFor(), which wait longer on a slow machine", async () => {
  const sources = await readSources("tests");
  deepEqual(sources.filter(({ code }) => OWN_END.test(code)).map(({ path }) => path), []);
});

/** Calls that pass each item of a list as an argument; a long list makes the call fail. */
const SPREAD =
  /(?:\.(?:push|unshift|splice|apply)|Math\.(?:max|min|hypot)|String\.from(?:CharCode|CodePoint))\((?:[^()[\]{}]|\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\})*?\.\.\./;

Deno.test("no call gets a list as its arguments: a list may be longer than a call allows", () => {
  const found = SOURCES.filter(({ code }) => SPREAD.test(code)).map(({ path }) => path);
  deepEqual(found, []);
});

/**
 * Timers given by their number: Deno keeps the program alive for these, because it only knows the
 * timer object.
 */
const BY_NUMBER = /\bunrefTimer\(\s*Number\(|\bNumber\(\s*set(?:Timeout|Interval)\(/;

Deno.test("no timer is let go of by its number", () => {
  const found = SOURCES.filter(({ code }) => BY_NUMBER.test(code)).map(({ path }) => path);
  deepEqual(found, []);
});

/** Calls that accept connections or serve calls. */
const LISTENS =
  /\bDeno\.(listen|listenTls|listenDatagram|serve)\(|\b(createServer|createSocket)\(|\b(bus|made)\.serve\(/;

/**
 * Every file that listens, and where it applies the rule of `mayCall()`. A new line needs such a
 * place.
 */
const LISTENERS: Readonly<Record<string, string>> = {
  "src/core/platform/peer/serve.ts":
    "it is what every server of HTTP stands on, and asks before anything else",
  "src/core/ways/tunnel.ts": "asks before a connection is read",
  "src/tray/instance/loopback.ts": "tells the caller of each connection, which mod.ts asks",
  "src/tray/instance/unix.ts": "tells the caller of each connection, which mod.ts asks",
  "src/tray/status_notifier/item_object.ts": "its connection to the bus asks before each call",
  "src/tray/status_notifier/menu_object.ts": "its connection to the bus asks before each call",
};

/** Files that apply the rule for several listeners. */
const KEEPERS = [
  "src/core/dbus/callers.ts",
  "src/core/platform/peer/serve.ts",
  "src/core/ways/tunnel.ts",
  "src/tray/instance/mod.ts",
];

Deno.test("everything that Kedge listens at asks who calls", () => {
  const found = SOURCES.filter(({ path, code }) => !path.startsWith("src/ui/") && LISTENS.test(code));
  deepEqual(found.map(({ path }) => path).sort(), Object.keys(LISTENERS).sort());
  const asking = SOURCES.filter(({ path, code }) =>
    !path.endsWith("/peer/rule.ts") && /\bmayCall\(/.test(code)
  );
  deepEqual(asking.map(({ path }) => path).sort(), KEEPERS);
});

/**
 * Every file that opens a browser, and the user's request behind it. A new line needs such a
 * reason.
 */
const OPENERS: Readonly<Record<string, string>> = {
  "src/cli/accounts/console.ts": "the command --console",
  "src/cli/accounts/sign_in.ts": "the command --sign-in",
  "src/cli/start/browser.ts": "a start with --browser, and a later start that summons it",
  "src/cli/start/credential_services.ts": "the command openConsole",
  "src/cli/start/desktop.ts": "what tray/windows/mod.ts hands on",
  "src/cli/start/services.ts": "the commands signIn and openSignInAddress: attempt.ts alone is given it",
  "src/cli/start/surface.ts": "what the two below it and --browser hand on",
  "src/core/app/features/credentials/credentials.ts": "the command openConsole",
  "src/core/app/features/sign_in/attempt.ts": "the commands signIn and openSignInAddress",
  "src/pages/http/connection.ts": "a click on a page's own link",
  "src/pages/http/options.ts": "none: the type of it",
  "src/pages/http/reports.ts": "a click on a link of a report, asked about first",
  "src/pages/http/serve.ts": "what connection.ts and reports.ts do",
  "src/ui/pages/dialog/report.tsx": "the button of a report",
  "src/tray/windows/options.ts": "none: the type of it",
  "src/tray/windows/mod.ts": "a click in a window, and windows that the user wants in the browser",
};

Deno.test("a browser is opened only where a command of the user leads", () => {
  const opens = /\b(openInBrowser|openAddress|openLink|browserOpener)\(/;
  const found = SOURCES
    .filter(({ path, code }) => !path.startsWith("src/core/platform/") && opens.test(code))
    .map(({ path }) => path);
  deepEqual(found.sort(), Object.keys(OPENERS).sort());
});

Deno.test("nothing that looks by itself can open a browser: of the sign-in only what a command begins knows how", () => {
  const parts = SOURCES
    .filter(({ path }) => path.startsWith("src/core/app/features/sign_in/") && !path.endsWith("/parts.ts"));
  const knowing = parts.filter(({ code }) => /\bopenAddress\b/.test(code)).map(({ path }) => path);
  deepEqual(knowing, ["src/core/app/features/sign_in/attempt.ts"]);
  const timed = parts.filter(({ code }) => /setTimeout|setInterval/.test(code)).map(({ path }) => path);
  deepEqual(timed, ["src/core/app/features/sign_in/session.ts"]);
});
