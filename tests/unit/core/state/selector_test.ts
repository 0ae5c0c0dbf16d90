import { deepEqual, equal, notEqual } from "node:assert/strict";
import { reuse, selector } from "../../../../src/core/state/selector.ts";

interface Numbers {
  readonly a: readonly { readonly n: number }[];
  readonly b: number;
}

Deno.test("selector() derives anew only when an input has changed", () => {
  let derived = 0;
  const sum = selector(
    ({ a }: Numbers) => [a],
    (a) => (derived++, { sum: a.reduce((all, { n }) => all + n, 0) }),
  );
  const a = [{ n: 1 }, { n: 2 }];
  const first = sum({ a, b: 1 });
  equal(sum({ a, b: 2 }), first);
  equal(derived, 1);
  deepEqual(sum({ a: [{ n: 4 }], b: 2 }), { sum: 4 });
  equal(derived, 2);
});

Deno.test("selector() gives the same object when it derives the same", () => {
  const odd = selector(
    ({ a }: Numbers) => [a],
    (a) => a.filter(({ n }) => n % 2 === 1).map(({ n }) => ({ n })),
  );
  const first = odd({ a: [{ n: 1 }, { n: 2 }], b: 0 });
  equal(odd({ a: [{ n: 1 }, { n: 4 }], b: 0 }), first);
  const more = odd({ a: [{ n: 1 }, { n: 3 }], b: 0 });
  notEqual(more, first);
  equal(more[0], first[0]);
});

/** What was there, what comes, and which paths of it stay the same objects. */
const KEPT: readonly (readonly [before: unknown, after: unknown, same: boolean])[] = [
  [[1, { a: [2] }], [1, { a: [2] }], true],
  [{ a: 1, b: { c: null } }, { a: 1, b: { c: null } }, true],
  [[1, 2], [1], false],
  [[1], [1, 2], false],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: 1, b: undefined }, { a: 1 }, false],
  [{ a: undefined }, { b: undefined }, false],
  [{}, [], false],
  [null, {}, false],
  [NaN, NaN, true],
  [new Set([1]), new Set([1]), false],
];
for (const [before, after, same] of KEPT) {
  Deno.test(`reuse() takes ${Deno.inspect(after)} ${same ? "as" : "for other than"} ${Deno.inspect(before)}`, () => {
    equal(Object.is(reuse(before, after), before), same);
    deepEqual(reuse(before, after), after);
  });
}

Deno.test("reuse() keeps the equal parts of what differs", () => {
  const before = { a: [{ n: 1 }, { n: 2 }], b: { c: 3 } };
  const after = reuse(before, { a: [{ n: 1 }, { n: 5 }], b: { c: 3 } });
  deepEqual(after, { a: [{ n: 1 }, { n: 5 }], b: { c: 3 } });
  equal(after.b, before.b);
  equal(after.a[0], before.a[0]);
});

Deno.test("reuse() leaves what it is given unchanged", () => {
  const before = Object.freeze([Object.freeze({ n: 1 })]), after = Object.freeze([Object.freeze({ n: 2 })]);
  equal(reuse(before, after)[0]?.n, 2);
});
