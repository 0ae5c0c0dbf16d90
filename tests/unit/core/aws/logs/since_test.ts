import { equal } from "node:assert/strict";
import { sinceOf } from "../../../../../src/core/aws/logs/since.ts";

const NOW = Date.parse("2026-05-01T12:00:00Z");
const CASES: [text: string, iso: string | null][] = [
  ["90s", "2026-05-01T11:58:30Z"],
  ["15m", "2026-05-01T11:45:00Z"],
  [" 1h ", "2026-05-01T11:00:00Z"],
  ["2d", "2026-04-29T12:00:00Z"],
  ["1w", "2026-04-24T12:00:00Z"],
  ["999999w", "1970-01-01T00:00:00Z"],
  ["2026-04-30", "2026-04-30T00:00:00Z"],
  ["2026-04-30T08:00:00Z", "2026-04-30T08:00:00Z"],
  ["2026-04-30T08:00:00+02:00", "2026-04-30T06:00:00Z"],
  ["2026-13-45", null],
  ["1969-01-01", null],
  ["1 hour", null],
  ["-1h", null],
  ["1h30m", null],
  ["", null],
];
for (const [text, iso] of CASES) {
  Deno.test(`sinceOf() gives ${iso} for "${text}"`, () => {
    equal(sinceOf(text, NOW), iso === null ? null : Date.parse(iso));
  });
}
