import assert from "node:assert/strict";
import fc from "fast-check";
import { createFocusWaits } from "../../../../src/tray/windows/focus.ts";
import { startChild } from "../../../../src/tray/windows/process.ts";
import type { WindowState } from "../../../../src/core/state/state.ts";
import { createShowing } from "../../../../src/tray/windows/showing.ts";
import { windowOf } from "../../../support/pages/pages_state.ts";
import { changes, shapeNow, shapeOf } from "../../../../src/tray/windows/follow.ts";

type Waits = ReturnType<typeof createFocusWaits>;

const CASES: readonly [what: string, act: (waits: Waits) => void, ended: string[], asked: string[]][] = [
  ["waits as long as nothing is told", (waits) => waits.ask(), [], ["a", "b"]],
  ["ends the wait for the window that has the focus", (waits) => waits.came("a"), ["a"], []],
  ["asks about each window once", (waits) => (waits.ask(), waits.ask()), [], ["a", "b"]],
  ["asks the next process anew", (waits) => (waits.ask(), waits.forget(), waits.ask()), [], [..."abab"]],
  ["ends the wait for a window that has gone", (waits) => waits.keepOnly([{ id: "b" }]), ["a"], []],
  ["asks about those that are left", (waits) => (waits.came("a"), waits.ask()), ["a"], ["b"]],
  ["is told of windows that nobody waits for", (waits) => waits.came("c"), [], []],
];
for (const [what, act, wanted, questions] of CASES) {
  Deno.test(`createFocusWaits() ${what}`, async () => {
    const asked: string[] = [], ended: string[] = [];
    const waits = createFocusWaits((message) => asked.push((message as { id: string }).id));
    for (const id of ["a", "b"]) void waits.until(id).then(() => ended.push(id));
    act(waits);
    await Promise.resolve().then(() => {});
    assert.deepEqual([ended, asked], [wanted, questions]);
  });
}

Deno.test("createFocusWaits() ends all waits for one window at once", async () => {
  const waits = createFocusWaits(() => {});
  const both = [waits.until("a"), waits.until("a")];
  waits.came("a");
  await Promise.all(both);
});

Deno.test({
  name: "end() ends a windows' process that hangs by force",
  // On Windows a process cannot be stopped from outside.
  ignore: Deno.build.os === "windows",
  async fn() {
    const child = startChild(["/no/library", "/no/icons"], Deno.env.toObject(), () => {}, 500);
    Deno.kill(child.pid, "SIGSTOP");
    await child.end();
    assert.match(await child.ended, /did not end for 0\.5 s/);
  },
});

/** Returns the messages and errors for `windows`, with a clock that only `pass()` moves. */
function stage(...windows: WindowState[]) {
  const sent: string[] = [], errors: string[] = [];
  let timers: (() => void)[] = [];
  const showing = createShowing({
    windows: () => windows,
    send(message) {
      const { type, id, blank, url } = message as { type: string; id: string; blank?: boolean; url?: string };
      sent.push([type, id, blank && "blank", url].filter(Boolean).join(" "));
    },
    address: (id) => `anew/${id}`,
    late: 10_000,
    onError: (error) => errors.push(error),
    after: (then) => void timers.push(then),
  });
  /** Lets the time pass that all current timers wait for. */
  const pass = () => {
    const over = timers;
    timers = [];
    for (const then of over) then();
  };
  return { windows, sent, errors, showing, pass };
}

Deno.test("createShowing() shows a window whose page is ready, and says nothing of it", () => {
  const { sent, errors, showing, pass } = stage(windowOf("home"), windowOf("settings"));
  showing.opened("home");
  showing.show("home");
  showing.opened("settings");
  pass();
  assert.deepEqual(sent, ["show home", "show settings blank"]);
  assert.deepEqual(errors, ["The page settings was not ready after 10 s."]);
});

Deno.test("createShowing() shows no window that was closed before it was late", () => {
  const { windows, sent, errors, showing, pass } = stage(windowOf("home"), windowOf("settings"));
  showing.opened("home");
  windows.shift();
  showing.opened("settings");
  pass();
  assert.deepEqual([sent, errors.length], [["show settings blank"], 1]);
});

Deno.test("createShowing() is late again for a window that is created again", () => {
  const { sent, errors, showing, pass } = stage(windowOf("home"));
  showing.show("home");
  showing.keepOnly([]);
  showing.opened("home");
  pass();
  assert.deepEqual([sent, errors.length], [["show home", "show home blank"], 1]);
});

/** Events of a window that is shown with a blank page, and the resulting messages. */
const BLANK = [
  ["stays blank", () => {}, ["load home anew/home"]],
  ["gets ready", ({ showing }: ReturnType<typeof stage>) => showing.show("home"), ["show home"]],
  ["is closed", ({ showing }: ReturnType<typeof stage>) => showing.keepOnly([]), []],
] as const;

