import { deepEqual, equal, notEqual } from "node:assert/strict";
import { createLinks } from "../../../../../src/core/app/features/links/links.ts";
import { createToasts } from "../../../../../src/core/app/features/toasts/toasts.ts";
import { createWindows } from "../../../../../src/core/app/windows.ts";
import { followFrom } from "../../../../../src/core/app/asks.ts";
import { PAGES } from "../../../../../src/pages/mod.ts";
import { config, store as stateStore } from "../fixtures.ts";

const LINKS = ["home", "settings", "news", "accounts", "extensions", "everywhere"].map((page) =>
  `kedge://open/page/${page}`
);

/** Creates a queue of links, and records what opening them has done. */
function setup(linksEnabled = true) {
  const store = stateStore({ linksEnabled });
  const led: unknown[] = [];
  const clock = { now: 0 };
  const note = (what: string) => (...given: unknown[]) => {
    led.push([what, ...given]);
    return { ok: true as const };
  };
  const later = (what: string) => (...given: unknown[]) => Promise.resolve(note(what)(...given));
  const configuration = store.writing("config").slices.config;
  const links = createLinks({
    store: store.writing("links"),
    windows: createWindows(store.writing("windows", "sizes"), PAGES, () => clock.now),
    toasts: createToasts(store.writing("toasts"), () => clock.now),
    extensions: { beginInstall: later("review"), reviewInstalled: later("extension") },
    runs: { startFilled: note("run") },
    queryWindows: { open: later("server") },
    now: () => clock.now,
  });
  const state = () => store.get();
  const shown = () => state().windows.flatMap(({ page, params }) => page === "link" ? [params.link] : []);
  const first = () => state().links.waiting[0]!.id;
  const switchOff = () =>
    configuration.update((before) => ({ ...before, value: config({ linksEnabled: false }) }));
  const breakFile = () => configuration.update((before) => ({ ...before, status: "stale" }));
  return { links, led, clock, state, shown, first, switchOff, breakFile };
}

Deno.test("open() only shows a page, which takes no focus, whatever the link leads to", () => {
  const { links, led, state, shown, first } = setup();
  followFrom({ at: 0 }, () => links.open("kedge://run/tools/greet?whom=Ada", "firefox"));
  deepEqual(led, []);
  deepEqual(shown(), [first()]);
  equal(state().windows[0]!.asked, undefined);
  equal(state().links.waiting[0]!.from, "firefox");
});

const HASH = "0a".repeat(32);
const FOLLOWED: [text: string, led: unknown[]][] = [
  [`kedge://review?url=https%3A%2F%2Fa.example%2Fb&sha256=${HASH}`, ["review", "https://a.example/b", HASH]],
  ["kedge://run/tools/greet?whom=Ada", ["run", "tools", "greet", { whom: "Ada" }]],
  ["kedge://open/server/Orders", ["server", "Orders", {}]],
  ["kedge://open/extension/tools", ["extension", "tools"]],
];
for (const [text, led] of FOLLOWED) {
  Deno.test(`follow() does once what ${text} leads to`, async () => {
    const queue = setup();
    queue.links.open(text);
    const id = queue.first();
    deepEqual(await queue.links.follow(id), { ok: true });
    equal((await queue.links.follow(id)).ok, false);
    deepEqual(queue.led, [led]);
    deepEqual(queue.shown(), []);
  });
}

Deno.test("follow() does nothing for a link that leads nowhere", async () => {
  const { links, led, first } = setup();
  links.open("kedge://install/x");
  equal((await links.follow(first())).ok, false);
  deepEqual(led, []);
});

Deno.test("follow() and the page know the first link alone: one that waits cannot be followed", async () => {
  const { links, led, state } = setup();
  links.open("kedge://open/server/a");
  links.open("kedge://open/server/b");
  equal((await links.follow(state().links.waiting[1]!.id)).ok, false);
  deepEqual(led, []);
  equal(state().links.waiting.length, 2);
});

Deno.test("open() asks about one link at a time, and drops and counts what floods", () => {
  const { links, state, shown, first } = setup();
  for (const link of LINKS) links.open(link);
  for (let many = 0; many < 100; many++) links.open(`kedge://open/server/${many}`);
  equal(state().links.waiting.length, 5);
  equal(state().links.dropped, 101);
  deepEqual(shown(), [first()]);
  links.drop(first());
  deepEqual(shown(), [first()]);
  links.drop(first(), true);
  deepEqual(shown(), []);
  deepEqual(state().links, { waiting: [], dropped: 0 });
});

Deno.test("open() asks once about a link that comes again and again", () => {
  const { links, state } = setup();
  for (let many = 0; many < 3; many++) links.open(LINKS[0]!);
  equal(state().links.waiting.length, 1);
  equal(state().links.dropped, 0);
});

Deno.test("the next link comes by itself, although the one before was pressed", async () => {
  const { links, state, first } = setup();
  links.open("kedge://open/server/a");
  links.open("kedge://open/server/b");
  await followFrom({ at: 0 }, () => links.follow(first()));
  equal(state().windows[0]!.asked, undefined);
});

Deno.test("open() refuses links where they are off, and tells it once a minute, also after the clock was set back", () => {
  const { links, clock, state } = setup(false);
  for (let many = 0; many < 3; many++) equal(links.open(LINKS[0]!).ok, false);
  deepEqual(state().links.waiting, []);
  deepEqual(state().toasts.map(({ title }) => title), ["A link to Kedge was opened"]);
  for (const now of [61_000, -3_600_000]) {
    clock.now = now;
    const before = state().toasts[0]!.until;
    links.open(LINKS[0]!);
    notEqual(state().toasts[0]!.until, before);
  }
});

Deno.test("open() names config.json when that cannot be read, where no last good one has links on", () => {
  const off = setup(false), on = setup();
  for (const { breakFile } of [off, on]) breakFile();
  deepEqual(off.links.open(LINKS[0]!), {
    ok: false,
    error: "config.json cannot be read.",
    hint: "See: kedge --validate-config",
  });
  deepEqual(off.state().toasts.map(({ message }) => message), [
    "config.json cannot be read, so nothing came of it.",
  ]);
  equal(on.links.open(LINKS[0]!).ok, true);
});

Deno.test("links that wait are gone when links are switched off", () => {
  const { links, state, shown, switchOff } = setup();
  links.open(LINKS[0]!);
  switchOff();
  deepEqual([state().links.waiting, shown()], [[], []]);
});
