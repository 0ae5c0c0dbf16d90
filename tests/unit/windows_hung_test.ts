import { deepEqual } from "node:assert/strict";
import { hungBetween, lookedAt } from "../windows/hung.ts";

const RUNS = { threads: 9, ticks: 100 }, LAST = { threads: 1, ticks: 100 };

/** Two checks of a process, and whether it hangs at its end. */
const LOOKS:
  readonly (readonly [what: string, before: typeof RUNS | null, now: typeof RUNS, hung: boolean])[] = [
    ["one that has its threads and waits", RUNS, RUNS, false],
    ["one that is just starting", LAST, { ...LAST, ticks: 101 }, false],
    ["one that has just ended its threads", { ...RUNS, ticks: 99 }, LAST, false],
    ["one that is new", null, LAST, false],
    ["one whose last thread waits", LAST, LAST, true],
  ];
for (const [what, before, now, hung] of LOOKS) {
  Deno.test(`hungBetween() ${hung ? "finds" : "leaves"} ${what}`, () => {
    const looked = (one: typeof RUNS | null) => new Map(one ? [[7, one]] : []);
    deepEqual(hungBetween(looked(before), looked(now)), hung ? [7] : []);
  });
}

Deno.test("lookedAt() reads the line of a process whose name has brackets", () => {
  const line = "14739 (deno.exe (x) y) S 1 2 3 4 5 6 7 8 9 10 28 27 0 0 20 0 1 0 500 600 700";
  deepEqual(lookedAt(line), { threads: 1, ticks: 55 });
});
