import assert from "node:assert/strict";
import { createLineIndex } from "../../../../../src/core/actions/log/line_index.ts";

/** An index of `count` batches of ten lines and 50 kB each, after a head of 100 bytes. */
function indexOf(count: number) {
  const index = createLineIndex(100);
  for (let i = 0; i < count; i++) index.add(10, 50_000);
  return index;
}

const cases: [line: number, before: [line: number, offset: number], after: [line: number, offset: number]][] =
  [
    [0, [0, 100], [0, 100]],
    [9, [0, 100], [20, 100_100]],
    [20, [20, 100_100], [20, 100_100]],
    [39, [20, 100_100], [40, 200_100]],
    [75, [60, 300_100], [80, 400_100]],
    [80, [80, 400_100], [80, 400_100]],
    [99, [80, 400_100], [100, 500_100]],
    [100, [80, 400_100], [100, 500_100]],
    [1000, [80, 400_100], [100, 500_100]],
  ];
for (const [line, before, after] of cases) {
  Deno.test(`before() and after() of line ${line} are the marks at ${before[0]} and ${after[0]}`, () => {
    const index = indexOf(10);
    assert.deepEqual(index.before(line), { line: before[0], offset: before[1] });
    assert.deepEqual(index.after(line), { line: after[0], offset: after[1] });
  });
}

Deno.test("createLineIndex() is empty at first", () => {
  const index = createLineIndex(7);
  assert.deepEqual([index.end, index.before(0), index.after(3)], Array(3).fill({ line: 0, offset: 7 }));
});
