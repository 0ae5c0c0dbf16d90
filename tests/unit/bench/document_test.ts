import { equal, match } from "node:assert/strict";
import { benchDocument, thisMachine } from "../../bench/document.ts";

Deno.test("benchDocument() names date, machine and every line that was measured", () => {
  const machine = { date: "2026-01-31", facts: ["2 × a processor"] };
  const text = benchDocument(machine, [{ name: "sql", lines: ["SELECT 1   0.2 ms   psql 0.3 ms"] }]);
  match(text, /^# Measured\n/);
  match(text, /on 2026-01-31 .*:\n\n- 2 × a processor\n/);
  match(text, /\n## SQL\n\n- SELECT 1 · 0\.2 ms · psql 0\.3 ms\n$/);
});

Deno.test("thisMachine() says today, the processors, the system and Deno", async () => {
  const { date, facts } = await thisMachine();
  equal(date, new Date().toISOString().slice(0, 10));
  match(facts[0]!, /^\d+ × .+ GB of memory$/);
  match(facts.join("\n"), new RegExp(`Deno ${Deno.version.deno.replaceAll(".", "\\.")}`));
});
