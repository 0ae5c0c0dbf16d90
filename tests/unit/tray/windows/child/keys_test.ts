/**
 * Keys that a window handles itself: Esc while its page does not, and those of the menu of macOS.
 */
import { deepEqual, match } from "node:assert/strict";
import { MENU_ITEMS } from "../../../../../src/tray/windows/child/darwin_menu.ts";
import { fakeToolkit, open, URL_A } from "./fake_toolkit.ts";

const SHOW = { type: "show", id: "a" } as const;
const GIVE = { ...open("b"), type: "give", waiting: "a" } as const;

/** Events of a window, and whether the window itself handles Esc afterwards. */
const ESCAPES = [
  ["is not shown yet", [open("a")], false, []],
  ["is shown and its page listens", [open("a"), SHOW], false, []],
  ["is shown, and its page has not got ready", [open("a"), { ...SHOW, blank: true }], false, ["closed a"]],
  ["was blank, and its page has got ready", [open("a"), { ...SHOW, blank: true }, SHOW], false, []],
  ["has a page that crashed", [open("a"), SHOW], true, ["crashed a", "closed a"]],
  ["has a page that waited for it", [open("a"), GIVE], false, []],
  ["was closed", [open("a"), { ...SHOW, blank: true }, { type: "close", id: "a" }], false, []],
  [
    "is shown in the place of a blank one",
    [open("a"), { ...SHOW, blank: true }, { type: "close", id: "a" }, open("c"), { ...SHOW, id: "c" }],
    false,
    [],
  ],
] as const;

for (const [what, messages, crashes, wanted] of ESCAPES) {
  Deno.test(`a window ${wanted.length > 0 ? "is left by Esc" : "leaves Esc to its page"} when it ${what}`, () => {
    const { views, events, told } = fakeToolkit();
    for (const message of messages) views.handle(message);
    if (crashes) events[0]!.onCrash();
    events[0]!.onEscape();
    deepEqual(told, wanted);
  });
}

Deno.test("a window leaves Esc to its page again when that was reloaded after a crash", () => {
  const { views, events, told } = fakeToolkit();
  views.handle(open("a"));
  views.handle(SHOW);
  events[0]!.onCrash();
  views.handle({ type: "load", id: "a", url: URL_A });
  views.handle(SHOW);
  events[0]!.onEscape();
  deepEqual(told, ["crashed a"]);
});

Deno.test("the macOS menu has the keys of editing, each once", () => {
  deepEqual(MENU_ITEMS.map(({ key }) => key).sort(), ["Z", "a", "c", "v", "w", "x", "z"]);
  for (const { action } of MENU_ITEMS) match(action, /^[a-zA-Z]+:$/);
});
