import { deepEqual } from "node:assert/strict";
import { windowsToolkit } from "../../../../../src/tray/windows/child/windows.ts";
import { SILENT } from "./events.ts";
import { fakeUser32, type Screen } from "./fake_user32.ts";

const TRAY = 40, OTHER = 50;

/** The process in the foreground when a window is shown, and the result. */
const FRONTS: [when: string, process: number, allowed: boolean, said: string[]][] = [
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

const TITLED = { title: "", width: 420, height: 300, frameless: false };
const LAUNCHER = { title: "", width: 640, height: 420, frameless: true };
for (const [what, former] of [["of its own kind", false], ["of the other kind", true]] as const) {
  for (const shape of [TITLED, LAUNCHER]) {
    for (const scale of [1, 1.5]) {
      const kind = shape.frameless ? "a launcher" : "a window";
      Deno.test(`the page of ${kind} has its size behind one ${what}, at ${scale * 100} %`, () => {
        const windows = fakeUser32([{ x: 0, y: 0, width: 1920, height: 1040, scale }]);
        const view = windowsToolkit("", windows.webview, windows.user).create(SILENT)!;
        view.shape({ ...shape, width: 900, height: 800, frameless: former !== shape.frameless });
        view.shape(shape);
        deepEqual(windows.page("window 1"), { width: shape.width, height: shape.height });
        deepEqual(windows.said, []);
      });
    }
  }
}

const SCREENS: readonly Screen[] = [
  { x: 0, y: 0, width: 1920, height: 1040, scale: 1 },
  { x: -2560, y: -200, width: 2560, height: 1440, scale: 2 },
];
const POINTERS: readonly (readonly [where: string, x: number, y: number, area: readonly number[]])[] = [
  ["the main one", 10, 10, [640, 207, 640, 420]],
  ["one at the left with another scale", -1, -150, [-2560 + 640, -200 + 200, 1280, 840]],
];
for (const [where, x, y, [left, top, width, height]] of POINTERS) {
  for (const before of SCREENS) {
    const from = before.scale === 1 ? "the main one" : "the other one";
    Deno.test(`the palette opens in the middle of the pointer's screen: ${where}, after ${from}`, () => {
      const windows = fakeUser32(SCREENS);
      const view = windowsToolkit("", windows.webview, windows.user, () => false).create(SILENT)!;
      Object.assign(windows.pointer, { x: before.x + 1, y: before.y + 1 });
      view.shape(LAUNCHER);
      view.show("centre");
      view.hide();
      Object.assign(windows.pointer, { x, y });
      view.shape(LAUNCHER);
      view.show("centre");
      deepEqual(windows.areaOf("window 1"), { x: left, y: top, width, height });
    });
  }
}
