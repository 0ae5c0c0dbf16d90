import { equal } from "node:assert/strict";
import { commandProgram } from "../../../../src/cli/accounts/exec.ts";
import { linux } from "../../../../src/core/platform/linux.ts";
import { windows } from "../../../../src/core/platform/windows.ts";

const ENV = { Path: "C:\\tools;C:\\npm", PATHEXT: ".COM;.EXE;.CMD" };
const FILES = [
  "C:\\tools\\aws.exe",
  "C:\\npm\\cdk",
  "C:\\npm\\cdk.cmd",
  ".\\own.cmd",
  "D:\\x\\plain",
  "C:\\npm\\both.exe",
];

const CASES: readonly (readonly [command: string, program: string | null])[] = [
  ["aws", "C:\\tools\\aws.exe"],
  ["cdk", "C:\\npm\\cdk.cmd"],
  ["cdk.cmd", "C:\\npm\\cdk.cmd"],
  [".\\own", ".\\own.cmd"],
  ["D:\\x\\plain", "D:\\x\\plain"],
  ["own", null],
  ["D:\\x\\other", null],
  ["C:\\npm\\both", "C:\\npm\\both.exe"],
  ["", null],
];
for (const [command, program] of CASES) {
  Deno.test(`commandProgram() gives ${program} when Windows is asked for "${command}"`, async () => {
    equal(
      await commandProgram(command, windows, ENV, (path) => Promise.resolve(FILES.includes(path))),
      program,
    );
  });
}

Deno.test("commandProgram() leaves the search to other systems", async () => {
  equal(await commandProgram("aws", linux, {}, () => Promise.resolve(false)), "aws");
});
