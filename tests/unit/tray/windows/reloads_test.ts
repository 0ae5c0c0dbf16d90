import assert from "node:assert/strict";
import { createReloads } from "../../../../src/tray/windows/reloads.ts";

const DAY = 86_400_000;
/**
 * The crashing pages (seven crashes, of one page or of seven), the time between two crashes in ms,
 * and the last answer.
 */
const CRASHES: [string, number, number, boolean][] = [
  ["one page crashes again and again", 1, 10_000, false],
  ["one page crashes once a day", 1, DAY, true],
  ["many pages crash at once", 7, 0, true],
  ["many pages crash over the days", 7, DAY, true],
];

for (const [when, pages, pause, wanted] of CRASHES) {
  Deno.test(`createReloads() ${wanted ? "loads a page again" : "gives up"} when ${when}`, () => {
    let now = 0;
    const reloads = createReloads(() => now);
    const answers = Array.from({ length: 7 }, (_, nth) => {
      now += pause;
      return reloads.again(`page ${nth % pages}`);
    });
    assert.deepEqual(answers, [true, true, true, true, true, wanted, wanted]);
  });
}
