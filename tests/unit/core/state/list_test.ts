import assert from "node:assert/strict";
import { patched, without } from "../../../../src/core/state/list.ts";

const list = [{ id: "a", n: 1 }, { id: "b", n: 2 }];

Deno.test("patched() changes one item and leaves the others as they are", () => {
  const after = patched(list, "b", { n: 3 });
  assert.deepEqual(after, [{ id: "a", n: 1 }, { id: "b", n: 3 }]);
  assert.equal(after[0], list[0]);
});

Deno.test("patched() and without() give the same list when there is nothing to change", () => {
  assert.equal(patched(list, "c", { n: 3 }), list);
  assert.equal(without(list, ({ n }) => n > 2), list);
});

Deno.test("without() leaves out what is picked", () =>
  assert.deepEqual(without(list, ({ n }) => n > 1), [list[0]]));
