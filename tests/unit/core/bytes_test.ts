import { deepEqual, equal, rejects } from "node:assert/strict";
import { joined, readBounded } from "../../../src/core/bytes.ts";

const bytes = (...values: number[]) => new Uint8Array(values);

Deno.test("joined() puts parts one behind the other", () => {
  deepEqual(joined([bytes(1), bytes(), bytes(2, 3)]), bytes(1, 2, 3));
  deepEqual(joined([]), bytes());
});

const CASES: readonly (readonly [parts: number[][], most: number, read: number[] | null])[] = [
  [[], 0, []],
  [[[1, 2], [3]], 3, [1, 2, 3]],
  [[[1, 2], [3]], 2, null],
  [[[1, 2, 3]], 2, null],
];
for (const [parts, most, read] of CASES) {
  Deno.test(`readBounded() of ${JSON.stringify(parts)} with at most ${most} bytes is ${JSON.stringify(read)}`, async () => {
    const body = ReadableStream.from(parts.map((part) => bytes(...part)));
    deepEqual(await readBounded(body, most), read && bytes(...read));
  });
}

Deno.test("readBounded() of no body is empty, and reads no further than its bound", async () => {
  deepEqual(await readBounded(null, 0), bytes());
  let given = 0, ended = false;
  const endless = ReadableStream.from(async function* () {
    try {
      for (;; given++) yield bytes(0);
    } finally {
      ended = true;
    }
  }());
  equal(await readBounded(endless, 10), null);
  deepEqual([given < 20, ended], [true, true]);
});

Deno.test("readBounded() throws when the body breaks off", () =>
  rejects(
    readBounded(
      ReadableStream.from(async function* () {
        yield bytes(1);
        throw new Error("gone");
      }()),
      10,
    ),
    /gone/,
  ));
