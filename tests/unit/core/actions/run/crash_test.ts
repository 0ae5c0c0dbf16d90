import { equal } from "node:assert/strict";
import { createCrashReader } from "../../../../../src/core/actions/run/crash.ts";

/** What Go prints, and what is told of it. */
const CRASHES: readonly (readonly [string, string, string | null])[] = [
  [
    "a panic of a goroutine",
    `panic: in the back

goroutine 10 [running]:
action.Run.func1()
\tactions/greet/greet.go:14 +0x25
created by action.Run in goroutine 1
\tactions/greet/greet.go:13 +0x1a`,
    "actions/greet/greet.go:14: panic: in the back",
  ],
  [
    "one in Go's own code that the bundle called",
    `panic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x4ef40b]

goroutine 7 [running]:
strings.(*Builder).Len(...)
\tstrings/builder.go:50
bundle/lib/tide.Row({0x0, 0x0}, 0x1)
\tlib/tide/tide.go:6 +0x2b
action.Run.func1()
\tactions/greet/greet.go:14 +0x25`,
    "lib/tide/tide.go:6: panic: runtime error: invalid memory address or nil pointer dereference",
  ],
  [
    "a stack that is full",
    `runtime: goroutine stack exceeds 1000000000-byte limit
fatal error: stack overflow

runtime stack:
runtime.throw({0x523ec6?, 0x9f9c5081a01?})
\truntime/panic.go:1229 +0x48

goroutine 1 gp=0x9f9c50801e0 m=6 mp=0x9f9c50b9808 [running]:
action.f(0x2aaaa10?)
\tactions/greet/greet.go:3 +0x2b fp=0x9f9e51e0398 sp=0x9f9e51e0390 pc=0x4ef40b`,
    "actions/greet/greet.go:3: fatal error: stack overflow",
  ],
  [
    "its own crash behind that of a program which it started",
    `panic: in terraform

goroutine 1 [running]:
main.main()
\t/src/main.go:3 +0x25
exit status 2
panic: exit status 2

goroutine 1 [running]:
action.Run()
\tactions/greet/greet.go:14 +0x25`,
    "actions/greet/greet.go:14: panic: exit status 2",
  ],
  ["a crash without a place", "fatal error: out of memory", "fatal error: out of memory"],
  ["other output", "warning: panic: no\n\tactions/greet/greet.go:3", null],
];

for (const [name, text, reason] of CRASHES) {
  Deno.test(`createCrashReader() tells ${name}`, () => {
    const crash = createCrashReader();
    for (const line of text.split("\n")) crash.push(line);
    equal(crash.reason(), reason);
  });
}
