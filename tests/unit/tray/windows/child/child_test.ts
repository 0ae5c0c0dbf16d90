import { deepEqual, equal, match } from "node:assert/strict";
import { Mailbox } from "../../../../../src/tray/windows/child/mailbox.ts";
import { openedOnce } from "../../../../../src/tray/windows/child/opened_once.ts";
import { readSources } from "../../../../support/house/sources.ts";
import { createSizeWatch, strayed } from "../../../../../src/tray/windows/child/strayed_size.ts";
import { takesFocus } from "../../../../../src/tray/windows/child/takes_focus.ts";
import { textScale } from "../../../../../src/tray/windows/child/text_scale.ts";
import { fakeToolkit, open, URL_A } from "./fake_toolkit.ts";
import { type Area, centred, positioned, sizeOn } from "../../../../../src/tray/windows/child/centre.ts";
import { MENU_ITEMS } from "../../../../../src/tray/windows/child/darwin_menu.ts";
import { framed, workArea } from "../../../../../src/tray/windows/child/windows.ts";

Deno.test("take() gives what was put at the other end, once", () => {
  const mailbox = new Mailbox();
  const other = new Mailbox(mailbox.buffer);
  equal(other.take(), null);
  mailbox.put("grüße ✓", 0);
  equal(other.take(), "grüße ✓");
  equal(other.take(), null);
  mailbox.put("next", 0);
  equal(other.take(), "next");
});

Deno.test("put() leaves out what does not fit", () => {
  const mailbox = new Mailbox();
  mailbox.put("x".repeat(64 * 1024 + 1), 0);
  equal(mailbox.take(), null);
  mailbox.put("x".repeat(64 * 1024), 0);
  equal(mailbox.take()?.length, 64 * 1024);
});

Deno.test("put() tells that nobody takes what is there", () => {
  const mailbox = new Mailbox();
  equal(mailbox.put("first", 1), true);
  equal(mailbox.put("second", 1), false);
  equal(mailbox.take(), "first");
  equal(mailbox.put("second", 1), true);
  equal(mailbox.take(), "second");
});

const LIBC = { linux: "libc.so.6", darwin: "libSystem.dylib" }[Deno.build.os as string];

Deno.test("openedOnce() opens a library with its first use, and only once", { ignore: !LIBC }, () => {
  const library = openedOnce(LIBC!, { getpid: { parameters: [], result: "i32" } });
  equal(library().getpid(), Deno.pid);
  equal(library(), library());
  openedOnce("no such library", {});
});

/** Files that open a library themselves, and why that happens once in a process. */
const OPENING: Readonly<Record<string, string>> = {
  "src/core/keychain/advapi32.ts": "the keychain keeps what it has opened",
  "src/core/platform/ancestors/darwin.ts": "it keeps what it has opened",
  "src/core/platform/ancestors/windows.ts": "it keeps what it has opened",
  "src/core/platform/held_open.ts": "it keeps what it has opened",
  "src/core/platform/private_environment.ts": "the environment is hidden once",
  "src/core/platform/registry.ts": "it keeps what it has opened",
  "src/core/platform/peer/diag.ts": "it keeps what it has opened",
  "src/core/platform/peer/prlimit.ts": "it keeps what it has opened",
  "src/core/platform/peer/windows.ts": "it closes what it has opened",
  "src/core/platform/peer/unix.ts": "it keeps what it has opened",
  "src/core/platform/runtime_variables.ts": "the environment is cleaned once",
  "src/tray/clipboard/user32.ts": "the clipboard keeps what it has opened",
  "src/tray/notifications/windows.ts": "the notifier keeps what it has opened",
  "src/core/platform/watch/inotify.ts": "it keeps what it has opened",
  "src/core/platform/sandbox.ts": "--doctor asks once, and closes it",
  "src/tray/shortcut/darwin.ts": "a backend lives as long as Kedge",
  "src/tray/shortcut/windows.ts": "a backend lives as long as Kedge",
  "src/tray/windows/child/gl.ts": "the process begins with it",
  "src/tray/windows/child/gtk.ts": "the toolkit is made once",
  "src/tray/windows/child/end_with_parent.ts": "the process begins with it",
  "src/tray/windows/child/objc.ts": "the toolkit is made once",
  "src/tray/windows/child/opened_once.ts": "it keeps what it has opened",
  "src/tray/windows/child/reader.ts": "the reading thread begins with it",
  "src/tray/windows/child/webview.ts": "the toolkit is made once",
  "src/tray/windows/child/windows.ts": "the toolkit is made once",
};

