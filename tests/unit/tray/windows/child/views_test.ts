import assert from "node:assert/strict";
import { ASKED, fakeToolkit, open, PAGE, URL_A } from "./fake_toolkit.ts";

Deno.test("createViews() begins with one empty hidden view, which the first window takes", () => {
  const { views, events, news } = fakeToolkit();
  assert.equal(events.length, 1);
  views.handle(open("a"));
  assert.deepEqual(news(), ["0 shape a", `0 load ${URL_A}`]);
});

Deno.test("a window that the user has not asked for is shown without the focus, and raised so", () => {
  const { views, news } = fakeToolkit();
  const { asked: _, ...itself } = open("a");
  views.handle(itself);
  views.handle({ type: "show", id: "a" });
  views.handle({ type: "raise", id: "a" });
  assert.deepEqual(news().filter((call) => call.includes("show")), ["0 show quietly", "0 show quietly"]);
  views.handle({ type: "raise", id: "a", ...ASKED });
  assert.deepEqual(news(), ["0 show usual"]);
});

/** Events of a window before the following one is shown, and how that one is shown. */
const FOLLOWED:
  readonly (readonly [what: string, happens: readonly ("focus" | "blur" | "close")[], how: string])[] = [
    ["has the keys", ["focus"], "usual"],
    ["had the keys when it was closed", ["focus", "close"], "usual"],
    ["has lost the keys", ["focus", "blur"], "quietly"],
    ["had lost the keys when it was closed", ["focus", "blur", "close"], "quietly"],
    ["never had the keys", ["close"], "quietly"],
  ];

for (const [what, happens, how] of FOLLOWED) {
  Deno.test(`a window that follows one which ${what} is shown ${how}`, () => {
    const { views, events, news } = fakeToolkit(false, () => 0);
    const { asked: _, ...itself } = open("b");
    views.handle(open("a"));
    views.handle({ type: "show", id: "a" });
    for (const event of happens) {
      if (event === "focus") events[0]!.onFocus();
      else if (event === "blur") events[0]!.onBlur();
      else views.handle({ type: "close", id: "a" });
    }
    news();
    views.handle({ ...itself, follows: "a" });
    views.handle({ type: "show", id: "b" });
    assert.match(news().at(-1)!, new RegExp(`show ${how}$`));
  });
}

Deno.test("a window that is asked about tells of its focus once it is shown and has it, once", () => {
  const { views, told, focus } = fakeToolkit();
  views.handle(open("a"));
  views.handle({ type: "focus", id: "a" });
  assert.deepEqual([told, focus.length], [[], 0]);
  views.handle({ type: "show", id: "a" });
  assert.deepEqual([told, focus.length], [[], 1]);
  focus[0]!();
  views.handle({ type: "raise", id: "a", ...ASKED });
  assert.deepEqual([told, focus.length], [["focused a"], 1]);
  views.handle({ type: "focus", id: "a" });
  focus[1]!();
  assert.deepEqual(told, ["focused a", "focused a"]);
});

Deno.test("a window that is asked about and takes no focus says so at once, as one that is not there does", () => {
  const { views, told } = fakeToolkit();
  const { asked: _, ...itself } = open("a");
  views.handle(itself);
  views.handle({ type: "focus", id: "a" });
  views.handle({ type: "show", id: "a" });
  views.handle({ type: "focus", id: "b" });
  assert.deepEqual(told, ["focused a", "focused b"]);
});

Deno.test("a window stays hidden until it is told to show, and is shown once", () => {
  const { views, news } = fakeToolkit();
  views.handle(open("a"));
  news();
  views.handle({ type: "raise", id: "a", ...ASKED });
  assert.deepEqual(news(), []);
  views.handle({ type: "show", id: "a" });
  views.handle({ type: "show", id: "a" });
  assert.deepEqual(news(), ["0 show usual"]);
  views.handle({ type: "raise", id: "a", ...ASKED });
  assert.deepEqual(news(), ["0 show usual"]);
});

