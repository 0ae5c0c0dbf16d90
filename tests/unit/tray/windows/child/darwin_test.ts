import { deepEqual, equal, match } from "node:assert/strict";
import type { Area } from "../../../../../src/tray/windows/child/centre.ts";
import { darwinToolkit } from "../../../../../src/tray/windows/child/darwin.ts";
import type { ViewEvents } from "../../../../../src/tray/windows/child/toolkit.ts";
import { downloadPath, navigationPolicy } from "../../../../../src/tray/windows/child/darwin_downloads.ts";
import { createViews } from "../../../../../src/tray/windows/child/views.ts";
import { SILENT } from "./events.ts";
import { fakeAppKit } from "./fake_appkit.ts";
import { open } from "./fake_toolkit.ts";

/** Returns a toolkit on a recording AppKit, with its first window. */
function start(events: Partial<ViewEvents> = {}, screens?: readonly Area[]) {
  const appKit = fakeAppKit(screens);
  const toolkit = darwinToolkit("", appKit.webview, appKit.objc);
  return { ...appKit, toolkit, view: toolkit.create({ ...SILENT, ...events })! };
}

Deno.test("the first window gets its delegate again when that has all of its methods", () => {
  const { said } = start();
  const added = said.findLastIndex((line) => line.startsWith("class of window 1.delegate gets"));
  deepEqual(
    said.map((line, at) => [at > added, line]).filter(([, line]) => `${line}`.includes(" setDelegate: ")),
    [[true, "window 1 setDelegate: nil"], [true, "window 1 setDelegate: window 1.delegate"]],
  );
});

Deno.test("a window tells that it lost the keys, and stays when it is closed", () => {
  const heard: string[] = [];
  const kit = start({ onBlur: () => heard.push("blur"), onClose: () => heard.push("close") });
  const notification = kit.object("notification");
  kit.objc.sendPointer(notification, "setObject:", kit.object("window 1"));
  kit.call("windowDidResignKey:", notification);
  equal(kit.call("windowShouldClose:", kit.object("window 1")), 0);
  deepEqual(heard, ["blur", "close"]);
});

Deno.test("createViews() destroys no window of macOS, where the library would wait without end", () => {
  const { webview, objc, said } = fakeAppKit();
  const ignore = () => {};
  const listener = { onClosed: ignore, onFocused: ignore, onCrashed: ignore, onDropped: ignore };
  const views = createViews(darwinToolkit("", webview, objc), listener)!;
  for (const id of ["a", "b"]) views.handle(open(id));
  for (const id of ["a", "b"]) views.handle({ type: "close", id });
  views.handle({ type: "rest" });
  views.handle(open("c"));
  deepEqual(said.filter((line) => /^library/.test(line)), [
    "library sizes window 1",
    "library sizes window 2",
  ]);
});

/** Returns a block that records its calls. */
function block<const Type extends "isize" | "pointer">(type: Type, heard: (value: never) => void) {
  const native = new Deno.UnsafeCallback(
    { parameters: ["pointer", type], result: "void" },
    ((_block: unknown, value: never) => heard(value)) as never,
  );
  const memory = new BigUint64Array([0n, 0n, Deno.UnsafePointer.value(native.pointer)]);
  return {
    pointer: Deno.UnsafePointer.of(memory),
    [Symbol.dispose]: () => native.close(),
  };
}

const POLICIES: readonly (readonly [mayOpen: boolean, isFile: boolean, policy: bigint])[] = [
  [true, false, 1n],
  [true, true, 2n],
  [false, false, 0n],
  [false, true, 0n],
];
for (const [mayOpen, isFile, policy] of POLICIES) {
  const what = `${isFile ? "a file" : "an address"} that ${mayOpen ? "may" : "may not"} be opened`;
  Deno.test(`navigationPolicy() is ${policy} for ${what}`, () => {
    equal(navigationPolicy(mayOpen, isFile), policy);
  });

  Deno.test(`macOS is told ${policy} about ${what}`, () => {
    const kit = start({ mayOpen: () => mayOpen });
    if (isFile) kit.yes.add("action shouldPerformDownload");
    const told: bigint[] = [];
    using handler = block("isize", (value) => told.push(value));
    kit.call(
      "webView:decidePolicyForNavigationAction:decisionHandler:",
      ...[kit.object("browser 1"), kit.object("action"), handler.pointer],
    );
    deepEqual(told, [policy]);
  });
}

