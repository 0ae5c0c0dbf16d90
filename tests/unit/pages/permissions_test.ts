import assert from "node:assert/strict";
import type { Command } from "../../../src/core/app/command.ts";
import { mayCommand, type PageName, PAGES } from "../../../src/pages/registry.ts";
import type { PageDefinition } from "../../../src/pages/page.ts";
import { likeMenu } from "../../../src/pages/shown.ts";
import { reached, readSources } from "../../support/house/sources.ts";
import { alertOf, runOf, stateWith, windowOf } from "../../support/pages/pages_state.ts";

const HASH = "0".repeat(64);
const params = {
  dialog: "d1",
  review: "r1",
  run: "run1",
  extension: "tools",
  action: "greet",
  account: "123456789012",
};
const state = stateWith({
  dialogs: [alertOf("d1", "Hello", "run1"), alertOf("d2")],
  runs: [runOf("run1"), runOf("run2")],
});

/** Commands that each page may or may not send, besides closing and sizing its own window. */
const cases: readonly [PageName, boolean, Command][] = [
  ["home", true, { name: "runAction", extension: "tools", action: "greet" }],
  ["home", true, { name: "closeWindow", window: "dialog" }],
  ["home", true, { name: "quit" }],
  ["home", true, { name: "openWindow", page: "settings" }],
  ["home", false, { name: "openWindow", page: "nonsense" }],
  ["home", false, { name: "answerDialog", dialog: "d1", answer: true }],
  ["home", false, { name: "confirmReview", review: "r1", hash: HASH }],
  ["home", false, { name: "editConfig", path: ["perPage"], value: 10 }],
  ["home", false, { name: "saveOverrides", extension: "tools", action: "greet" }],
  ["secrets", true, { name: "readSecret", account: "123456789012", id: "a" }],
  ["secrets", true, { name: "showSecret", account: "123456789012", id: "a" }],
  ["secrets", false, { name: "showSecret", account: "210987654321", id: "a" }],
  ["secrets", false, { name: "writeSecret", account: "210987654321", id: "a", change: { text: "x" } }],
  ["secrets", false, { name: "copyCredentials", account: "123456789012" }],
  ["databases", false, { name: "addDatabase", account: "210987654321", kind: "rds", id: "a" }],
  ["databases", true, { name: "addDatabase", account: "123456789012", kind: "rds", id: "a" }],
  ["services", true, { name: "stopTask", account: "123456789012", cluster: "c", service: "s", task: "t" }],
  ["services", false, { name: "stopTask", account: "210987654321", cluster: "c", service: "s", task: "t" }],
  ["services", true, { name: "openWindow", page: "logs", params: { account: "123456789012" } }],
  ["services", false, { name: "openWindow", page: "logs", params: { account: "210987654321" } }],
  ["services", false, { name: "openWindow", page: "settings" }],
  ["logs", false, { name: "redeployService", account: "123456789012", cluster: "c", service: "s" }],
  ["databases", false, { name: "editConfig", path: ["servers"] }],
  ["databases", false, { name: "copySecret", account: "123456789012", id: "a" }],
  ["palette", true, { name: "copySecret", account: "123456789012", id: "a" }],
  ["palette", false, { name: "showSecret", account: "123456789012", id: "a" }],
  ["accounts", false, { name: "showSecret", account: "123456789012", id: "a" }],
  ["query", false, { name: "copySecret", account: "123456789012", id: "a" }],
  ["palette", true, { name: "testServer", server: "db" }],
  ["palette", false, { name: "closeWindow", window: "home" }],
  ["palette", false, { name: "uninstall", extension: "tools" }],
  ["dialog", true, { name: "answerDialog", dialog: "d1", answer: true }],
  ["dialog", false, { name: "answerDialog", dialog: "d2", answer: true }],
  ["dialog", false, { name: "stopRun", run: "run1" }],
  ["dialog", false, { name: "runAction", extension: "tools", action: "greet" }],
  ["dialog", false, { name: "quit" }],
  // Only a dialog that asks for an account offers a sign-in.
  ["dialog", false, { name: "signIn" }],
  ["sign_in", true, { name: "signIn", method: "device" }],
  ["sign_in", true, { name: "openSignInAddress" }],
  ["sign_in", true, { name: "openWindow", page: "settings" }],
  ["sign_in", false, { name: "openWindow", page: "home" }],
  ["sign_in", false, { name: "signOut" }],
  ["sign_in", false, { name: "runAction", extension: "tools", action: "greet" }],
  ["sign_in", false, { name: "copyCredentials", account: "123456789012" }],
  ["review", true, { name: "confirmReview", review: "r1", hash: HASH }],
  ["review", false, { name: "confirmReview", review: "r2", hash: HASH }],
  ["review", false, { name: "rejectReview", review: "r2" }],
  ["review", false, { name: "runAction", extension: "tools", action: "greet" }],
  ["console", true, { name: "stopRun", run: "run1" }],
  ["console", false, { name: "stopRun", run: "run2" }],
  ["console", true, { name: "runAction", extension: "tools", action: "greet" }],
  ["console", false, { name: "runAction", extension: "tools", action: "other" }],
  ["console", true, { name: "openSource", extension: "tools", file: "actions/greet.go" }],
  ["console", false, { name: "openSource", extension: "other", file: "actions/greet.go" }],
  ["console", false, { name: "editConfig", path: [], value: 1 }],
  ["extensions", true, { name: "uninstall", extension: "tools" }],
  ["extensions", false, { name: "confirmReview", review: "r1", hash: HASH }],
  ["extensions", false, { name: "editConfig", path: ["perPage"], value: 10 }],
  ["configure", true, { name: "saveOverrides", extension: "tools", action: "greet" }],
  ["configure", false, { name: "saveOverrides", extension: "tools", action: "other" }],
  ["configure", false, { name: "saveOverrides", extension: "other", action: "greet" }],
  ["settings", true, { name: "editConfig", path: ["perPage"], value: 10 }],
  ["settings", false, { name: "runAction", extension: "tools", action: "greet" }],
  ["server", true, { name: "editConfig", path: ["servers", 0], value: {} }],
  ["server", false, { name: "editConfig", path: ["accounts", 0], value: {} }],
  ["server", false, { name: "editConfig", path: [] }],
];

