import { deepEqual, equal } from "node:assert/strict";
import { readSources } from "../support/house/sources.ts";

/** Timers by number: Deno keeps a program alive for these, because it knows only the timer itself. */
const BY_NUMBER = /\bunrefTimer\(\s*Number\(|\bNumber\(\s*set(?:Timeout|Interval)\(/;

const CASES: readonly (readonly [code: string, number: boolean])[] = [
  ["Deno.unrefTimer(Number(timer))", true],
  ["timer = Number(setInterval(look, 5))", true],
  ["Deno.unrefTimer(timer)", false],
];
for (const [code, number] of CASES) {
  Deno.test(`a timer by its number is ${number ? "seen" : "not seen"} in ${code}`, () => {
    equal(BY_NUMBER.test(code), number);
  });
}

Deno.test("no timer is let go of by its number", async () => {
  const found = (await readSources("src")).filter(({ code }) => BY_NUMBER.test(code)).map(({ path }) => path);
  deepEqual(found, []);
});

Deno.test("unrefTimer() lets a program end whose timer is far away", async () => {
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      "Deno.unrefTimer(setTimeout(() => {}, 3_600_000)); Deno.unrefTimer(setInterval(() => {}, 3_600_000))",
    ],
    // Only so that a program that lives on does not stop the suite for an hour.
    signal: AbortSignal.timeout(120_000),
  }).output();
  equal(success, true);
});
