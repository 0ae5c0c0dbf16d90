import { equal } from "node:assert/strict";
import { ages } from "../../../../../src/ui/pages/everywhere/index_note.tsx";

const MINUTE = 60_000, NOW = 1000 * MINUTE;

for (
  const [oldest, newest, words] of [
    [null, null, ""],
    [NOW, NOW, ", 0 min old"],
    [NOW - 4 * MINUTE, NOW - 4 * MINUTE, ", 4 min old"],
    [NOW - 190 * MINUTE, NOW - 4 * MINUTE, ", 4 min to 3 h old"],
    [NOW + 9 * MINUTE, NOW + 99 * MINUTE, ", 0 min old"],
  ] as const
) {
  Deno.test(`ages() says “${words}” when an index looked at its hits from ${oldest} to ${newest}`, () => {
    equal(ages({ oldest, newest }, NOW), words);
  });
}