for (const [page, allowed, command] of cases) {
  const { name, ...rest } = command;
  Deno.test(`mayCommand() ${allowed ? "lets" : "keeps"} ${page} ${name} ${JSON.stringify(rest)}`, () => {
    assert.equal(mayCommand(windowOf(page, params), command, state), allowed);
  });
}

Deno.test("mayCommand() lets every page close and size its own window, and no other's", () => {
  for (const page of Object.keys(PAGES) as PageName[]) {
    for (const [window, allowed] of [[page, true], ["another", false]] as const) {
      const own = windowOf(page, params);
      if (page !== "home") {
        assert.equal(mayCommand(own, { name: "closeWindow", window }, state), allowed, page);
      }
      assert.equal(mayCommand(own, { name: "resizeWindow", window, height: 100 }, state), allowed, page);
      const size = { name: "rememberSize", window, width: 300, height: 300 } as const;
      assert.equal(mayCommand(own, size, state), allowed, page);
      assert.equal(mayCommand(own, { name: "markUnsaved", window, unsaved: true }, state), allowed, page);
    }
  }
});

Deno.test("mayCommand() lets a dialog that asks for an account begin a sign-in", () => {
  const asks = {
    id: "d1",
    kind: "account",
    openedAt: 0,
    extensionName: "",
    actionLabel: "",
    roles: [],
  } as const;
  const asking = stateWith({ dialogs: [asks] });
  assert.equal(mayCommand(windowOf("dialog", { dialog: "d1" }, "dialog"), { name: "signIn" }, asking), true);
});

Deno.test("no page may send a command that nothing in its view sends", async () => {
  const sources = await readSources("src/ui");
  const unused = (Object.keys(PAGES) as PageName[]).flatMap((page) => {
    const view = reached(sources, sources.filter(({ path }) => path === `src/ui/pages/${page}/page.tsx`));
    assert.ok(view.length > 0, page);
    const { commands = {} }: PageDefinition = PAGES[page];
    return Object.keys(commands)
      // Commands of the menu are allowed for every page that finds its entries.
      .filter((name) => !("pinEntry" in commands && name in likeMenu))
      .filter((name) => !view.some(({ code }) => code.includes(`"${name}"`)))
      .map((name) => `${page}: ${name}`);
  });
  assert.deepEqual(unused, []);
});

Deno.test("only the page that signs in is shown a sign-in's code and address", () => {
  const planted = "WDJB-MJHT";
  const signingIn = {
    step: "device",
    askers: [],
    code: planted,
    address: `https://example.com/${planted}`,
  } as const;
  const shows = (Object.keys(PAGES) as PageName[]).filter((page) => {
    const window = windowOf(page, params, page);
    const now = stateWith({ ...state, signingIn, windows: [window] });
    return JSON.stringify(PAGES[page].model()(now, window)).includes(planted);
  });
  assert.deepEqual(shows, ["sign_in"]);
});
