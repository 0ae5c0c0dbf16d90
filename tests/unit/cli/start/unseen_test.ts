import { deepEqual } from "node:assert/strict";
import { followUnseen } from "../../../../src/cli/start/desktop.ts";

const told: readonly (readonly [string, readonly (readonly [string, boolean])[], number])[] = [
  ["there is no icon", [["no-tray-host", true]], 0],
  ["there are no windows", [["no-webview", true]], 0],
  ["there is neither", [["no-tray-host", true], ["no-webview", true]], 1],
  ["that is told again", [["no-tray-host", true], ["no-webview", true], ["no-webview", true]], 1],
  ["the icon came back", [["no-tray-host", true], ["no-tray-host", false], ["no-webview", true]], 0],
  [
    "the icon comes and goes",
    [["no-webview", true], ["no-tray-host", true], ["no-tray-host", false], ["no-tray-host", true]],
    2,
  ],
  ["something else is missing", [["no-tray-host", true], ["global-shortcut", true]], 0],
];
for (const [when, problems, times] of told) {
  Deno.test(`followUnseen() says ${times} times that Kedge goes on when ${when}`, () => {
    const said: string[] = [];
    const follow = followUnseen((words) => said.push(words));
    for (const [code, isProblem] of problems) follow(code, isProblem);
    deepEqual(
      said.map((words) => /goes on running.*\n.*Ctrl\+C.*--browser/.test(words)),
      Array(times).fill(true),
    );
  });
}
