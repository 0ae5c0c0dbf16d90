import assert from "node:assert/strict";
import {
  endText,
  headText,
  lineText,
  LONGEST_END,
  parseEnd,
  parseHead,
  parseLine,
} from "../../../../../src/core/actions/log/format.ts";
import { logName, parseLogName } from "../../../../../src/core/actions/log/names.ts";
import type { LogLine } from "../../../../../src/core/state/state.ts";

const lines: [line: LogLine, text: string][] = [
  [{ stream: "log", text: "hello", time: 5 }, "   0.005 log    hello\n"],
  [{ stream: "stdout", text: "  indented", time: 1234 }, "   1.234 stdout   indented\n"],
  [{ stream: "stderr", text: "", time: 99_999_999 }, "99999.999 stderr \n"],
  [{ stream: "log", text: "ok after 5 ms", time: 0 }, "   0.000 log    ok after 5 ms\n"],
  [{ stream: "log", text: "a\u2028b\u0085", time: 0 }, "   0.000 log    a\u2028b\u0085\n"],
];
for (const [line, text] of lines) {
  Deno.test(`lineText() and parseLine() agree about ${JSON.stringify(text)}`, () => {
    assert.equal(lineText(line), text);
    assert.deepEqual(parseLine(text.slice(0, -1)), line);
  });
}

Deno.test("parseLine() shows what Kedge did not write as it stands, made safe", () => {
  assert.deepEqual(parseLine("by hand\x1b[2J"), { stream: "log", text: "by hand", time: 0 });
});

Deno.test("parseHead() reads what headText() wrote, and no other line", () => {
  const head = { extension: "shop", action: "check.all", startedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 6) };
  assert.deepEqual(parseHead(headText(head).trimEnd()), head);
  for (const line of ["", "shop/check", "shop/check yesterdayZ", "a b/c 2026-01-02T03:04:05.006Z"]) {
    assert.equal(parseHead(line), null, line);
  }
});

const ends: [name: string, end: Parameters<typeof endText>[0]][] = [
  ["no error", { status: "ok", ms: 12 }],
  ["an error", { status: "failed", ms: 3, error: "no such shop" }],
  ["an error of several lines", {
    status: "failed",
    ms: 3,
    error: "first\nok after 5 ms\n\n  last",
  }],
];
for (const [name, end] of ends) {
  Deno.test(`parseEnd() reads what endText() wrote after a log: ${name}`, () => {
    const text = endText(end);
    assert.deepEqual(parseEnd(`   0.001 log    x\n${text}`), { ...end, at: 18 });
    assert.deepEqual(parseEnd(text), { ...end, at: 0 });
  });
}

Deno.test("parseEnd() is null when the run's end is not there", () => {
  for (const text of ["", "   0.001 log    ok after 5 ms\n", "ok after 5 ms\n   0.001 log    x\n"]) {
    assert.equal(parseEnd(text), null, text);
  }
});

for (const error of ["x".repeat(100_000), "\n".repeat(100_000), "語".repeat(100_000)]) {
  Deno.test(`endText() keeps the end short enough to be found when the error is endless ${JSON.stringify(error[0])}`, () => {
    const text = endText({ status: "failed", ms: 1, error });
    assert.ok(new TextEncoder().encode(text).length < LONGEST_END);
    assert.equal(parseEnd(`\n${text}`)?.status, "failed");
  });
}

Deno.test("parseLogName() knows the action and the time of a log's name", () => {
  const name = logName({ extension: "shop", action: "check" }, Date.UTC(2026, 0, 2, 3, 4, 5, 6));
  const read = { action: "shop~check", time: "20260102T030405.006Z" };
  assert.deepEqual(parseLogName(name), read);
  assert.deepEqual(parseLogName(name.replace(".log", "~cli.log")), { ...read, fromCommandLine: true });
  assert.ok(
    logName({ extension: "x".repeat(200), action: "y".repeat(200), fromCommandLine: true }, 0).length <= 255,
  );
  for (const other of ["kedge.log", `../${name}`, `${name}/..`, name.replace("~check", ""), ""]) {
    assert.equal(parseLogName(other), null, other);
  }
});
