import { deepEqual, equal } from "node:assert/strict";
import { darwinToolkit } from "../../../../../src/tray/windows/child/darwin.ts";
import type { ViewEvents } from "../../../../../src/tray/windows/child/toolkit.ts";
import { SILENT } from "./events.ts";
import { fakeAppKit } from "./fake_appkit.ts";

/** The toolkit on AppKit that only writes down, with its first window. */
function start(events: Partial<ViewEvents> = {}) {
  const appKit = fakeAppKit();
  const toolkit = darwinToolkit("", appKit.webview, appKit.objc);
  return { ...appKit, toolkit, view: toolkit.create({ ...SILENT, ...events })! };
}

/** Calls a method that AppKit would call, with one object. */
function call({ methods }: ReturnType<typeof fakeAppKit>, name: string, object: Deno.PointerValue): number {
  const types = { parameters: ["pointer", "pointer", "pointer"], result: "u8" } as const;
  return new Deno.UnsafeFnPointer(methods.get(name) as Deno.PointerObject<typeof types>, types)
    .call(null, null, object);
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
  call(kit, "windowDidResignKey:", notification);
  equal(call(kit, "windowShouldClose:", kit.object("window 1")), 0);
  deepEqual(heard, ["blur", "close"]);
});