Deno.test("a library is opened where that happens once in a process, else by openedOnce()", async () => {
  const opening = (await readSources("src")).filter(({ code }) => /Deno\.dlopen\(/.test(code));
  deepEqual(opening.map(({ path }) => path).sort(), Object.keys(OPENING).sort());
});

const size = (text: string) => {
  const [width = 0, height = 0] = text.split("×").map(Number);
  return { width, height };
};

const SIZES: [what: string, now: string, own: string, before: string[], again: boolean][] = [
  ["is shown for the first time", "500×400", "420×300", [], false],
  ["has its own size", "420×300", "420×300", ["500×400"], false],
  ["has that of the window before it", "500×400", "420×300", ["500×400"], true],
  [
    "has that which the window before it had not taken yet",
    "500×400",
    "420×300",
    ["420×300", "500×400"],
    true,
  ],
  ["has one of both and should have it", "500×400", "500×400", ["420×300", "500×400"], false],
  ["should have that", "500×400", "500×400", ["500×400"], false],
  ["has one that its user gave it", "460×300", "420×300", ["500×400"], false],
  ["has only the width of the window before it", "500×300", "420×300", ["500×400"], false],
];

for (const [what, now, own, before, again] of SIZES) {
  Deno.test(`strayed() ${again ? "gives a window its size again that" : "leaves a window that"} ${what}`, () =>
    deepEqual(
      strayed(size(now), size(own), before.map(size)),
      again ? size(own) : null,
    ));
}

Deno.test("createSizeWatch() restores the size when the late answer is to the size that was given before", () => {
  let shown = size("420×300");
  const asked: unknown[] = [];
  const window = { size: () => shown, resize: (to: typeof shown) => asked.push(to) };
  const watch = createSizeWatch({ g_timeout_add: () => 1 }, () => window);
  try {
    // The window manager has not answered to the former size as the window closes.
    watch.give(size("500×400"));
    watch.leave(shown);
    watch.give(size("420×300"));
    watch.watch();
    shown = size("500×400");
    watch.look.callback(null);
    deepEqual(asked, [size("420×300")]);
  } finally {
    watch.look.close();
  }
});

/** Ago in ms: the press that asked, whether the window came at once, and the last key anywhere. */
const cases: readonly (readonly [
  what: string,
  pressed: number | null,
  just: boolean,
  key: number | undefined,
  takes: boolean,
])[] = [
  ["comes by itself", null, false, 60_000, false],
  ["comes by itself where keys are not told", null, false, undefined, false],
  ["comes at once", 100, true, 100, true],
  ["comes at once while its user types what is meant for it", 900, true, 20, true],
  ["came at once, and its page was slow while its user typed elsewhere", 4000, true, 20, false],
  ["came at once, and its page was slow while its user waited", 4000, true, 3900, true],
  ["comes later to a user who waits", 5000, false, 4900, true],
  ["comes later, though the key of the press was let go late", 5000, false, 4600, true],
  ["comes later to a user who types", 5000, false, 40, false],
  ["comes later to a user who has typed since", 5000, false, 3000, false],
  ["comes later where keys are not told", 5000, false, undefined, true],
  ["comes too late", 16_000, false, 16_000, false],
];

for (const [what, pressed, just, key, takes] of cases) {
  Deno.test(`takesFocus() is ${takes} for a window that ${what}`, () => {
    const now = 100_000;
    const asked = pressed === null ? null : { at: now - pressed, just };
    equal(takesFocus(asked, false, now, key === undefined ? undefined : () => key), takes);
  });
}

/** Ago in ms: the press that asked, the end of the waiting in the window that it follows, and the last key anywhere. */
const waits: readonly (readonly [
  what: string,
  pressed: number | null,
  waited: number,
  key: number | undefined,
  takes: boolean,
])[] = [
  ["in which its user waits", null, 0, 60_000, true],
  ["in which its user waits, and pressed a key there", null, 0, 10, true],
  ["in which its user waited until a moment ago", null, 800, 60_000, true],
  ["whose user has typed elsewhere since", null, 800, 100, false],
  ["whose user has typed elsewhere at once", null, 300, 200, false],
  ["which went long ago", null, 16_000, 16_000, false],
  ["in which its user waited, long after the press", 40_000, 800, 60_000, true],
  ["where keys are not told", null, 800, undefined, true],
];

for (const [what, pressed, waited, key, takes] of waits) {
  Deno.test(`takesFocus() is ${takes} for a window that follows one ${what}`, () => {
    const now = 100_000;
    const asked = pressed === null ? null : { at: now - pressed, just: false };
    const sinceKey = key === undefined ? undefined : () => key;
    equal(takesFocus(asked, false, now, sinceKey, now - waited), takes);
  });
}

Deno.test("takesFocus() is true for a launcher, which comes by its shortcut only", () => {
  equal(takesFocus(null, true, 0, () => 0), true);
});

for (
  const [dpi, scale, when] of [
    [96, 1, "text has the usual size"],
    [168, 1.75, "text is larger"],
    [120, 1.25, "GNOME's large text is on"],
    [72, 0.75, "text is smaller"],
    [10, 0.5, "text would be too small to read"],
    [960, 3, "text would leave no room"],
    [0, 1, "the desktop says nothing"],
    [-1 / 1024, 1, "GTK does not know"],
  ] as const
) {
  Deno.test(`textScale() is ${scale} when ${when}`, () => equal(textScale(dpi * 1024), scale));
}

const SHOW = { type: "show", id: "a" } as const;
const GIVE = { ...open("b"), type: "give", waiting: "a" } as const;

/** What has happened to a window, and whether the window itself answers Esc then. */
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

Deno.test("a window leaves Esc to its page again when that was loaded anew after a crash", () => {
  const { views, events, told } = fakeToolkit();
  views.handle(open("a"));
  views.handle(SHOW);
  events[0]!.onCrash();
  views.handle({ type: "load", id: "a", url: URL_A });
  views.handle(SHOW);
  events[0]!.onEscape();
  deepEqual(told, ["crashed a"]);
});

const WINDOW = { width: 640, height: 420 };
const places: readonly [string, Parameters<typeof centred>[0], { x: number; y: number }][] = [
  ["one screen", { x: 0, y: 0, width: 1280, height: 800 }, { x: 320, y: 127 }],
  ["a second screen", { x: 1280, y: 100, width: 1920, height: 1080 }, { x: 1920, y: 320 }],
  ["a screen to the left", { x: -1920, y: 0, width: 1920, height: 1080 }, { x: -1280, y: 220 }],
  ["a screen that is too small", { x: 10, y: 20, width: 320, height: 200 }, { x: 10, y: 20 }],
];

for (const [what, area, place] of places) {
  Deno.test(`centred() finds the place on ${what}`, () => deepEqual(centred(area, WINDOW), place));
}

for (
  const [what, screen, wanted, given] of [
    ["as it is", [0, 0, 1440, 868], [880, 600], [880, 600]],
    ["below its title bar and above the panel", [0, 0, 1366, 728], [1040, 720], [1040, 688]],
    ["within both", [1280, 0, 800, 600], [1320, 900], [788, 560]],
    ["as it is where no screen is known", [0, 0, 0, 0], [880, 600], [880, 600]],
  ] as const
) {
  Deno.test(`sizeOn() leaves a window ${what}`, () => {
    const [x, y, width, height] = screen;
    const fits = sizeOn({ x, y, width, height }, { width: wanted[0], height: wanted[1] });
    deepEqual([fits.width, fits.height], given);
  });
}

Deno.test("framed() takes the frame from a window and gives it back", () => {
  const usual = 0x14cf0000n;
  equal(framed(usual, true), 0x140b0000n);
  equal(framed(framed(usual, true), false), usual);
});

Deno.test("workArea() reads the part of a MONITORINFO that the task bar leaves", () => {
  const info = Int32Array.of(40, 0, 0, 1920, 1080, 0, 30, 1920, 1080, 1);
  deepEqual(workArea(info), { x: 0, y: 30, width: 1920, height: 1050 });
});

Deno.test("the macOS menu has the keys of editing, each once", () => {
  deepEqual(MENU_ITEMS.map(({ key }) => key).sort(), ["Z", "a", "c", "v", "w", "x", "z"]);
  for (const { action } of MENU_ITEMS) match(action, /^[a-zA-Z]+:$/);
});

const screen: Area = { x: 0, y: 0, width: 1440, height: 900 };
const asked: readonly [string, Area | null, readonly { x: number; y: number }[], { x: number; y: number }][] =
  [
    ["in the middle of the screen when nobody asked", null, [], { x: 520, y: 200 }],
    ["in the middle of the window that asked", { x: 100, y: 100, width: 800, height: 600 }, [], {
      x: 300,
      y: 200,
    }],
    ["on the screen when its asker stands at the edge", { x: 1300, y: 700, width: 400, height: 300 }, [], {
      x: 1028,
      y: 560,
    }],
    ["beside one that it would cover", null, [{ x: 520, y: 200 }, { x: 548, y: 228 }], { x: 576, y: 256 }],
  ];
for (const [what, asker, others, place] of asked) {
  Deno.test(`placed() stands ${what}`, () =>
    deepEqual(positioned(screen, asker, others, { width: 400, height: 300 }), place));
}
