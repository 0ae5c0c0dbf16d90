import { deepEqual, equal, match, notEqual, ok } from "node:assert/strict";
import { join } from "node:path";
import { askpassProgram } from "../../../../src/cli/start/askpass.ts";
import { runsWords } from "../../../../src/cli/start/greeting.ts";
import { beginSession, notifyCut } from "../../../../src/cli/start/last_session.ts";
import type { PastRun } from "../../../../src/core/actions/mod.ts";
import { kedgePaths } from "../../../../src/core/paths.ts";
import { readStateFile, updateStateFile } from "../../../../src/core/state/state_file.ts";
import { stateWith } from "../../../support/pages/pages_state.ts";
import { testStore } from "../../../support/pages/store.ts";
import { showNews } from "../../../../src/cli/start/news.ts";
import type { Command } from "../../../../src/core/app/command.ts";
import { NEWS } from "../../../../src/core/news.ts";
import { persistState } from "../../../../src/cli/start/persist_state.ts";
import { emptyState } from "../../../support/pages/state.ts";
import { keptFromReaders } from "../../../support/file_in_use.ts";
import { withHome } from "../../../support/program/home.ts";
import { logUncaught } from "../../../../src/cli/start/uncaught.ts";
import { followUnseen } from "../../../../src/cli/start/desktop.ts";

const CASES: readonly (readonly [what: string, inTray: boolean, shortcut: string, words: string])[] = [
  [
    "tray and shortcut",
    true,
    "Ctrl+Alt+K",
    "Kedge runs. To open it: a click on the anchor in the tray or Ctrl+Alt+K. Ctrl+C here quits it.",
  ],
  ["no tray", false, "Ctrl+Alt+K", "Kedge runs. To open it: Ctrl+Alt+K. Ctrl+C here quits it."],
  ["neither", false, "", "Kedge runs. Ctrl+C here quits it."],
];
const CALLS: readonly (readonly [call: string, inFolder: boolean, from: string])[] = [
  ["kedge", false, "another terminal"],
  ["npx -y deno@2.9.5 task kedge", true, "another terminal in this folder"],
];
for (const [what, inTray, shortcut, words] of CASES) {
  Deno.test(`runsWords() says where Kedge is with ${what}, in lines that no terminal breaks`, () => {
    for (const [call, inFolder, from] of CALLS) {
      const said = runsWords(inTray, shortcut, { call, inFolder });
      equal(said, `${words}\nFrom ${from} it opens by: ${call} --toggle`);
      for (const line of said.split("\n")) ok(line.length <= 100, line);
    }
  });
}

Deno.test("beginSession() knows when the last one was ended by force, and nothing when it ended by itself", async () => {
  const paths = kedgePaths(await Deno.makeTempDir({ prefix: "kedge-session-" }));
  try {
    await Deno.writeTextFile(join(paths.home, "state.json"), '{"usage":{"a":1}}', { mode: 0o600 });
    equal((await beginSession(paths, 1000)).cutSince, null);
    const second = await beginSession(paths, 2000);
    equal(second.cutSince, 1000);
    await second.end();
    deepEqual(await readStateFile(paths), { usage: { a: 1 } });
    equal((await beginSession(paths, 3000)).cutSince, null);
  } finally {
    await Deno.remove(paths.home, { recursive: true });
  }
});

const CUT = "Kedge ended before the run did.";
const run = (action: string, startedAt: number, error?: string) =>
  ({ id: `${action}.log`, extension: "tools", action, startedAt, status: "stopped", ms: 0, error }) as const;

