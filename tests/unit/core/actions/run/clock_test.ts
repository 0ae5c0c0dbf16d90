import assert from "node:assert/strict";
import { startClock } from "../../../../../src/core/actions/run/clock.ts";
import { fakeTime } from "./fake_time.ts";

type Step = number | "pause" | "resume" | "reset" | "stop";
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
];
for (const [name, steps, over, ms] of cases) {
  Deno.test(`startClock() ${name}`, () => {
    const time = fakeTime();
    let timeouts = 0;
    const clock = startClock(60_000, () => timeouts++, () => {}, time.timers);
    for (const step of steps) {
      if (typeof step === "number") time.pass(step);
      else clock[step]();
    }
    assert.equal(timeouts, over ? 1 : 0);
    assert.equal(clock.ms(), ms);
  });
}

Deno.test("startClock() keeps one timer however often it is set back", () => {
  const time = fakeTime();
  const clock = startClock(60_000, () => {}, () => {}, time.timers);
  for (let i = 0; i < 1000; i++) clock.reset();
  assert.equal(time.pending(), 1);
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
  assert.deepEqual(heard, [[0, true], [300, false], [300, true]]);
});
