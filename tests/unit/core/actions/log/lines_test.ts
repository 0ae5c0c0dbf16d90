import assert from "node:assert/strict";
import { createLineSplitter } from "../../../../../src/core/actions/log/lines.ts";

function lines(...chunks: (string | Uint8Array)[]): string[] {
  const got: string[] = [];
  const splitter = createLineSplitter((line) => got.push(line));
  for (const chunk of chunks) {
    splitter.push(typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk);
  }
  splitter.flush();
  return got;
}

Deno.test("createLineSplitter() joins a line that comes in parts", () => {
  assert.deepEqual(lines("a", "b\nc\n", "", "d"), ["ab", "c", "d"]);
});

Deno.test("createLineSplitter() joins a character that comes in parts", () => {
  const euro = new TextEncoder().encode("€\n");
  assert.deepEqual(lines(euro.subarray(0, 2), euro.subarray(2)), ["€"]);
});

Deno.test("createLineSplitter() keeps empty lines and gives none for an end of line", () => {
  assert.deepEqual(lines("\n\na\n"), ["", "", "a"]);
});

Deno.test("createLineSplitter() makes binary output text", () => {
  assert.deepEqual(lines(Uint8Array.from([0xff, 0xfe, 0x00, 0x41])), ["\ufffd\ufffd\ufffdA"]);
});

Deno.test("createLineSplitter() breaks a line that never ends, so that memory stays bounded", () => {
  const got = lines(...Array.from({ length: 10 }, () => "x".repeat(50_000)));
  assert.equal(got.join("").length, 500_000);
  assert.ok(got.every((line) => line.length <= 64_000));
});
