import assert from "node:assert/strict";
import { createRunLogs } from "../../../../src/core/app/run_logs.ts";
import type { LogLine } from "../../../../src/core/state/state.ts";
import { until } from "./fixtures.ts";

const line = (text: string): LogLine => ({ stream: "log", text, time: 0 });

Deno.test("add() gives listeners lines in order, in batches, each line once", async () => {
  const grown: number[] = [];
  const logs = createRunLogs((_run, length) => grown.push(length));
  logs.add("r", line("0"));
  const log = logs.of("r")!;
  const seen = log.lines().map(({ text }) => text);
  log.subscribe((batch) => seen.push(...batch.map(({ text }) => text)));
  for (let i = 1; i < 100; i++) logs.add("r", line(String(i)));
  await until(() => grown.length > 0);
  assert.deepEqual(seen, Array.from({ length: 100 }, (_, i) => String(i)));
  assert.deepEqual(grown, [100]);
});

Deno.test("of() is null when the run is unknown or too long ago", () => {
  const logs = createRunLogs(() => {});
  for (let i = 0; i < 40; i++) logs.add(`r${i}`, line("x"));
  assert.equal(logs.of("none"), null);
  assert.equal(logs.of("r0"), null);
  assert.notEqual(logs.of("r39"), null);
});