const TOLD: readonly (readonly [when: string, since: number | null, runs: PastRun[], told: string[]])[] = [
  ["one was cut", 10, [run("copy", 20, CUT)], [
    "A run was cut short: “copy”. Its output is in the home window.",
  ]],
  [
    "five were cut, and names three of them",
    10,
    ["a", "b", "b", "c", "d"].map((name) => run(name, 20, CUT)),
    ["5 runs were cut short: “a”, “b”, “c” and more. Their output is in the home window."],
  ],
  ["the command line runs it", 10, [{ ...run("copy", 20, CUT), fromCommandLine: true }], []],
  ["they were stopped by the user", 10, [run("copy", 20)], []],
  ["they belong to an earlier session", 10, [run("copy", 5, CUT)], []],
  ["the last session ended by itself", null, [run("copy", 20, CUT)], []],
];
for (const [when, since, runs, expected] of TOLD) {
  Deno.test(`notifyCut() tells ${expected.length === 0 ? "nothing" : "what became of the runs"} when ${when}`, () => {
    const told: string[] = [];
    notifyCut(
      { store: testStore(stateWith({})), tell: (_, message) => void told.push(message) },
      since,
      runs,
    );
    deepEqual(told, expected);
  });
}

const NOW = NEWS[0]!.version;

/**
 * Starts once with a home whose state file contains `kept`; returns opened pages, messages, and the
 * state file afterwards.
 */
async function start(kept: object, hidden: boolean, version = NOW) {
  const paths = kedgePaths(await Deno.makeTempDir({ prefix: "kedge-news-" }));
  await Deno.writeTextFile(join(paths.home, "state.json"), JSON.stringify(kept), { mode: 0o600 });
  const opened: Command[] = [], told: string[] = [];
  const app = {
    dispatch: (command: Command) => (opened.push(command), Promise.resolve({ ok: true } as const)),
    tell: (_: string, message: string) => void told.push(message),
  };
  await showNews(app, paths, version, hidden);
  await showNews(app, paths, version, hidden);
  const state = JSON.parse(await Deno.readTextFile(paths.state));
  await Deno.remove(paths.home, { recursive: true });
  return { opened, told, state };
}

Deno.test("showNews() opens the news once when a newer version starts, and keeps everything else", async () => {
  const { opened, told, state } = await start({ version: "0.0.9", usage: { a: 1 }, ofLater: [1] }, false);
  deepEqual(opened, [{ name: "openWindow", page: "news" }]);
  deepEqual(told, []);
  deepEqual(state, { version: NOW, usage: { a: 1 }, ofLater: [1] });
});

Deno.test("showNews() opens no window when Kedge starts at login, but tells", async () => {
  const { opened, told } = await start({ version: "0.0.9" }, true);
  deepEqual(opened, []);
  equal(told.length, 1);
  match(told[0]!, /What’s new/);
});

const SILENT: [name: string, kept: object, version: string][] = [
  ["it is the first start", {}, NOW],
  ["the version is the same", { version: NOW }, NOW],
  ["an older version starts again", { version: "99.0.0" }, NOW],
];
for (const [name, kept, version] of SILENT) {
  Deno.test(`showNews() says nothing when ${name}`, async () => {
    const { opened, told, state } = await start(kept, false, version);
    deepEqual([opened, told], [[], []]);
    equal(state.version, version);
  });
}

Deno.test("persistState() keeps with the next change what could not be kept before", async () => {
  await withHome(async (paths) => {
    const store = testStore(emptyState());
    const personal = store.slice("personal"), welcomed = store.slice("welcomed");
    await persistState({ store, restore: () => {} }, paths);
    // A folder at this path prevents writing.
    await Deno.mkdir(`${paths.state}/in-the-way`, { recursive: true });
    personal.update((all) => ({ ...all, pins: ["kedge:settings"] }));
    // Writes are done in order.
    await updateStateFile(paths, "other", () => 1);
    await Deno.remove(paths.state, { recursive: true });
    welcomed.update(() => true);
    await updateStateFile(paths, "other", () => 2);
    const { personal: kept, ...rest } = await readStateFile(paths);
    deepEqual((kept as { pins: unknown }).pins, ["kedge:settings"]);
    deepEqual(rest, { welcomed: true, other: 2 });
    await updateStateFile(paths, "personal", () => "of another Kedge");
    welcomed.update(() => false);
    await updateStateFile(paths, "other", () => 3);
    // The part that was kept is not written again.
    deepEqual(await readStateFile(paths), { personal: "of another Kedge", welcomed: false, other: 3 });
  });
});

