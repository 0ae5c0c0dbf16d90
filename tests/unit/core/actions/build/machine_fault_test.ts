import { equal } from "node:assert/strict";
import { machineFault } from "../../../../../src/core/actions/build/machine_fault.ts";

const CASES: readonly (readonly [printed: string, reason: string | undefined])[] = [
  ["cmp: write /c/tmp/go-build1/b037/importcfg: no space left on device", "the disk is full"],
  ["# math/bits\ncompile: writing output: write $WORK/b023/_pkg_.a: disk quota exceeded", "the disk is full"],
  ["write C:\\c\\b023: There is not enough space on the disk.", "the disk is full"],
  ["go build net: /usr/lib/go/pkg/tool/linux_amd64/compile: signal: killed", "the system ended the compiler"],
  ["fork/exec /usr/lib/go/bin/go: cannot allocate memory", "the system ended the compiler"],
  ["fatal error: runtime: out of memory", "the system ended the compiler"],
  ["encoding/json\nsignal: killed", "the system ended the compiler"],
  [
    "fork/exec C:\\go\\compile.exe: The paging file is too small for this operation to complete.",
    "the system ended the compiler",
  ],
  [
    "fork/exec C:\\go\\compile.exe: Not enough memory resources are available to process this command.",
    "the system ended the compiler",
  ],
  [
    "fork/exec C:\\go\\link.exe: Not enough storage is available to process this command.",
    "the system ended the compiler",
  ],
  ["go did not end within 300 s", "Go took too long"],
  ["package bundle/words is not in std", undefined],
];
for (const [printed, reason] of CASES) {
  Deno.test(`machineFault() is ${reason ?? "null"} when Go prints ${JSON.stringify(printed)}`, () =>
    equal(
      machineFault(printed, "/cache")?.error,
      reason && `the action could not be compiled: ${reason}`,
    ));
}
