import { deepEqual, equal, match, ok } from "node:assert/strict";
import { checkCount } from "../../runner/count.ts";
import { measureSpeed, slowness, slownessLine, type Speed, widened } from "../../runner/slowness.ts";

const speeds: [name: string, speed: Speed, times: number][] = [
  ["the machine that the limits were set on", { ms: 300, cores: 2 }, 1],
  ["a quicker one", { ms: 100, cores: 16 }, 1],
  ["a core half as quick", { ms: 600, cores: 2 }, 2],
  ["a core half as quick, with more cores", { ms: 600, cores: 16 }, 2],
  ["a single core", { ms: 300, cores: 1 }, 2],
  ["a quicker single core", { ms: 150, cores: 1 }, 1],
  ["a slow single core", { ms: 450, cores: 1 }, 3],
  ["twenty programs on both cores", { ms: 3000, cores: 2 }, 4],
];
for (const [name, speed, times] of speeds) {
  Deno.test(`slowness() is ${times} for ${name}`, () => equal(slowness(speed), times));
}

const limits: [limit: number, times: number, widened: number][] = [
  [15, 1, 15],
  [15, 1.5, 23],
  [12, 4, 48],
];
for (const [limit, times, expected] of limits) {
  Deno.test(`widened() gives a suite of ${limit} minutes ${expected} on a machine ${times} times slower`, () => {
    const suite = { name: "suite", command: ["/bin/true"], count: checkCount, limit };
    deepEqual(widened(suite, times), { ...suite, limit: expected });
  });
}

Deno.test("slownessLine() says what was measured and how much limits grow", () => {
  match(slownessLine({ ms: 449.6, cores: 1 }), /^speed: 450 ms on 1 core \(.*\): limits × 3\.0$/);
});

Deno.test("measureSpeed() does the work and counts the cores", () => {
  const { ms, cores } = measureSpeed();
  ok(ms > 0 && cores >= 1, `${ms} ms, ${cores} cores`);
});
