import assert from "node:assert/strict";
import type { RowsAnswer } from "../../../../src/pages/http/protocol.ts";
import type { RowQuestion } from "../../../../src/ui/client/client.ts";
import { createRowList, type ShownRows } from "../../../../src/ui/client/row_list.ts";
import { wishedLength } from "../../../../src/ui/client/size.ts";

const question = (parts: Partial<RowQuestion> = {}): RowQuestion => ({
  name: "letters",
  params: {},
  from: 0,
  count: 10,
  live: true,
  ...parts,
});
const answer = (
  from: number,
  letters: string,
  total: number | null,
  more: boolean,
  unfinished = false,
): RowsAnswer => ({ ok: true, from, rows: [...letters], total, more, unfinished });
const FAILED = { ok: false, error: "Signed out." } as const;

/** Creates a list that keeps `keep` rows. Records its requests; `null` is an ended one. */
function list(keep?: number) {
  const asked: ({ question: RowQuestion; answer: (answer: RowsAnswer) => void } | null)[] = [];
  const rows = createRowList<string>(
    {
      query(question, answer) {
        const at = asked.push({ question, answer }) - 1;
        return () => asked[at] = null;
      },
    },
    () => {},
    keep,
  );
  return { rows, asked, answer: (given: RowsAnswer) => asked.at(-1)!.answer(given) };
}

const text = ({ rows }: ShownRows<string>) => rows.join("");

/** The answers in their order, and what the list shows afterwards. */
const COMING: readonly (readonly [answers: RowsAnswer[], state: string, rows: string, more: boolean])[] = [
  [[], "loading", "", false],
  [[answer(0, "", 0, false)], "empty", "", false],
  [[answer(0, "abc", 3, false)], "full", "abc", false],
  [[answer(0, "abc", 9, true)], "full", "abc", true],
  [[answer(0, "abc", null, true)], "full", "abc", true],
  [[answer(0, "abc", 6, true), answer(3, "def", 6, false)], "full", "abcdef", false],
  [[answer(0, "abc", 3, false), answer(3, "de", 5, false)], "full", "abcde", false],
  [[answer(0, "abc", 3, false), answer(1, "x", 2, false)], "full", "ax", false],
  [[answer(0, "abcd", 9, true), answer(1, "x", 9, true)], "full", "axcd", true],
  [[answer(0, "abc", 3, false), answer(1, "", 1, false)], "full", "a", false],
  [[answer(0, "abc", 3, false), answer(0, "", 0, false)], "empty", "", false],
  [[answer(0, "abc", 3, false), FAILED], "error", "abc", false],
  [[FAILED], "error", "", false],
  [[FAILED, answer(0, "abc", 3, false)], "full", "abc", false],
];
for (const [answers, state, rows, more] of COMING) {
  Deno.test(`get() is ${state} with "${rows}" after ${JSON.stringify(answers)}`, () => {
    const { rows: shown, answer } = list();
    shown.ask(question());
    for (const given of answers) answer(given);
    const now = shown.get();
    assert.deepEqual([now.state, text(now), now.more], [state, rows, more]);
    assert.equal(now.failure, answers.at(-1) === FAILED ? FAILED : null);
  });
}

Deno.test("ask() keeps what is shown until the first answer to the new question comes", () => {
  const { rows, asked, answer: come } = list();
  rows.ask(question());
  come(answer(0, "abc", 3, false));
  rows.ask(question({ params: { search: "x" } }));
  assert.equal(asked[0], null, "the old question is ended");
  assert.deepEqual([text(rows.get()), rows.get().current], ["abc", false]);
  come(answer(0, "x", 1, false));
  assert.deepEqual([text(rows.get()), rows.get().current], ["x", true]);
});

Deno.test("get() is unfinished until an answer says otherwise", () => {
  const { rows, answer: come } = list();
  rows.ask(question());
  const after = (given: RowsAnswer) => (come(given), rows.get().unfinished);
  assert.deepEqual([
    rows.get().unfinished,
    after(answer(0, "a", 1, false, true)),
    after(answer(0, "ab", 2, false)),
    after(answer(0, "a", 1, false, true)),
    after(FAILED),
  ], [true, true, false, true, false]);
});

