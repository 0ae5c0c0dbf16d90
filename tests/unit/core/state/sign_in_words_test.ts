import assert from "node:assert/strict";
import { momentWords } from "../../../../src/core/state/sign_in_words.ts";
import { formatMoment, formatTime } from "../../../../src/core/text/locale.ts";

/** Returns a moment of November 2026, in local time. */
const on = (day: number, hour: number) => new Date(2026, 10, day, hour, 1).getTime();

const CASES: readonly (readonly [when: string, at: number, now: number, withDate: boolean])[] = [
  ["is today", on(28, 22), on(28, 9), false],
  ["was today", on(28, 9), on(28, 22), false],
  ["comes an hour behind midnight", on(29, 0), on(28, 23), false],
  ["comes tomorrow at the same hour", on(29, 23), on(28, 23), true],
  ["was an hour before midnight", on(28, 23), on(29, 0), true],
];
for (const [when, at, now, withDate] of CASES) {
  Deno.test(`momentWords() ${withDate ? "names the date" : "is a time of day"} when the moment ${when}`, () => {
    assert.equal(momentWords(at, now), withDate ? formatMoment(at) : formatTime(at));
  });
}
