import assert from "node:assert/strict";
import type { RowSource, RowsRead } from "../../../src/core/resources/rows.ts";
import type { RowsAnswer } from "../../../src/pages/http/protocol.ts";
import { createQueries, type Query } from "../../../src/pages/http/queries.ts";
import { beginWait } from "../../runner/slowness.ts";

const query = (parts: Partial<Query> = {}): Query => ({
  type: "query",
  id: 1,
  name: "numbers",
  params: {},
  from: 0,
  count: 10,
  live: false,
  ...parts,
});

/** Returns a list of numbers that a test changes, and a record of its reads. */
function numbers(length: number, { total = true } = {}) {
  let rows = Array.from({ length }, (_, n) => n);
  const listeners = new Set<(from: number) => void>();
  const reads: [from: number, count: number][] = [];
  const source: RowSource<number> = {
    read(from, count) {
      reads.push([from, count]);
      return Promise.resolve({
        ok: true,
        rows: rows.slice(from, from + count),
        total: total ? rows.length : null,
      });
    },
    subscribe: (listener) => (listeners.add(listener), () => listeners.delete(listener)),
  };
  return {
    source,
    reads,
    listeners,
    length: () => rows.length,
    set(next: number[], from: number) {
      rows = next;
      for (const listener of listeners) listener(from);
    },
  };
}

/** Returns open queries and their answers. */
function asking() {
  const answers: [id: number, answer: RowsAnswer][] = [];
  const errors: unknown[] = [];
  let wake = () => {};
  const queries = createQueries((id, answer) => {
    answers.push([id, answer]);
    wake();
  }, (error) => errors.push(error));
  return {
    queries,
    errors,
    answers,
    /** Returns the next answer; fails after a minute. */
    async next(): Promise<RowsAnswer> {
      const isOver = beginWait(60_000);
      while (answers.length === 0) {
        if (isOver()) throw new Error("no answer came");
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        const timer = setTimeout(resolve, 50);
        await promise;
        clearTimeout(timer);
      }
      return answers.shift()![1];
    },
  };
}

const upTo = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);
const rows = (from: number, to: number, total: number | null, more: boolean) => ({
  ok: true,
  from,
  rows: upTo(from, to),
  total,
  more,
  unfinished: false,
});

/** The length of a list, the query, and the answers. */
const ASKED: readonly (readonly [length: number, parts: Partial<Query>, answers: object[]])[] = [
  [3, {}, [rows(0, 3, 3, false)]],
  [30, {}, [rows(0, 10, 30, true)]],
  [30, { from: 25 }, [rows(25, 30, 30, false)]],
  [30, { from: 20 }, [rows(20, 30, 30, false)]],
  [3, { from: 5 }, [rows(5, 5, 3, false)]],
  [3, { count: 0 }, [rows(0, 0, 3, true)]],
  [0, {}, [rows(0, 0, 0, false)]],
  [1200, { count: 2000 }, [
    rows(0, 500, 1200, true),
    rows(500, 1000, 1200, true),
    rows(1000, 1200, 1200, false),
  ]],
  [600, { count: 550 }, [rows(0, 500, 600, true), rows(500, 550, 600, true)]],
];
for (const [length, parts, expected] of ASKED) {
  Deno.test(`open() answers ${JSON.stringify(parts)} of ${length} rows`, async () => {
    const { queries, next, answers } = asking();
    const { source, listeners } = numbers(length);
    queries.open(query(parts), () => source);
    for (const answer of expected) assert.deepEqual(await next(), answer);
    assert.deepEqual([answers.length, listeners.size], [0, 0]);
  });
}

Deno.test("open() says with the rows whether their list is still being loaded", async () => {
  const { queries, next } = asking();
  const { source, set } = numbers(1);
  let unfinished = true;
  const loading: RowSource<number> = {
    ...source,
    async read(...part) {
      const read = await source.read(...part);
      return read.ok && unfinished ? { ...read, unfinished } : read;
    },
  };
  queries.open(query({ live: true }), () => loading);
  assert.deepEqual(await next(), { ...rows(0, 1, 1, false), unfinished: true });
  unfinished = false;
  set([0, 1], 1);
  assert.deepEqual(await next(), rows(1, 2, 2, false));
  queries.close();
});

Deno.test("open() says that there may be more while the number is unknown", async () => {
  const { queries, next } = asking();
  const { source } = numbers(20, { total: false });
  queries.open(query(), () => source);
  assert.deepEqual(await next(), rows(0, 10, null, true));
  queries.open(query({ from: 15 }), () => source);
  assert.deepEqual(await next(), rows(15, 20, null, false));
});

/**
 * Changes of a list of ten of which eight are requested, the first position that may differ, and
 * the message to the page.
 */
