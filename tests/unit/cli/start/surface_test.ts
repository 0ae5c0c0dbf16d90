import assert from "node:assert/strict";
import { rememberLast } from "../../../../src/cli/start/surface.ts";

Deno.test("rememberLast() reads once for all pieces of one log, and anew for another", async () => {
  const reads: string[] = [];
  const read = rememberLast((key) => Promise.resolve((reads.push(key), `log of ${key}`)));
  for (const key of ["a", "a", "a", "b", "a"]) assert.equal(await read(key), `log of ${key}`);
  assert.deepEqual(reads, ["a", "b", "a"]);
});
