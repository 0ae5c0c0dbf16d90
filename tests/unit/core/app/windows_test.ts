import assert from "node:assert/strict";
import { createWindows } from "../../../../src/core/app/windows.ts";
import { store } from "./fixtures.ts";
import { PAGES } from "../../../../src/pages/registry.ts";

Deno.test("open() adds a window with its page's size when none shows it", () => {
  const state = store();
  const id = createWindows(state, PAGES).open("console", { run: "r1" }, { title: "Deploy" });
  const [window] = state.get().windows;
  assert.deepEqual(window, {
    id,
    page: "console",
    params: { run: "r1" },
    title: "Deploy",
    width: 720,
    height: 420,
    frame: true,
    raised: 1,
  });
});

for (
  const [page, first, second, windows] of [
    ["console", { run: "r1" }, { run: "r1" }, 1],
    ["console", { run: "r1" }, { run: "r2" }, 2],
    ["settings", { section: "servers" }, {}, 1],
    ["palette", {}, { filter: "db" }, 1],
    ["secrets", { account: "111111111111" }, { account: "111111111111", secret: "db" }, 1],
    ["secrets", { account: "111111111111" }, { account: "222222222222" }, 2],
  ] as const
) {
  Deno.test(`open() leaves ${windows} windows when ${page} ${JSON.stringify([first, second])} are opened`, () => {
    const state = store();
    const list = createWindows(state, PAGES);
    list.open(page, first);
    list.open(page, second);
    assert.equal(state.get().windows.length, windows);
    if (windows === 1) assert.equal(state.get().windows[0]!.raised, 2);
  });
}

Deno.test("open() makes a title one line without what is not seen, however long the name in it is", () => {
  const state = store();
  const title = `Deploy\n\u202e\x1b]0;${"x".repeat(500)}`;
  createWindows(state, PAGES).open("console", {}, { title });
  const shown = state.get().windows[0]!.title;
  assert.equal(shown.startsWith("Deploy "), true);
  assert.equal(shown.length <= 200 && /^[ -~…]*$/.test(shown), true, shown);
});

Deno.test("open() refuses a page that there is not", () => {
  for (const page of ["homes", "toString", "__proto__", ""]) {
    assert.throws(() => createWindows(store(), PAGES).open(page), /There is no page/);
  }
});

Deno.test("restoreSizes() brings back sizes of pages that have one, after those given meanwhile", () => {
  const state = store();
  const list = createWindows(state, PAGES);
  list.remember(list.open("settings"), { width: 700, height: 500 });
  const old = { width: 900, height: 400 };
  list.restoreSizes({ settings: old, console: old, palette: old, unknown: old });
  assert.deepEqual(state.get().sizes, { settings: { width: 700, height: 500 }, console: old });
});

Deno.test("open() passes new parameters on when a single window is opened again", () => {
  const state = store();
  const list = createWindows(state, PAGES);
  list.open("palette");
  list.open("palette", { filter: "db" });
  assert.deepEqual(state.get().windows[0]!.params, { filter: "db" });
});

for (const [asked, given] of [[10, 80], [300.4, 300], [9000, 1200]] as const) {
  Deno.test(`resize() gives ${given} when a page asks for ${asked}`, () => {
    const state = store();
    const list = createWindows(state, PAGES);
    list.resize(list.open("dialog", { dialog: "d" }), asked);
    assert.equal(state.get().windows[0]!.height, given);
  });
}

Deno.test("close() changes nothing when the window is gone already", () => {
  const state = store();
  const before = state.get();
  createWindows(state, PAGES).close("none");
  assert.equal(state.get(), before);
});

Deno.test("open() gives a window the size that the user gave the last one of its page", () => {
  const state = store();
  const list = createWindows(state, PAGES);
  const first = list.open("console", { run: "r1" });
  list.remember(first, { width: 900, height: 500 });
  list.remember("gone", { width: 300, height: 300 });
  list.open("console", { run: "r2" });
  list.open("settings");
  assert.deepEqual(state.get().windows.map(({ width, height }) => [width, height]), [
    [720, 420],
    [900, 500],
    [800, 560],
  ]);
  assert.deepEqual(state.get().windows.map(({ sized }) => sized), [
    { width: 900, height: 500 },
    undefined,
    undefined,
  ]);
});

Deno.test("remember() takes no size of a page that fits its content, and none that no one wants", () => {
  const state = store();
  const list = createWindows(state, PAGES);
  list.remember(list.open("palette"), { width: 700, height: 500 });
  list.remember(list.open("settings"), { width: 10, height: 10 });
  assert.deepEqual(state.get().sizes, {});
  assert.deepEqual(state.get().windows.map(({ sized }) => sized), [undefined, undefined]);
});

Deno.test("asksFirst() keeps a window in which something is entered, in front, and once", () => {
  const state = store();
  const list = createWindows(state, PAGES);
  const id = list.open("settings");
  const now = () => state.get().windows[0]!;
  const untouched = now();
  assert.equal(list.asksFirst(id), false, "nothing is entered");
  list.markUnsaved(id, true);
  assert.equal(list.asksFirst(id), true);
  assert.deepEqual([now().unsaved, now().raised], ["asked", 2]);
  assert.equal(list.asksFirst(id), false, "a page that does not answer can be closed");
  list.markUnsaved(id, true);
  assert.equal(list.asksFirst(id), true, "something else was entered");
  list.markUnsaved(id, false);
  assert.equal(list.asksFirst(id), false, "it was saved");
  assert.deepEqual(now(), { ...untouched, raised: 3 });
  assert.equal(list.asksFirst("gone"), false);
});

Deno.test("allAskFirst() keeps each window in which something is entered, once, and no other", () => {
  const state = store();
  const list = createWindows(state, PAGES);
  assert.equal(list.allAskFirst(), false, "there is no window");
  const [settings, palette, console] = ["settings", "palette", "console"].map((page) => list.open(page));
  for (const id of [settings!, console!]) list.markUnsaved(id, true);
  assert.equal(list.allAskFirst(), true);
  assert.deepEqual(state.get().windows.map(({ id, unsaved, raised }) => [id, unsaved, raised]), [
    [settings, "asked", 2],
    [palette, undefined, 1],
    [console, "asked", 2],
  ]);
  assert.equal(list.allAskFirst(), false, "all of them were asked");
  list.markUnsaved(settings!, true);
  assert.equal(list.allAskFirst(), true, "something else was entered");
});

Deno.test("closeWhere() tells the other windows that one went, and nothing when none did", () => {
  const state = store();
  const list = createWindows(state, PAGES);
  const gone = list.open("console", { run: "r1" });
  list.open("settings");
  const before = state.get().windows;
  list.close("none");
  assert.equal(state.get().windows, before);
  list.close(gone);
  list.close(list.open("palette"));
  assert.deepEqual(state.get().windows.map(({ page, uncovered }) => [page, uncovered]), [["settings", 2]]);
});

Deno.test("lookIn() says in the title where the window looks, and so does opening it elsewhere", () => {
  const state = store();
  const list = createWindows(state, PAGES);
  const account = "111111111111";
  const id = list.open("secrets", { account });
  const titles = [];
  list.lookIn(id, "us-east-1");
  titles.push(state.get().windows[0]!.title);
  list.open("secrets", { account, region: "eu-west-3" });
  titles.push(state.get().windows[0]!.title);
  assert.deepEqual(titles, [
    "Secrets · 1111 1111 1111 · us-east-1",
    "Secrets · 1111 1111 1111 · eu-west-3",
  ]);
});
