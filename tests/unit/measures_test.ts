import { deepEqual } from "node:assert/strict";
import { growth, type Sample } from "../soak/samples.ts";

/** Returns a hundred samples in which one measure changes. */
function samples(host: (part: number) => number): Sample[] {
  return Array.from({ length: 100 }, (_, i) => ({
    at: i,
    values: { host: host(i / 99), windows: 100, handles: 40, children: 3, files: 5 },
  }));
}

const CURVES: [name: string, host: (part: number) => number, grown: string[]][] = [
  ["nothing when all stays", () => 100, []],
  ["nothing when one moment is high", (part) => part > 0.98 ? 900 : 100, []],
  ["nothing when it grows below its limit", (part) => 100 + part * 30, []],
  ["what grows", (part) => 100 + part * 200, ["Memory of Kedge: 120 MB at the beginning, 282 MB at the end"]],
];
for (const [name, host, grown] of CURVES) {
  Deno.test(`growth() tells ${name}`, () => deepEqual(growth(samples(host)), grown));
}