Deno.test("ask() for another part starts at its place", () => {
  const { rows, answer: come } = list();
  rows.ask(question({ count: 3 }));
  come(answer(0, "abc", 9, true));
  rows.ask(question({ from: 6, count: 3 }));
  come(answer(6, "ghi", 9, false));
  assert.deepEqual([rows.get().from, text(rows.get()), rows.get().more], [6, "ghi", false]);
  come(answer(7, "x", 9, true));
  assert.equal(text(rows.get()), "gxi");
});

Deno.test("ask() shows nothing of another list when the new one fails", () => {
  const { rows, answer: come } = list();
  rows.ask(question());
  come(answer(0, "abc", 3, false));
  rows.ask(question({ params: { search: "x" } }));
  come(FAILED);
  assert.deepEqual([rows.get().state, text(rows.get())], ["error", ""]);
});

Deno.test("latest() waits for the rows of the question that was asked last", async () => {
  const { rows, answer: come } = list();
  rows.ask(question());
  come(answer(0, "old", 3, false));
  assert.equal(text(await rows.latest()), "old");
  rows.ask(question({ params: { search: "n" } }));
  const waiting = rows.latest();
  rows.ask(question({ params: { search: "new" } }));
  come(answer(0, "new", 3, false));
  assert.equal(text(await waiting), "new");
});

Deno.test("close() ends the question", () => {
  const { rows, asked } = list();
  rows.ask(question());
  rows.close();
  assert.deepEqual(asked, [null]);
});

Deno.test("createRowList() forgets its beginning when it has a quarter more rows than it keeps", () => {
  const { rows, answer: tell } = list(4);
  rows.ask(question({ count: 100 }));
  tell(answer(0, "abcde", 5, false));
  assert.deepEqual([text(rows.get()), rows.get().from], ["abcde", 0]);
  tell(answer(5, "f", 6, false));
  assert.deepEqual([text(rows.get()), rows.get().from, rows.get().more], ["cdef", 2, false]);
  tell(answer(6, "g", 7, false));
  assert.deepEqual([text(rows.get()), rows.get().from], ["cdefg", 2]);
  tell(answer(4, "XY", 6, false));
  assert.deepEqual([text(rows.get()), rows.get().from], ["cdXY", 2]);
  // An answer that begins before the kept rows shows that the list has begun anew.
  tell(answer(0, "z", 1, false));
  assert.deepEqual([text(rows.get()), rows.get().from], ["z", 0]);
  tell(answer(1, "bcdefg", 7, false));
  assert.deepEqual([text(rows.get()), rows.get().from], ["defg", 3]);
  tell(answer(1, "x", 2, false));
  assert.deepEqual([text(rows.get()), rows.get().from], ["x", 1]);
});

const LENGTHS: readonly (readonly [string, Parameters<typeof wishedLength>[0], number])[] = [
  ["the one that was wanted", { wanted: 960, inner: 960, outer: 960, room: 1280 }, 960],
  ["a smaller one", { wanted: 960, inner: 700, outer: 700, room: 1280 }, 700],
  ["a larger one", { wanted: 960, inner: 1100, outer: 1100, room: 1280 }, 1100],
  ["the whole screen", { wanted: 960, inner: 1280, outer: 1280, room: 1280 }, 1280],
  ["what was wanted, on a small screen", { wanted: 960, inner: 800, outer: 800, room: 800 }, 960],
  ["what was wanted, below a panel", { wanted: 720, inner: 560, outer: 588, room: 600 }, 720],
  ["what was wanted, at 200 %", { wanted: 960, inner: 640, outer: 1280, room: 1280 }, 960],
  ["a smaller one, at 200 %", { wanted: 960, inner: 400, outer: 800, room: 1280 }, 400],
];
for (const [name, length, wished] of LENGTHS) {
  Deno.test(`wishedLength() is ${name} when it is ${length.inner} of ${length.room}`, () => {
    assert.equal(wishedLength(length), wished);
  });
}