Deno.test("logUncaught() logs what nothing caught, keeps the program alive, and ends with its signal", async () => {
  const logged: unknown[] = [];
  const end = new AbortController();
  logUncaught({ error: (where, error) => void logged.push(where, (error as Error).message) }, end.signal);
  setTimeout(() => {
    throw new Error("thrown");
  });
  void Promise.reject(new Error("rejected"));
  while (logged.length < 4) await new Promise((resolve) => setTimeout(resolve, 1));
  deepEqual(logged.sort(), ["rejected", "thrown", "uncaught", "uncaught"]);
  end.abort();
  const event = new ErrorEvent("error", { error: new Error("later"), cancelable: true });
  const handled = (event: Event) => event.preventDefault();
  addEventListener("error", handled, { once: true });
  dispatchEvent(event);
  equal(logged.length, 4);
});

const told: readonly (readonly [string, readonly (readonly [string, boolean])[], number])[] = [
  ["there is no icon", [["no-tray-host", true]], 0],
  ["there are no windows", [["no-webview", true]], 0],
  ["there is neither", [["no-tray-host", true], ["no-webview", true]], 1],
  ["that is told again", [["no-tray-host", true], ["no-webview", true], ["no-webview", true]], 1],
  ["the icon came back", [["no-tray-host", true], ["no-tray-host", false], ["no-webview", true]], 0],
  [
    "the icon comes and goes",
    [["no-webview", true], ["no-tray-host", true], ["no-tray-host", false], ["no-tray-host", true]],
    2,
  ],
  ["something else is missing", [["no-tray-host", true], ["global-shortcut", true]], 0],
];
for (const [when, problems, times] of told) {
  Deno.test(`followUnseen() says ${times} times that Kedge goes on when ${when}`, () => {
    const said: string[] = [];
    const follow = followUnseen((words) => said.push(words));
    for (const [code, isProblem] of problems) follow(code, isProblem);
    deepEqual(
      said.map((words) => /goes on running.*\n.*Ctrl\+C.*--browser/.test(words)),
      Array(times).fill(true),
    );
  });
}

Deno.test("persistState() reads a file that is in use for a moment before Kedge goes on", () =>
  withHome(async (paths) => {
    await updateStateFile(paths, "personal", () => "of before");
    let restored: unknown = null, done;
    {
      using _ = keptFromReaders(paths.state);
      done = persistState({
        store: testStore(emptyState()),
        restore: ({ personal }) => void (restored = personal),
      }, paths);
      // By its end, the file was read above.
      equal(await updateStateFile(paths, "other", () => 1), false);
    }
    await done;
    equal(restored, "of before");
  }));

Deno.test("persistState() saves nothing and stops agents when the file cannot be read", () =>
  withHome(async (paths) => {
    await updateStateFile(paths, "personal", () => "of before");
    const store = testStore(emptyState());
    let restored: unknown = null;
    {
      using _ = keptFromReaders(paths.state);
      equal(await persistState({ store, restore: (saved) => restored = saved }, paths), false);
    }
    store.slice("welcomed").update(() => true);
    await updateStateFile(paths, "other", () => 1);
    deepEqual(restored, { gate: { on: true, stopped: true, grants: [] } });
    deepEqual(await readStateFile(paths), { personal: "of before", other: 1 });
  }));

Deno.test({
  name: "askpassProgram() writes its program only when it is not there yet",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withHome(async (paths) => {
      const written = async () => (await Deno.stat((await askpassProgram(paths))!)).ino;
      const first = await written();
      equal(await written(), first);
      const text = await Deno.readTextFile(paths.askpass);
      await Deno.chmod(paths.askpass, 0o600);
      notEqual(await written(), first);
      equal((await Deno.stat(paths.askpass)).mode! & 0o777, 0o700);
      await Deno.writeTextFile(paths.askpass, "#!/bin/sh");
      await written();
      equal(await Deno.readTextFile(paths.askpass), text);
    }),
});
