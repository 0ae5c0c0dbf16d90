import { deepEqual, match, ok } from "node:assert/strict";
import { curves, growth, type Sample } from "../soak/samples.ts";
import { benchDocument, thisMachine } from "../bench/document.ts";

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

Deno.test("curves() draws one curve for each measure", () => {
  const svg = curves(samples(() => 100), "60 minutes, 100 steps");
  deepEqual(svg.match(/<polyline/g)?.length, 5);
  match(svg, />60 minutes, 100 steps</);
});

Deno.test("benchDocument() names date, machine and every line that was measured", () => {
  const machine = { date: "2026-01-31", facts: ["2 × a processor"] };
  const text = benchDocument(machine, [{ name: "sql", lines: ["SELECT 1   0.2 ms   psql 0.3 ms"] }]);
  match(text, /^# Measured\n/);
  match(text, /on 2026-01-31 .*:\n\n- 2 × a processor\n/);
  match(text, /\n## SQL\n\n- SELECT 1 · 0\.2 ms · psql 0\.3 ms\n$/);
});

Deno.test("thisMachine() says today, the processors, the system and Deno", async () => {
  const today = () => new Date().toISOString().slice(0, 10);
  const before = today();
  const { date, facts } = await thisMachine();
  // Midnight may come between.
  ok([before, today()].includes(date));
  match(facts[0]!, /^\d+ × .+ GB of memory$/);
  match(facts.join("\n"), new RegExp(`Deno ${Deno.version.deno.replaceAll(".", "\\.")}`));
});
