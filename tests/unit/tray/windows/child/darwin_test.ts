import { deepEqual, equal, match } from "node:assert/strict";
import { darwinToolkit } from "../../../../../src/tray/windows/child/darwin.ts";
import type { ViewEvents } from "../../../../../src/tray/windows/child/toolkit.ts";
import { downloadPath, navigationPolicy } from "../../../../../src/tray/windows/child/darwin_downloads.ts";
import { SILENT } from "./events.ts";
import { fakeAppKit } from "./fake_appkit.ts";

/** The toolkit on AppKit that only writes down, with its first window. */
function start(events: Partial<ViewEvents> = {}) {
  const appKit = fakeAppKit();
  const toolkit = darwinToolkit("", appKit.webview, appKit.objc);
  return { ...appKit, toolkit, view: toolkit.create({ ...SILENT, ...events })! };
}

Deno.test("the first window gets its delegate anew when that has all of its methods", () => {
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

/** A block that writes down what it is called with. */
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

const PATHS:
  readonly (readonly [suggested: string, path: string | null, there: readonly string[], home?: string])[] = [
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
