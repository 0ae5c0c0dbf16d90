import assert from "node:assert/strict";
import { speaksOfDanger } from "../../../../src/ui/pages/dialog/message.tsx";

const cases: readonly [question: string, danger: boolean][] = [
  ["Delete the 312 old snapshots?", true],
  ["This deletes the queue. Go on?", true],
  ["Dropping table orders: sure?", true],
  ["Terminate i-0abc?", true],
  ["Overwrite the file?", true],
  ["Commit?", true],
  ["Shut down the service?", true],
  ["Restart the service?", false],
  ["Is this the committee's list?", false],
  ["Send a raindrop to everybody?", false],
  ["Rotate the key?", false],
];

for (const [question, danger] of cases) {
  Deno.test(`speaksOfDanger() is ${danger} for “${question}”`, () => {
    assert.equal(speaksOfDanger(question), danger);
  });
}