Deno.test("what lets a window take the focus is used once: when it is shown, or raised", () => {
  const { views, news } = fakeToolkit();
  views.handle({ ...open("a"), activation: "first" });
  views.handle({ type: "show", id: "a" });
  views.handle({ type: "raise", id: "a", ...ASKED });
  views.handle({ type: "raise", id: "a", activation: "second", ...ASKED });
  assert.deepEqual(news().slice(2), ["0 show usual by first", "0 show usual", "0 show usual by second"]);
  views.handle(open("b"));
  // The window is requested again before its page is ready.
  views.handle({ type: "raise", id: "b", activation: "third", ...ASKED });
  views.handle({ type: "show", id: "b" });
  assert.equal(news().at(-1), "1 show usual by third");
});

Deno.test("a frameless window is shown in the middle", () => {
  const { views, news } = fakeToolkit();
  views.handle(open("a", true));
  views.handle({ type: "show", id: "a" });
  assert.equal(news().at(-1), "0 show centre");
});

Deno.test("a closed window's view waits for the next; a second one goes", () => {
  const { views, news } = fakeToolkit();
  views.handle(open("a"));
  views.handle(open("b"));
  news();
  views.handle({ type: "close", id: "a" });
  assert.deepEqual(news(), ["0 hide", "0 load about:blank"]);
  views.handle({ type: "close", id: "b" });
  assert.deepEqual(news(), ["1 hide", "1 destroy"]);
  views.handle(open("c"));
  assert.deepEqual(news(), ["0 shape c", `0 load ${URL_A}`]);
});

Deno.test("a window that its user has maximised is used for no other, and another view waits in its place", () => {
  const { views, spent, news } = fakeToolkit();
  views.handle(open("a"));
  news();
  spent.add(0);
  views.handle({ type: "close", id: "a" });
  assert.deepEqual(news(), ["0 hide", "0 destroy", "1 create", "1 load about:blank"]);
  views.handle(open("b"));
  assert.deepEqual(news(), ["1 shape b", `1 load ${URL_A}`]);
});

Deno.test("a view may go only where its window's page is", () => {
  const { views, events } = fakeToolkit();
  assert.equal(events[0]!.mayOpen(PAGE), false);
  views.handle(open("a"));
  const allowed = [PAGE, URL_A, "about:blank", "blob:http://127.0.0.1:9/x"];
  const refused = [
    "https://example.com/",
    "http://127.0.0.1:99/",
    "http://127.0.0.1:9.example.com/",
    "http://localhost:9/",
    "blob:https://example.com/x",
    "file:///etc/passwd",
    "data:text/html,x",
    "javascript:alert(1)",
    "about:config",
    "",
  ];
  for (const url of allowed) assert.equal(events[0]!.mayOpen(url), true, url);
  for (const url of refused) assert.equal(events[0]!.mayOpen(url), false, url);
  views.handle({ type: "close", id: "a" });
  assert.equal(events[0]!.mayOpen(PAGE), false);
});

Deno.test("events of a window are reported with its ID, and not at all when none is shown", () => {
  const { views, events, told } = fakeToolkit();
  events[0]!.onClose();
  events[0]!.onCrash();
  views.handle(open("a"));
  events[0]!.onClose();
  events[0]!.onCrash();
  views.handle({ type: "close", id: "a" });
  events[0]!.onClose();
  assert.deepEqual(told, ["closed a", "crashed a"]);
});

Deno.test("messages about unknown windows do nothing", () => {
  const { views, news } = fakeToolkit();
  views.handle({ type: "close", id: "x" });
  views.handle({ type: "raise", id: "x" });
  views.handle({ type: "load", id: "x", url: URL_A });
  assert.deepEqual(news(), []);
});

