import assert from "node:assert/strict";
import type { WindowState } from "../../../../src/core/state/state.ts";
import { createShowing } from "../../../../src/tray/windows/showing.ts";
import { windowOf } from "../../../support/pages/pages_state.ts";

/** What is shown of `windows`, and what was told as an error, by a clock that only `pass()` moves. */
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
    onError: (error) => errors.push((error as Error).message),
    after: (then) => void timers.push(then),
  });
  /** The time passes that all wait for who wait now. */
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

Deno.test("createShowing() is late again for a window that is made anew", () => {
  const { sent, errors, showing, pass } = stage(windowOf("home"));
  showing.show("home");
  showing.keepOnly([]);
  showing.opened("home");
  pass();
  assert.deepEqual([sent, errors.length], [["show home", "show home blank"], 1]);
});

/** What happens to a window that is shown with a blank page, and whether the page is loaded anew. */
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
