import { deepEqual } from "node:assert/strict";
import { windowsToolkit } from "../../../../../src/tray/windows/child/windows.ts";
import { SILENT } from "./events.ts";
import { fakeUser32 } from "./fake_user32.ts";

const TRAY = 40, OTHER = 50;

/** What is in front when a window is shown, and what comes of it. */
const FRONTS:
  readonly (readonly [when: string, process: number, allowed: boolean, said: readonly string[]])[] = [
    ["Windows allows it", OTHER, true, ["window 1 comes to the front"]],
    ["its user is in another program", OTHER, false, ["window 1 is refused the front"]],
    ["nothing is in front", 0, false, ["window 1 is refused the front"]],
    ["its user chose it in the tray's menu", TRAY, false, [
      "window 1 is refused the front",
      "input of 401 is shared",
      "window 1 comes to the front",
      "input of 401 is its own",
    ]],
  ];
for (const [when, process, allowed, expected] of FRONTS) {
  Deno.test(`show() asks ${expected.length > 1 ? "twice" : "once"} for the front when ${when}`, () => {
    const { user, webview, said, front, allow } = fakeUser32();
    if (process !== 0) Object.assign(front, { window: "front", process });
    if (allowed) allow();
    windowsToolkit("", webview, user, (pid) => pid === TRAY).create(SILENT)!.show("usual");
    deepEqual(said, expected);
  });
}