Deno.test("a frameless window that loses the focus is closed; others stay", () => {
  const { views, events, told } = fakeToolkit();
  views.handle(open("palette", true));
  events[0]!.onBlur();
  assert.deepEqual(told, [], "it was not shown yet");
  views.handle({ type: "show", id: "palette" });
  events[0]!.onBlur();
  assert.deepEqual(told, ["closed palette"]);
  views.handle(open("settings"));
  views.handle({ type: "show", id: "settings" });
  events[1]!.onBlur();
  assert.deepEqual(told, ["closed palette"]);
});

Deno.test("a frameless window that loses the focus at once asks for it again, unless another window came", () => {
  const { views, events, told, news } = fakeToolkit(false, () => 5);
  views.handle(open("palette", true));
  views.handle({ type: "show", id: "palette" });
  news();
  events[0]!.onBlur();
  assert.deepEqual([told, news()], [[], ["0 show usual"]]);
  events[0]!.onBlur();
  assert.deepEqual(told, ["closed palette"]);
  views.handle({ type: "close", id: "palette" });
  views.handle(open("again", true));
  views.handle({ type: "show", id: "again" });
  views.handle(open("settings"));
  views.handle({ type: "show", id: "settings" });
  events[0]!.onBlur();
  assert.deepEqual(told, ["closed palette", "closed again"]);
});

Deno.test("a frameless window that gets the focus late may lose it at once, and asks for it again, but once only", () => {
  let time = 0;
  const { views, events, told, news } = fakeToolkit(false, () => time);
  views.handle(open("palette", true));
  views.handle({ type: "show", id: "palette" });
  news();
  time = 5000;
  events[0]!.onFocus();
  events[0]!.onBlur();
  assert.deepEqual([told, news()], [[], ["0 show usual"]]);
  events[0]!.onFocus();
  events[0]!.onBlur();
  assert.deepEqual(told, ["closed palette"]);
});

/** Properties of the window that a waiting page is given to. */
const SHAPE = { title: "p", width: 1, height: 1, frameless: true };
Deno.test("a frameless window that is closed at once stays hidden, and is not told to be closed again", () => {
  const { views, told, news } = fakeToolkit(false, () => 5);
  views.handle(open("palette", true));
  views.handle({ type: "show", id: "palette" });
  news();
  views.handle({ type: "close", id: "palette" });
  assert.deepEqual([told, news()], [[], ["0 hide", "0 load about:blank"]]);
  views.handle(open("w", true));
  views.handle({ type: "give", waiting: "w", id: "p", ...SHAPE });
  news();
  views.handle({ type: "take", id: "p", waiting: "w" });
  assert.deepEqual([told, news()], [[], ["0 hide"]]);
});

Deno.test("the view that must stay is never destroyed", () => {
  const { views, news } = fakeToolkit(true);
  views.handle(open("a"));
  views.handle(open("b"));
  views.handle({ type: "close", id: "b" });
  news();
  views.handle({ type: "close", id: "a" });
  assert.deepEqual(news(), ["0 hide", "0 load about:blank"]);
});

Deno.test("a page that waits is given to a window and taken back, without being loaded again", () => {
  const { views, events, told, news } = fakeToolkit();
  views.handle(open("w", true));
  news();
  views.handle({ type: "give", waiting: "w", id: "p", ...SHAPE });
  assert.deepEqual(news(), ["0 shape p", "0 show centre"]);
  events[0]!.onBlur();
  assert.deepEqual(told, ["closed p"]);
  views.handle({ type: "take", id: "p", waiting: "w" });
  assert.deepEqual(news(), ["0 hide"]);
  views.handle({ type: "give", waiting: "w", id: "q", ...SHAPE });
  assert.deepEqual(news(), ["0 shape p", "0 show centre"]);
});

Deno.test("what waits for the next windows goes when they do not come; a page that waits stays", () => {
  const { views, news } = fakeToolkit();
  views.handle(open("w", true));
  views.handle(open("a"));
  views.handle({ type: "close", id: "a" });
  news();
  views.handle({ type: "rest" });
  assert.deepEqual(news(), ["1 destroy"]);
});