for (const [what, happens, wanted] of BLANK) {
  Deno.test(`createShowing() loads a page ${wanted[0]?.startsWith("load") ? "anew, once," : "not anew"} when it ${what}`, () => {
    const all = stage(windowOf("home"));
    all.showing.opened("home");
    all.pass();
    assert.deepEqual(all.sent.splice(0), ["show home blank"]);
    happens(all);
    for (let time = 0; time < 3; time++) all.pass();
    assert.deepEqual(all.sent, wanted);
  });
}

Deno.test("createShowing() brings a question to the front again whose page was ready before that of the window it is about", () => {
  const { sent, showing, pass } = stage(windowOf("home"), windowOf("dialog"));
  showing.show("dialog");
  showing.show("home");
  pass();
  assert.deepEqual(sent, ["show dialog", "show home", "raise dialog"]);
});

const { asked: _, ...a } = windowOf("settings", {}, "a");
const { asked: __, ...b } = windowOf("palette", {}, "b");
/** A press 20 ms before the time of the table. */
const asked = { at: 80, just: true }, ago = { asked: { ago: 20, just: true } };
const shape = { title: "Kedge a", width: 420, height: 300, frameless: false };
const opens = (id: string, more = {}) => ({ type: "open", id, url: `to:${id}`, ...shape, ...more });
const opensB = opens("b", { title: "Kedge b", frameless: true });
const sized = { ...a, sized: { width: 700, height: 500 } };

const cases: readonly [string, WindowState[], WindowState[], unknown[]][] = [
  ["nothing", [a], [a], []],
  ["a new window", [], [a], [opens("a")]],
  ["a palette", [], [b], [opensB]],
  ["a closed window", [a, b], [b], [{ type: "close", id: "a" }]],
  ["one for another", [a], [b], [{ type: "close", id: "a" }, opensB]],
  ["a raised window", [a], [{ ...a, raised: 1 }], [{ type: "raise", id: "a" }]],
  ["a press for a new window", [], [{ ...a, asked }], [opens("a", ago)]],
  ["a press for one that is there", [a], [{ ...a, raised: 1, asked }], [{ type: "raise", id: "a", ...ago }]],
  ["a new title", [a], [{ ...a, title: "T" }], [{ type: "retitle", id: "a", title: "T" }]],
  ["a new title and a new height", [a], [{ ...a, title: "T", height: 9 }], [
    { type: "change", id: "a", ...shape, title: "T", height: 9 },
  ]],
  ["a new height", [a], [{ ...a, height: 9 }], [{ type: "change", id: "a", ...shape, height: 9 }]],
  ["what its user made of its size", [a], [sized], []],
  ["a window that had a size of its user's", [], [sized], [opens("a", { width: 700, height: 500 })]],
  ["other parameters", [a], [{ ...a, params: { x: "1" } }], []],
];
for (const [what, before, after, messages] of cases) {
  Deno.test(`changes() tells of ${what}`, () => {
    assert.deepEqual(changes(before, after, (id) => `to:${id}`, 1, 100), messages);
  });
}

Deno.test("shapeNow() is as large as its user made it, and grows with what is in it", () => {
  assert.deepEqual(shapeNow(sized, 1.1), {
    ...shape,
    width: 770,
    height: 550,
  });
  assert.deepEqual(shapeNow(a, 2), { ...shape, width: 840, height: 600 });
});

Deno.test("changes() lead from any list of windows to any other", () => {
  const list = fc.uniqueArray(
    fc.record({
      id: fc.constantFrom("a", "b", "c", "d"),
      page: fc.constantFrom("palette", "settings"),
      frame: fc.boolean(),
      params: fc.constant({}),
      title: fc.constantFrom("One", "Two"),
      width: fc.constantFrom(1, 2),
      height: fc.constantFrom(1, 2),
      raised: fc.nat(2),
    }),
    { selector: ({ id }) => id },
  );
  fc.assert(fc.property(list, list, (before, after) => {
    const shown = new Map<string, string>(
      before.map((window) => [window.id, JSON.stringify(shapeOf(window))]),
    );
    for (const message of changes(before, after, (id) => id)) {
      if (message.type === "close") assert.ok(shown.delete(message.id));
      if (message.type === "open") assert.ok(!shown.has(message.id));
      if (message.type === "open" || message.type === "change") {
        const { title, width, height, frameless } = message;
        shown.set(message.id, JSON.stringify({ title, width, height, frameless }));
      }
      if (message.type === "retitle") {
        const former = shown.get(message.id);
        assert.ok(former !== undefined);
        shown.set(message.id, JSON.stringify({ ...JSON.parse(former), title: message.title }));
      }
    }
    const wanted = after.map((window): [string, string] => [window.id, JSON.stringify(shapeOf(window))]);
    assert.deepEqual(new Map([...shown].sort()), new Map(wanted.sort()));
  }));
});
