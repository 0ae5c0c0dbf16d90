import assert from "node:assert/strict";
import { createDevelopment } from "../../../../../src/core/app/features/development/development.ts";
import { createWindows } from "../../../../../src/core/app/windows.ts";
import type { Workbench } from "../../../../../src/core/development/workbench.ts";
import type { DevelopmentState } from "../../../../../src/core/state/development.ts";
import type { PreparedPublishing } from "../../../../../src/core/state/publishing.ts";
import type { ExtensionState } from "../../../../../src/core/state/state.ts";
import { PAGES } from "../../../../../src/pages/registry.ts";
import { store, unexpected } from "../fixtures.ts";
import { extension as extensionOf } from "../../../../support/pages/state.ts";

const extension = (id: string, parts: Partial<ExtensionState> = {}) =>
  extensionOf(id, [], { source: `/src/${id}`, ...parts });

function setup() {
  const state = store();
  const windows = createWindows(state, PAGES);
  const calls: string[] = [];
  const hear = new Map<string, (id: string, hash?: string) => void>();
  const development = createDevelopment({
    store: state,
    windows,
    toasts: { show: () => {} },
    onError: unexpected,
  }, {
    publishing: {
      prepare: (folder) => {
        calls.push(`look at ${folder}`);
        return Promise.resolve({ hash: "h" } as PreparedPublishing);
      },
      publish: () => Promise.reject(new Error("none")),
    },
    openWorkbench: (folder, onChange) => {
      let shown: ExtensionState | null = null;
      hear.set(folder, (id, hash = "h") => {
        shown = extension(id, { developed: true, source: folder });
        const state: DevelopmentState = {
          folder,
          extension: id,
          name: id,
          status: "ready",
          diagnostics: [],
          actions: 0,
          hash,
          at: 1,
        };
        onChange(state);
      });
      return Promise.resolve<Workbench>({
        get extension() {
          return shown;
        },
        file: () => null,
        start: (action) => {
          calls.push(`start ${action}`);
          throw new Error("enough");
        },
        saveOverrides: (action) => calls.push(`save ${action}`),
        close: () => Promise.resolve(void calls.push("close")),
      });
    },
  });
  development.follow({
    onChange: () => {},
    forget: (id) => Promise.resolve(void calls.push(`forget ${id}`)),
  });
  return {
    state,
    windows,
    calls,
    development,
    save: (folder: string, id: string, hash?: string) => hear.get(folder)!(id, hash),
  };
}

Deno.test("work() puts an extension before what is installed, and takes everything of it away at the end", async () => {
  const { state, windows, calls, development, save } = setup();
  const ending = new AbortController();
  const worked = development.work("/src/tools", ending.signal);
  await Promise.resolve();
  save("/src/tools", "tools");
  const installed = [extension("other"), extension("tools", { source: "/t.kedgeext" })];
  assert.deepEqual(development.over(installed).map(({ id, developed }) => [id, developed]), [
    ["tools", true],
    ["other", undefined],
  ]);
  assert.equal(development.has("tools"), true);
  assert.equal(development.saveOverrides("tools", "go", {}), true);
  assert.equal(development.saveOverrides("other", "go", {}), false);
  windows.open("development", { folder: "/src/tools" });
  ending.abort();
  assert.deepEqual(await worked, { ok: true });
  assert.deepEqual(calls, ["save go", "forget tools", "close"]);
  assert.deepEqual(development.over(installed), installed);
  assert.deepEqual([state.get().development, state.get().windows], [[], []]);
});

Deno.test("work() refuses a folder that is worked on, and forgets the runs of an id that was changed", async () => {
  const { calls, development, save } = setup();
  const worked = development.work("/src/tools", new AbortController().signal);
  await Promise.resolve();
  save("/src/tools", "tools");
  save("/src/tools", "tools");
  const second = await development.work("/src/tools", new AbortController().signal);
  assert.equal(second.ok, false);
  save("/src/tools", "toolbox");
  assert.deepEqual(calls, ["forget tools"]);
  assert.deepEqual(development.end("tools"), { ok: false, error: "Nobody works on this extension." });
  assert.deepEqual(development.end("toolbox"), { ok: true });
  assert.deepEqual(await worked, { ok: true });
});

Deno.test("work() ends only the runs of its own folder when two have one id", async () => {
  const { calls, development, save } = setup();
  const endings = [new AbortController(), new AbortController(), new AbortController()];
  const folders = ["/src/a", "/src/b", "/src/c"];
  const worked = folders.map((folder, i) => development.work(folder, endings[i]!.signal));
  await Promise.resolve();
  for (const folder of folders) save(folder, "tools");
  const from = () => development.over([]).map(({ id, source }) => `${id} ${source}`);
  assert.deepEqual(from(), ["tools /src/a"]);
  endings[2]!.abort();
  await worked[2];
  save("/src/b", "toolbox");
  save("/src/b", "tools");
  assert.deepEqual(calls, ["close", "forget toolbox"]);
  assert.deepEqual(from(), ["tools /src/a"]);
  save("/src/a", "toolbox");
  assert.deepEqual(calls.splice(0), ["close", "forget toolbox", "forget tools"]);
  assert.deepEqual(from(), ["toolbox /src/a", "tools /src/b"]);
  save("/src/a", "tools");
  assert.deepEqual(from(), ["tools /src/b"]);
  endings[1]!.abort();
  await worked[1];
  assert.deepEqual(calls, ["forget toolbox", "forget tools", "close"]);
  assert.deepEqual(from(), ["tools /src/a"]);
  endings[0]!.abort();
  await worked[0];
});

Deno.test("starter() runs what is worked on there, and everything else as it is installed", async () => {
  const { calls, development, save } = setup();
  void development.work("/src/tools", new AbortController().signal);
  await Promise.resolve();
  save("/src/tools", "tools");
  const starter = development.starter({
    start: (id, action) => {
      calls.push(`installed ${id}/${action}`);
      throw new Error("enough");
    },
    pastLog: () => assert.fail("no log was asked for"),
  });
  assert.throws(() => starter.start("tools", "go", {} as never));
  assert.throws(() => starter.start("other", "go", {} as never));
  assert.deepEqual(calls, ["start go", "installed other/go"]);
  await development.close();
});

Deno.test("close() ends also the work on a folder that is being opened", async () => {
  const { development, calls, state } = setup();
  const worked = development.work("/src/tools", new AbortController().signal);
  await development.close();
  assert.deepEqual(await worked, { ok: true });
  assert.deepEqual(calls, ["close"]);
  assert.deepEqual(state.get().development, []);
});

Deno.test("a publishing follows the files of the folder that its extension is run from, and ends with the work", async () => {
  const { state, calls, development, save } = setup();
  const ending = new AbortController();
  const worked = ["/src/a", "/src/b"].map((folder) => development.work(folder, ending.signal));
  await Promise.resolve();
  for (const folder of ["/src/a", "/src/b"]) save(folder, "tools");
  await development.publishing.prepare("tools", "/c");
  for (const [folder, hash] of [["/src/a", "h"], ["/src/b", "other"], ["/src/a", "other"]] as const) {
    save(folder, "tools", hash);
  }
  assert.deepEqual(calls, ["look at /src/a", "look at /src/a"]);
  assert.equal(state.get().publishing[0]?.changed, true);
  ending.abort();
  await Promise.all(worked);
  assert.deepEqual(state.get().publishing, []);
});
