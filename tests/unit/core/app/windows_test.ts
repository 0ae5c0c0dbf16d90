import { deepEqual, equal, throws } from "node:assert/strict";
import { createWindows } from "../../../../src/core/app/windows.ts";
import { store } from "./fixtures.ts";
import { PAGES } from "../../../../src/pages/registry.ts";
import { closesWindow } from "../../../../src/core/app/closed_window.ts";
import { type Ask, askedFor, currentAsk, followFrom, pressOf, renew } from "../../../../src/core/app/asks.ts";

function setup() {
  const state = store();
  return { state, list: createWindows(state, PAGES) };
}

Deno.test("open() adds a window with its page's size when none shows it", () => {
  const { state, list } = setup();
  const id = list.open("console", { run: "r1" }, { title: "Deploy" });
  const [window] = state.get().windows;
  deepEqual(window, {
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
    const { state, list } = setup();
    list.open(page, first);
    list.open(page, second);
    equal(state.get().windows.length, windows);
    if (windows === 1) equal(state.get().windows[0]!.raised, 2);
  });
}

Deno.test("open() makes a title one line without what is not seen, however long the name in it is", () => {
  const { state, list } = setup();
  const title = `Deploy\n\u202e\x1b]0;${"x".repeat(500)}`;
  list.open("console", {}, { title });
  const shown = state.get().windows[0]!.title;
  equal(shown.startsWith("Deploy "), true);
  equal(shown.length <= 200 && /^[ -~…]*$/.test(shown), true, shown);
});

Deno.test("open() refuses a page that there is not", () => {
  for (const page of ["homes", "toString", "__proto__", ""]) {
    throws(() => setup().list.open(page), /There is no page/);
  }
});

Deno.test("restoreSizes() brings back sizes of pages that have one, after those given meanwhile", () => {
  const { state, list } = setup();
  list.remember(list.open("settings"), { width: 700, height: 500 });
  const old = { width: 900, height: 400 };
  list.restoreSizes({ settings: old, console: old, palette: old, unknown: old });
  deepEqual(state.get().sizes, { settings: { width: 700, height: 500 }, console: old });
});

Deno.test("open() passes new parameters on when a single window is opened again", () => {
  const { state, list } = setup();
  list.open("palette");
  list.open("palette", { filter: "db" });
  deepEqual(state.get().windows[0]!.params, { filter: "db" });
});

for (const [asked, given] of [[10, 80], [300.4, 300], [9000, 1200]] as const) {
  Deno.test(`resize() gives ${given} when a page asks for ${asked}`, () => {
    const { state, list } = setup();
    list.resize(list.open("dialog", { dialog: "d" }), asked);
    equal(state.get().windows[0]!.height, given);
  });
}

Deno.test("close() changes nothing when the window is gone already", () => {
  const { state, list } = setup();
  const before = state.get();
  list.close("none");
  equal(state.get(), before);
});

Deno.test("open() gives a window the size that the user gave the last one of its page", () => {
  const { state, list } = setup();
  const first = list.open("console", { run: "r1" });
  list.remember(first, { width: 900, height: 500 });
  list.remember("gone", { width: 300, height: 300 });
  list.open("console", { run: "r2" });
  list.open("settings");
  deepEqual(state.get().windows.map(({ width, height }) => [width, height]), [
    [720, 420],
    [900, 500],
    [800, 560],
  ]);
  deepEqual(state.get().windows.map(({ sized }) => sized), [
    { width: 900, height: 500 },
    undefined,
    undefined,
  ]);
});

Deno.test("remember() takes no size of a page that fits its content, and none that no one wants", () => {
  const { state, list } = setup();
  list.remember(list.open("palette"), { width: 700, height: 500 });
  list.remember(list.open("settings"), { width: 10, height: 10 });
  deepEqual(state.get().sizes, {});
  deepEqual(state.get().windows.map(({ sized }) => sized), [undefined, undefined]);
});

Deno.test("asksFirst() keeps a window in which something is entered, in front, and once", () => {
  const { state, list } = setup();
  const id = list.open("settings");
  const now = () => state.get().windows[0]!;
  const untouched = now();
  equal(list.asksFirst(id), false, "nothing is entered");
  list.markUnsaved(id, true);
  equal(list.asksFirst(id), true);
  deepEqual([now().unsaved, now().raised], ["asked", 2]);
  equal(list.asksFirst(id), false, "a page that does not answer can be closed");
  list.markUnsaved(id, true);
  equal(list.asksFirst(id), true, "something else was entered");
  list.markUnsaved(id, false);
  equal(list.asksFirst(id), false, "it was saved");
  deepEqual(now(), { ...untouched, raised: 3 });
  equal(list.asksFirst("gone"), false);
});

Deno.test("allAskFirst() keeps each window in which something is entered, once, and no other", () => {
  const { state, list } = setup();
  equal(list.allAskFirst(), false, "there is no window");
  const [settings, palette, console] = ["settings", "palette", "console"].map((page) => list.open(page));
  for (const id of [settings!, console!]) list.markUnsaved(id, true);
  equal(list.allAskFirst(), true);
  deepEqual(state.get().windows.map(({ id, unsaved, raised }) => [id, unsaved, raised]), [
    [settings, "asked", 2],
    [palette, undefined, 1],
    [console, "asked", 2],
  ]);
  equal(list.allAskFirst(), false, "all of them were asked");
  list.markUnsaved(settings!, true);
  equal(list.allAskFirst(), true, "something else was entered");
});

Deno.test("close() tells the other windows that one went, and nothing when none did", () => {
  const { state, list } = setup();
  const gone = list.open("console", { run: "r1" });
  list.open("settings");
  const before = state.get().windows;
  list.close("none");
  equal(state.get().windows, before);
  list.close(gone);
  list.close(list.open("palette"));
  deepEqual(state.get().windows.map(({ page, uncovered }) => [page, uncovered]), [["settings", 2]]);
});

Deno.test("setRegion() says in the title where the window looks, and so does opening it elsewhere", () => {
  const { state, list } = setup();
  const account = "111111111111";
  const id = list.open("secrets", { account });
  const titles = [];
  list.setRegion(id, "us-east-1");
  titles.push(state.get().windows[0]!.title);
  list.open("secrets", { account, region: "eu-west-3" });
  titles.push(state.get().windows[0]!.title);
  deepEqual(titles, [
    "Secrets · 1111 1111 1111 · us-east-1",
    "Secrets · 1111 1111 1111 · eu-west-3",
  ]);
});

/** A window, and what closing it ends. */
const CASES: readonly (readonly [page: string, params: Record<string, string>, ended: readonly string[]])[] =
  [
    ["dialog", { dialog: "d" }, ["dialog d"]],
    ["sign_in", {}, ["sign-in"]],
    ["everywhere", {}, ["search"]],
    ["review", { review: "r" }, ["review r"]],
    ["link", { link: "l" }, ["link l"]],
    ["grant", { question: "q" }, ["question q"]],
    ["query", { server: "s" }, ["query s"]],
    ["publish", { extension: "tools" }, ["publishing tools"]],
    ["configure", { extension: "tools", action: "run" }, []],
    ["settings", {}, []],
  ];
for (const [page, params, ended] of CASES) {
  Deno.test(`closesWindow() ends ${ended.join() || "nothing"} with a window of ${page}`, () => {
    const { state, list: windows } = setup();
    const calls: string[] = [];
    const note = (what: string) => (id?: string) =>
      void calls.push(id === undefined ? what : `${what} ${id}`);
    const refused = (what: string) => (id?: string) => (note(what)(id), { ok: true } as const);
    const close = closesWindow(
      state,
      {
        windows,
        dialogs: { cancel: note("dialog") },
        signIn: { cancel: refused("sign-in") },
        search: { end: note("search") },
        extensions: { reject: refused("review") },
        links: { drop: refused("link") },
        gate: { questionClosed: note("question") },
        queryWindows: { closed: (server) => Promise.resolve(note("query")(server)) },
        development: { publishing: { closed: note("publishing") } },
      } as Parameters<typeof closesWindow>[1],
    );
    close("another");
    close(windows.open(page, params));
    deepEqual([calls, state.get().windows], [ended, []]);
  });
}

const PRESS = 10_000;

const cases: readonly [what: string, later: number, asked: ReturnType<typeof askedFor>][] = [
  ["with its press", 0, { at: PRESS, just: true }],
  ["within a second of its press", 1000, { at: PRESS, just: true }],
  ["a while after its press", 1001, { at: PRESS, just: false }],
  ["just in time", 15_000, { at: PRESS, just: false }],
  ["too late to be what its press was for", 15_001, undefined],
];

for (const [what, later, asked] of cases) {
  Deno.test(`askedFor() knows a window that comes ${what}`, () => {
    deepEqual(followFrom({ at: PRESS }, () => askedFor(PRESS + later)), asked);
  });
}

Deno.test("askedFor() knows of no press where none was", () => {
  equal(askedFor(PRESS), undefined);
  equal(followFrom({ at: PRESS }, () => followFrom(undefined, () => askedFor(PRESS))), undefined);
});

Deno.test("a press is carried along through promises, timers and listeners that began after it", async () => {
  const events = new EventTarget();
  const heard = Promise.withResolvers<Ask | undefined>();
  const seen = await followFrom({ at: PRESS }, async () => {
    await Promise.resolve();
    const inTimer = await new Promise<Ask | undefined>((resolve) => setTimeout(() => resolve(currentAsk())));
    return [currentAsk(), inTimer];
  });
  deepEqual(seen, [{ at: PRESS }, { at: PRESS }]);
  events.addEventListener("told", () => heard.resolve(currentAsk()));
  followFrom({ at: PRESS }, () => events.dispatchEvent(new Event("told")));
  deepEqual(await heard.promise, { at: PRESS });
  equal(currentAsk(), undefined);
});

Deno.test("renew() makes a press new for all that follows from it, and never older", () => {
  const ask: Ask = { at: PRESS };
  followFrom({ at: PRESS + 60_000 }, () => renew(ask));
  equal(ask.at, PRESS + 60_000);
  followFrom({ at: PRESS }, () => renew(ask));
  renew(ask);
  equal(ask.at, PRESS + 60_000);
});

const presses: readonly [what: string, Parameters<typeof pressOf>[0], Ask | undefined][] = [
  ["a command of a menu", undefined, { at: PRESS }],
  ["a button of a page", { window: "w", pressed: 30 }, { at: PRESS - 30 }],
  ["what a page does by itself", { window: "w" }, { at: 7 }],
  ["what a page does by itself in a window that nobody asked for", { window: "x" }, undefined],
];

for (const [what, by, ask] of presses) {
  Deno.test(`pressOf() knows the press behind ${what}`, () => {
    deepEqual(pressOf(by, PRESS, (window) => window === "w" ? { at: 7 } : undefined), ask);
  });
}