Deno.test("a file that a page offers goes to the folder for downloads", () => {
  const kit = start();
  kit.call(
    "webView:navigationAction:didBecomeDownload:",
    ...[kit.object("browser 1"), kit.object("action"), kit.object("download")],
  );
  equal(kit.said.at(-1), "download setDelegate: KedgeNavigation.new");
  const places: string[] = [];
  using handler = block("pointer", (place) => places.push(kit.nameOf(place)));
  kit.call(
    "download:decideDestinationUsingResponse:suggestedFilename:completionHandler:",
    ...[kit.object("download"), kit.object("response"), kit.object('"no such file.txt"'), handler.pointer],
  );
  deepEqual(places, ["NSURL.fileURLWithPath:"]);
  match(kit.said.at(-1)!, /^NSURL fileURLWithPath: "\/.*\/no such file\.txt"$/);
});

const PATHS: [suggested: string, path: string | null, there: string[], home?: string][] = [
  ["run.txt", "/u/Downloads/run.txt", ["/u/Downloads"]],
  ["run.txt", "/u/Downloads/run 2.txt", ["/u/Downloads", "/u/Downloads/run.txt"]],
  ["run.txt", "/u/Downloads/run 3.txt", ["/u/Downloads", "/u/Downloads/run.txt", "/u/Downloads/run 2.txt"]],
  ["a.tar.gz", "/u/Downloads/a.tar 2.gz", ["/u/Downloads", "/u/Downloads/a.tar.gz"]],
  ["run", "/u/Downloads/run 2", ["/u/Downloads", "/u/Downloads/run"]],
  ["run.txt", "/u/run.txt", []],
  ["../.ssh/config", "/u/Downloads/_.ssh_config", ["/u/Downloads"]],
  ["a:b/c.txt", "/u/Downloads/a_b_c.txt", ["/u/Downloads"]],
  ["..", "/u/Downloads/file", ["/u/Downloads"]],
  ["run.txt", null, [], ""],
];
for (const [suggested, path, there, home = "/u"] of PATHS) {
  Deno.test(`downloadPath() of ${suggested} is ${path} beside ${there.length} others`, () => {
    equal(downloadPath(suggested, home, (path) => there.includes(path)), path);
  });
}

const TITLED = { title: "", width: 420, height: 300, frameless: false };
const LAUNCHER = { title: "", width: 640, height: 420, frameless: true };
for (const [what, former] of [["of its own kind", false], ["of the other kind", true]] as const) {
  for (const shape of [TITLED, LAUNCHER]) {
    const kind = shape.frameless ? "a launcher" : "a window";
    Deno.test(`the page of ${kind} has its size behind one ${what}`, () => {
      const kit = start();
      kit.view.shape({ ...shape, width: 900, height: 800, frameless: former !== shape.frameless });
      kit.view.shape(shape);
      deepEqual(kit.page("window 1"), { width: shape.width, height: shape.height });
    });
  }
}

Deno.test("a visible window that changes its size stays where its upper left corner is, and keeps its style", () => {
  const kit = start();
  kit.view.shape(TITLED);
  kit.view.show("usual");
  kit.objc.sendPoint(kit.object("window 1"), "setFrameTopLeftPoint:", 100, 700);
  kit.said.length = 0;
  kit.view.shape({ ...TITLED, height: 500 });
  deepEqual(kit.frameOf("window 1"), { x: 100, y: 700 - 528, width: 420, height: 528 });
  deepEqual(kit.said.filter((line) => /StyleMask|library|order|center/.test(line)), []);
});

const SCREENS = [{ x: 0, y: 0, width: 1440, height: 900 }, { x: 1440, y: -180, width: 1920, height: 1080 }];
const POINTERS: readonly (readonly [where: string, x: number, y: number, left: number, top: number])[] = [
  ["the main screen", 10, 10, 400, 900 - 24 - (900 - 24 - 420) / 3],
  ["the upper edge of the main screen", 10, 900, 400, 900 - 24 - (900 - 24 - 420) / 3],
  ["another screen", 1440, 0, 1440 + (1920 - 640) / 2, 900 - (1080 - 420) / 3],
  ["no screen", -1, -500, 400, 900 - 24 - (900 - 24 - 420) / 3],
];
for (const [where, x, y, left, top] of POINTERS) {
  Deno.test(`the palette opens in the middle of the screen of the pointer: ${where}`, () => {
    const kit = start({}, SCREENS);
    kit.view.shape(LAUNCHER);
    for (const at of [SCREENS[1]!, SCREENS[0]!]) {
      Object.assign(kit.mouse, { x: at.x + 1, y: at.y + 1 });
      kit.view.show("centre");
      kit.view.hide();
    }
    Object.assign(kit.mouse, { x, y });
    kit.view.show("centre");
    deepEqual(kit.frameOf("window 1"), { x: left, y: top - 420, width: 640, height: 420 });
  });
}
