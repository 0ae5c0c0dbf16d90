import { deepEqual, equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { copyForScript } from "../../../../../src/core/actions/run/run.ts";
import { bundleFiles } from "../../../../support/bundles/bundles.ts";
import { testOn } from "../../../../support/systems.ts";
import { startClock } from "../../../../../src/core/actions/run/clock.ts";
import { unblocked } from "../../../../../src/core/actions/run/unblocked.ts";
import type { RunSurface } from "../../../../../src/core/actions/mod.ts";
import { recordingSurface } from "../../../../support/program/run_surface.ts";
import { fakeTime } from "./fake_time.ts";
import { createCrashReader } from "../../../../../src/core/actions/run/crash.ts";
import { scriptEnvironment } from "../../../../../src/core/actions/run/environment.ts";

const withSource = (source: string) =>
  bundleFiles({}, { "actions/run.go": source, "lib/data.txt": "checked" });

testOn(
  ["modes"],
  "copyForScript() writes the checked bytes, read-only, where a script may read them",
  async () => {
    const root = await copyForScript(withSource("package action\nvar x = k.Dir()\n"));
    ok(root);
    try {
      equal(await Deno.readTextFile(join(root, "lib/data.txt")), "checked");
      equal((await Deno.stat(join(root, "lib/data.txt"))).mode! & 0o777, 0o400);
      equal((await Deno.stat(root)).mode! & 0o777, 0o700);
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  },
);

Deno.test("copyForScript() writes nothing for a script that cannot ask for the folder", async () => {
  equal(await copyForScript(withSource("package action\n// Directory\n")), null);
});

type Step = number | { readonly blocked: number } | "pause" | "resume" | "reset" | "stop";
const cases: [name: string, steps: Step[], over: boolean, ms: number][] = [
  ["is not over before the limit", [59_999], false, 59_999],
  ["is over at the limit", [60_000], true, 60_000],
  ["stands while a dialog waits", [30_000, "pause", 1_000_000, "resume", 29_999], false, 59_999],
  ["goes on after a dialog", [30_000, "pause", 1_000_000, "resume", 30_000], true, 60_000],
  [
    "stands until the last of several dialogs is closed",
    ["pause", "pause", 70_000, "resume", 70_000],
    false,
    0,
  ],
  ["is set back by a call", [59_000, "reset", 59_999], false, 118_999],
  ["is over a whole limit after the call", [59_000, "reset", 60_000], true, 119_000],
  ["is set back during a dialog too", [59_000, "pause", 10, "reset", 10, "resume", 59_999], false, 118_999],
  ["is never over when stopped", [1000, "stop", 100_000], false, 1000],
  ["counts no blocked output", [1000, { blocked: 64_000 }, 58_999], false, 59_999],
  ["goes on after blocked output", [1000, { blocked: 64_000 }, 59_000], true, 60_000],
  ["counts what is written at once", [59_999, { blocked: 0.5 }, 0.5], true, 60_000],
  [
    "gives blocked output back only once while a dialog waits",
    [1000, "pause", { blocked: 64_000 }, "resume", 59_000],
    true,
    60_000,
  ],
  ["is set back before blocked output", [59_000, "reset", { blocked: 64_000 }, 59_999], false, 118_999],
  ["gives nothing back when stopped", [1000, "stop", { blocked: 500 }], false, 1000],
];
for (const [name, steps, over, ms] of cases) {
  Deno.test(`startClock() ${name}`, () => {
    const time = fakeTime();
    let timeouts = 0;
    const clock = startClock(60_000, () => timeouts++, () => {}, time.timers);
    for (const step of steps) {
      if (typeof step === "number") time.pass(step);
      else if (typeof step === "string") clock[step]();
      else {
        time.block(step.blocked);
        clock.forgive(step.blocked);
      }
    }
    equal(timeouts, over ? 1 : 0);
    equal(clock.ms(), ms);
  });
}

Deno.test("startClock() keeps one timer however often it is set back", () => {
  const time = fakeTime();
  const clock = startClock(60_000, () => {}, () => {}, time.timers);
  for (let i = 0; i < 1000; i++) clock.reset();
  equal(time.pending(), 1);
});

Deno.test("startClock() tells when it begins, pauses and goes on, and what it shows then", () => {
  const time = fakeTime();
  const heard: [ms: number, runs: boolean][] = [];
  const clock = startClock(60_000, () => {}, (ms, runs) => heard.push([ms, runs]), time.timers);
  time.pass(300);
  clock.pause();
  clock.pause();
  time.pass(5000);
  clock.resume();
  clock.resume();
  time.pass(20);
  clock.stop();
  clock.pause();
  deepEqual(heard, [[0, true], [300, false], [300, true]]);
});

const SHOWS: readonly (readonly [name: string, show: (surface: RunSurface) => void])[] = [
  ["a line", (surface) => surface.log({ stream: "stdout", text: "", time: 0 })],
  ["a toast", (surface) => surface.toast({ id: "", type: "info", title: "", message: "" }, 0)],
  ["the end of a toast", (surface) => surface.dismissToast("")],
  ["progress", (surface) => surface.progress(null)],
  ["the button", (surface) => surface.button({ takesClicks: false })],
];
for (const [name, show] of SHOWS) {
  Deno.test(`unblocked() gives back the time in which ${name} is shown`, () => {
    const time = fakeTime();
    const clock = startClock(60_000, () => {}, () => {}, time.timers);
    const block = () => time.block(70_000);
    const surface = recordingSurface({
      log: block,
      toast: block,
      dismissToast: block,
      progress: block,
      button: block,
    });
    time.pass(5);
    show(unblocked(surface, clock, time.timers.now));
    equal(time.timers.now(), 70_005);
    equal(clock.ms(), 5);
  });
}

/** Output of Go when a program crashes, and the message that Kedge makes of it. */
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

Deno.test("scriptEnvironment() takes everything of AWS and Kedge out and puts the run's own in", () => {
  const user = {
    PATH: "/bin",
    HOME: "/h",
    AWS_PROFILE: "p",
    AWS_SECRET_ACCESS_KEY: "s",
    KEDGE_HOME: "/k",
    aws_region: "x",
  };
  const run = { nonce: "n", cookie: "c", noFile: "/tmp/none" };
  const none = {
    PATH: "/bin",
    HOME: "/h",
    KEDGE_RUN_NONCE: "n",
    KEDGE_RUN: "c",
    AWS_SHARED_CREDENTIALS_FILE: "/tmp/none",
    AWS_CONFIG_FILE: "/tmp/none",
    AWS_EC2_METADATA_DISABLED: "true",
  };
  deepEqual(scriptEnvironment(user, run, null), none);
  const credentials = { region: "eu-1", address: "http://127.0.0.1:1/credentials", token: "t" };
  deepEqual(scriptEnvironment(user, run, credentials), {
    ...none,
    AWS_REGION: "eu-1",
    AWS_DEFAULT_REGION: "eu-1",
    AWS_CONTAINER_CREDENTIALS_FULL_URI: "http://127.0.0.1:1/credentials",
    AWS_CONTAINER_AUTHORIZATION_TOKEN: "t",
  });
});
