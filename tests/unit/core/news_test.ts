import { deepEqual, equal } from "node:assert/strict";
import deno from "../../../deno.json" with { type: "json" };
import { NEWS, newsSince } from "../../../src/core/news.ts";
import { versionAtLeast } from "../../../src/core/version_order.ts";

Deno.test("NEWS begins with the present version and goes back in time", () => {
  equal(NEWS[0]?.version, deno.version);
  const versions = NEWS.map(({ version }) => version);
  deepEqual(versions, versions.toSorted((a, b) => versionAtLeast(a, b) ? -1 : 1));
  for (const { lines } of NEWS) equal(lines.length > 0 && lines.every((line) => line.endsWith(".")), true);
});

const ALL = ["0.3.0", "0.2.0", "0.1.0"].map((version) => ({ version, lines: [`${version}.`] }));
const SINCE: [name: string, last: unknown, now: string, versions: string[]][] = [
  ["everything after the version that ran last", "0.1.0", "0.3.0", ["0.3.0", "0.2.0"]],
  ["nothing twice", "0.3.0", "0.3.0", []],
  ["nothing at a first start", undefined, "0.3.0", []],
  ["nothing after going back", "0.3.0", "0.2.0", []],
  ["nothing that is still to come", "0.1.0", "0.2.0", ["0.2.0"]],
  ["nothing when what was kept is no version", "x", "0.3.0", []],
];
for (const [name, last, now, versions] of SINCE) {
  Deno.test(`newsSince() gives ${name}`, () => {
    deepEqual(newsSince(last, now, ALL).map(({ version }) => version), versions);
  });
}