const CHANGES: readonly (readonly [what: string, after: number[], from: number, told: object])[] = [
  ["a row in the middle", [0, 1, 2, 9, 4, 5, 6, 7, 8, 9], 3, {
    ...rows(3, 8, 10, true),
    rows: [9, 4, 5, 6, 7],
  }],
  ["rows that are gone", [0, 1, 2], 3, rows(3, 3, 3, false)],
  ["all rows", [5], 0, { ...rows(0, 1, 1, false), rows: [5] }],
  ["only the total", upTo(0, 12), 10, rows(8, 8, 12, true)],
];
for (const [what, after, from, told] of CHANGES) {
  Deno.test(`open() tells ${what} when they change`, async () => {
    const { queries, next } = asking();
    const list = numbers(10);
    queries.open(query({ count: 8, live: true }), () => list.source);
    await next();
    list.set(after, from);
    assert.deepEqual(await next(), told);
    queries.close();
    assert.equal(list.listeners.size, 0);
  });
}

Deno.test("open() sends what is added to a list and nothing twice", async () => {
  const { queries, next } = asking();
  const list = numbers(3);
  queries.open(query({ count: 1000, live: true }), () => list.source);
  await next();
  for (let length = 4; length <= 50; length++) list.set(upTo(0, length), length - 1);
  assert.deepEqual(await next(), rows(3, 50, 50, false));
  assert.deepEqual(list.reads, [[0, 500], [3, 500]]);
  queries.close();
});

Deno.test("open() does not miss what changes while it reads", async () => {
  const { queries, next } = asking();
  const list = numbers(3);
  const { read } = list.source;
  const slow = { ...list.source };
  slow.read = async (from, count, signal) => {
    const result = await read(from, count, signal);
    if (list.reads.length === 1) list.set([7, 8], 0);
    return result;
  };
  queries.open(query({ live: true }), () => slow);
  assert.deepEqual(await next(), rows(0, 3, 3, false));
  assert.deepEqual(await next(), { ...rows(0, 2, 2, false), rows: [7, 8] });
  queries.close();
});

Deno.test("open() tells a failure, and the rows once they can be had", async () => {
  const { queries, next } = asking();
  const list = numbers(2);
  let failure: RowsRead<number> | null = { ok: false, error: "Signed out.", hint: "Sign in." };
  const source = { ...list.source };
  source.read = (from, count, signal) => failure ?? list.source.read(from, count, signal);
  queries.open(query({ live: true }), () => source);
  assert.deepEqual(await next(), failure);
  failure = null;
  list.set([0, 1], 0);
  assert.deepEqual(await next(), rows(0, 2, 2, false));
  queries.close();
});

const FAULTS: readonly (readonly [what: string, source: () => RowSource<number> | null])[] = [
  ["reads", () => ({ read: () => Promise.reject(new Error("broken")), subscribe: () => () => {} })],
  ["is made", () => {
    throw new Error("broken");
  }],
];
for (const [what, source] of FAULTS) {
  Deno.test(`open() settles as failed when the list ${what} with a fault, which is reported`, async () => {
    const { queries, next, errors } = asking();
    queries.open(query({ live: true }), source);
    const answer = await next();
    assert.equal(answer.ok, false);
    assert.doesNotMatch(JSON.stringify(answer), /broken/);
    assert.deepEqual(errors.map(String), ["Error: broken"]);
  });
}

Deno.test("open() refuses a list that the window may not have", async () => {
  const { queries, next } = asking();
  queries.open(query(), () => null);
  assert.deepEqual(await next(), { ok: false, error: "This page may not do that." });
});

Deno.test("cancel() ends a reading, after which nothing is sent", async () => {
  const { queries, answers, errors } = asking();
  const { promise, resolve } = Promise.withResolvers<void>();
  let aborted = false;
  queries.open(query({ live: true }), () => ({
    read: (_from, _count, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => {
          aborted = true;
          reject(new Error("cancelled"));
          setTimeout(resolve, 0);
        });
      }),
    subscribe: () => () => {},
  }));
  await Promise.resolve();
  queries.cancel(1);
  await promise;
  assert.deepEqual([aborted, answers, errors], [true, [], []]);
});

Deno.test("open() refuses the 33rd list, and takes it once one is cancelled", async () => {
  const { queries, next, answers } = asking();
  const { source } = numbers(1);
  for (let id = 1; id <= 33; id++) queries.open(query({ id, live: true }), () => source);
  assert.deepEqual(answers.map(([id, { ok }]) => [id, ok]), [[33, false]]);
  answers.length = 0;
  for (let id = 1; id <= 32; id++) assert.equal((await next()).ok, true);
  queries.cancel(1);
  queries.open(query({ id: 33, live: true }), () => source);
  assert.equal((await next()).ok, true);
  queries.close();
});

Deno.test("newest() settles when the current lists are sent, and waits for no other", async () => {
  const { queries, answers } = asking();
  const list = numbers(3);
  const atHand: RowSource<number> = {
    read: (from, count) => ({
      ok: true,
      rows: upTo(0, list.length()).slice(from, from + count),
      total: list.length(),
    }),
    subscribe: list.source.subscribe,
  };
  queries.open(query({ live: true }), () => atHand);
  queries.open(query({ id: 2, live: true }), () => ({ ...atHand, read: () => new Promise(() => {}) }));
  for (const length of [4, 5, 6]) {
    list.set(upTo(0, length), 0);
    await queries.newest();
    assert.deepEqual(answers.at(-1), [1, rows(0, length, length, false)]);
  }
  queries.close();
});
