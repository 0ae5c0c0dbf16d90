import { equal } from "node:assert/strict";
import { isOlder } from "../../../src/core/age.ts";

const AGES: [what: string, at: number, now: number, older: boolean][] = [
  ["of now", 1000, 1000, false],
  ["of exactly its limit", 1000, 1060, false],
  ["above its limit", 1000, 1061, true],
  ["of the future, as the clock says since it was set back", 1001, 1000, true],
];
for (const [what, at, now, older] of AGES) {
  Deno.test(`isOlder() is ${older} for something ${what}`, () => equal(isOlder(at, 60, now), older));
}
