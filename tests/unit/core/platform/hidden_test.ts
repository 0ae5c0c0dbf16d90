import { deepEqual, equal, match } from "node:assert/strict";
import { EventEmitter } from "node:events";
import { spawnHidden } from "../../../../src/core/platform/hidden.ts";
import { readSources } from "../../../support/house/sources.ts";

type Call = readonly [program: string, args: readonly string[], options: Record<string, unknown>];

/** Starts a hidden program with a fake `spawn` of Node, and returns the arguments that it got. */
async function called(options: Partial<Parameters<typeof spawnHidden>[2]>): Promise<Call> {
  let call: Call | undefined;
  const spawn = (...given: Call) => {
    call = given;
    const child = Object.assign(new EventEmitter(), { pid: 7, stdin: null, stdout: null, stderr: null });
    queueMicrotask(() => child.emit("spawn"));
    return child;
  };
  const { pid } = await spawnHidden(
    "C:\\go.exe",
    ["build"],
    { env: { A: "1" }, ...options },
    { spawn } as never,
  );
  equal(pid, 7);
  return call!;
}

const STARTS: readonly (readonly [Parameters<typeof called>[0], Record<string, unknown>])[] = [
  [{}, { stdio: ["pipe", "pipe", "pipe"] }],
  [{ cwd: "C:\\work" }, { stdio: ["pipe", "pipe", "pipe"], cwd: "C:\\work" }],
  [{ stdin: "null" }, { stdio: ["ignore", "pipe", "pipe"] }],
  [{ stdin: "null", output: "null" }, { stdio: ["ignore", "ignore", "ignore"] }],
  // Without a console of its own, each console program that it starts would open one.
  [{ detached: true }, { stdio: ["pipe", "pipe", "pipe"] }],
];
for (const [given, expected] of STARTS) {
  Deno.test(`spawnHidden() hides the console of a program with ${JSON.stringify(given)}`, async () => {
    const call = await called(given);
    deepEqual(call, ["C:\\go.exe", ["build"], { env: { A: "1" }, windowsHide: true, ...expected }]);
  });
}

/** Files that start a program with `Deno.Command`, and why that opens no console on Windows. */
const STARTING: Readonly<Record<string, string>> = {
  "src/cli/accounts/exec.ts": "the command gets the terminal of its user",
  "src/core/platform/hidden.ts": "it does so on other systems only",
  "src/core/platform/launch.ts": "what opens something for the user is detached and brings its own window",
  "src/pages/bundle.ts": "it runs from source only, on a terminal",
  "src/tray/clipboard/wayland.ts": "Wayland is on Linux only",
  "src/tray/notifications/command.ts": "notifications are a program on macOS only",
  "src/tray/windows/process.ts": "Kedge itself has windows; a hidden start would hide the first of them",
};

Deno.test("programs without a window are started by startProgram(), so that Windows shows no console", async () => {
  const starting = (await readSources("src")).filter(({ code }) => /Deno\.Command\(/.test(code));
  deepEqual(starting.map(({ path }) => path).sort(), Object.keys(STARTING).sort());
});

Deno.test("programs that actions start have no console on Windows either", async () => {
  const go = await Deno.readTextFile(new URL("../../../../sdk/process_windows.go", import.meta.url));
  equal(go.split("exec.Command(").length, 2);
  match(go, /SysProcAttr\{HideWindow: true, CreationFlags: createNoWindow\}/);
});
