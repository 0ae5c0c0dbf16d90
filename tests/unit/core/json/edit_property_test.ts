import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import {
  type Edit,
  editJson,
  type Json,
  type Node,
  parseJson,
  toValue,
} from "../../../../src/core/json/mod.ts";
import { anyValue, document, type Plain, plain, scalar, write } from "../../../support/json/documents.ts";

interface Place {
  readonly path: (string | number)[];
  readonly node: Node;
}

function placesIn(node: Node, path: (string | number)[] = []): Place[] {
  const inner = node.kind === "object"
    ? node.members.flatMap(({ key, value }) => placesIn(value, [...path, key]))
    : node.kind === "array"
    ? node.items.flatMap((item, i) => placesIn(item, [...path, i]))
    : [];
  return [{ path, node }, ...inner];
}

const treeOf = (text: string): Node => {
  const { root, problems } = parseJson(text);
  deepEqual(problems, [], text);
  return root!;
};
const pick = <T>(all: readonly T[], at: number): T => all[Math.floor(at * all.length)]!;
const commentsOf = (text: string): string[] => {
  // Other texts never have the form "c<number>" of these comments.
  return [...text.matchAll(/\/\* c\d+ \*\/|\/\/ c\d+/g)].map(([found]) => found);
};
const apply = (text: string, ...edits: Edit[]): string => {
  const result = editJson(text, edits);
  ok(result.ok, JSON.stringify(result));
  return result.text;
};
/** Returns whether `part` is `whole` with some characters left out. */
function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const unit of part) {
    at = whole.indexOf(unit, at);
    if (at < 0) return false;
    at += unit.length;
  }
  return true;
}
const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const runs = (seed: number) => ({ seed, numRuns: 1500 });

Deno.test("editJson() replaces a scalar and touches no byte outside of it", () => {
  fc.assert(
    fc.property(document, share, scalar, ({ text }, at, value) => {
      const scalars = placesIn(treeOf(text)).filter(({ node }) =>
        node.kind !== "object" && node.kind !== "array"
      );
      if (scalars.length === 0) return;
      const { path, node } = pick(scalars, at);
      const result = apply(text, { path, value });
      const same = JSON.stringify(toValue(node)) === JSON.stringify(value);
      equal(result, same ? text : text.slice(0, node.start) + JSON.stringify(value) + text.slice(node.end));
    }),
    runs(11),
  );
});

Deno.test("editJson() adds a member or entry and takes nothing away", () => {
  fc.assert(
    fc.property(document, share, anyValue, ({ text, eol }, at, value) => {
      const containers = placesIn(treeOf(text)).filter(({ node }) =>
        node.kind === "object" || node.kind === "array"
      );
      const { path, node } = pick(containers, at);
      const step = node.kind === "array" ? node.items.length : "new";
      const result = apply(text, { path: [...path, step], value });
      const before = toValue(node) as Plain[] | { [key: string]: Plain };
      const after = placesIn(treeOf(result)).find((place) => place.path.join("\0") === path.join("\0"))!;
      const expected = Array.isArray(before) ? [...before, value] : { ...before, new: value };
      deepEqual(plain(toValue(after.node)), plain(expected));
      ok(isSubsequence(text.replace(/\s/g, ""), result.replace(/\s/g, "")), result);
      deepEqual(commentsOf(result), commentsOf(text));
      if (eol === "\r\n" && text.includes(eol)) ok(!/[^\r]\n/.test(result));
    }),
    runs(12),
  );
});

Deno.test("editJson() adds several entries together and takes nothing away", () => {
  const values = fc.array(anyValue, { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(document, share, values, ({ text, eol }, at, values) => {
      const lists = placesIn(treeOf(text)).filter(({ node }) => node.kind === "array");
      if (lists.length === 0) return;
      const { path, node } = pick(lists, at);
      const result = apply(text, ...values.map((value) => ({ path: [...path, 0], value, add: true })));
      const after = placesIn(treeOf(result)).find((place) => place.path.join("\0") === path.join("\0"))!;
      const expected = [...toValue(node) as Plain[], ...values] as Plain;
      deepEqual(plain(toValue(after.node)), plain(expected));
      ok(isSubsequence(text.replace(/\s/g, ""), result.replace(/\s/g, "")), result);
      deepEqual(commentsOf(result), commentsOf(text));
      if (eol === "\r\n" && text.includes(eol)) ok(!/[^\r]\n/.test(result));
    }),
    runs(15),
  );
});

Deno.test("editJson() removes a member or entry and keeps all else, comments of others too", () => {
  fc.assert(
    fc.property(document, share, ({ text }, at) => {
      const places = placesIn(treeOf(text)).filter(({ path }) => path.length > 0);
      const { path } = pick(places, at);
      const result = apply(text, { path });
      ok(isSubsequence(result, text), `${text}\n---\n${result}`);
      const expected = structuredClone(toValue(treeOf(text))) as Plain;
      removeFrom(expected, path);
      deepEqual(plain(toValue(treeOf(result))), plain(expected));
      const near = new Set(commentsNear(text, path));
      deepEqual(
        commentsOf(result).filter((comment) => !near.has(comment)),
        commentsOf(text).filter((comment) => !near.has(comment)),
        `${text}\n---\n${result}`,
      );
    }),
    runs(13),
  );
});

Deno.test("editJson() removes several entries and keeps all else, comments of others too", () => {
  const chosen = fc.array(fc.boolean(), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(document, share, chosen, ({ text }, at, chosen) => {
      const lists = placesIn(treeOf(text)).flatMap(({ path, node }) =>
        node.kind === "array" && node.items.length > 1 ? [{ path, node }] : []
      );
      if (lists.length === 0) return;
      const { path, node } = pick(lists, at);
      const goes = (index: number) => chosen[index % chosen.length]!;
      const edits = node.items.flatMap((_, index) => goes(index) ? [{ path: [...path, index] }] : [])
        .reverse();
      const result = apply(text, ...edits);
      ok(isSubsequence(result, text), `${text}\n---\n${result}`);
      const expected = (toValue(node) as Plain[]).filter((_, index) => !goes(index));
      const after = placesIn(treeOf(result)).find((place) => place.path.join("\0") === path.join("\0"))!;
      deepEqual(plain(toValue(after.node)), plain(expected as Plain));
      const near = new Set(edits.flatMap((edit) => commentsNear(text, edit.path)));
      deepEqual(
        commentsOf(result).filter((comment) => !near.has(comment)),
        commentsOf(text).filter((comment) => !near.has(comment)),
        `${text}\n---\n${result}`,
      );
    }),
    runs(16),
  );
});

Deno.test("editJson() moves an entry and keeps every comment", () => {
  fc.assert(
    fc.property(document, share, share, share, ({ text }, at, one, other) => {
      const lists = placesIn(treeOf(text)).flatMap(({ path, node }) =>
        node.kind === "array" && node.items.length > 1 ? [{ path, node }] : []
      );
      if (lists.length === 0) return;
      const { path, node } = pick(lists, at);
      const from = Math.floor(one * node.items.length), to = Math.floor(other * node.items.length);
      const result = apply(text, { path: [...path, from], to });
      const list = toValue(node) as Plain[];
      const after = placesIn(treeOf(result)).find((place) => place.path.join("\0") === path.join("\0"))!;
      const expected = list.toSpliced(from, 1).toSpliced(to, 0, list[from]!);
      deepEqual(plain(toValue(after.node)), plain(expected));
      deepEqual(commentsOf(result).toSorted(), commentsOf(text).toSorted(), `${text}\n---\n${result}`);
    }),
    runs(17),
  );
});

Deno.test("editJson() brings any list into any other and keeps the comments outside of what goes", () => {
  fc.assert(
    fc.property(
      fc.array(anyValue, { maxLength: 6 }),
      fc.array(fc.oneof(share, anyValue), { maxLength: 6 }),
      fc.array(fc.nat(100), { minLength: 1, maxLength: 40 }),
      (list, plan, choices) => {
        const text = write({ a: 1, list, b: 2 }, choices, "\n");
        const value = plan.map((step) =>
          typeof step === "number" && list.length > 0 ? pick(list, Math.abs(step % 1)) : step
        );
        const result = apply(text, { path: ["list"], value: value as Json });
        deepEqual(plain(toValue(treeOf(result))), plain({ a: 1, list: value as Plain[], b: 2 }));
        const node = placesIn(treeOf(text)).find(({ path }) => path.join() === "list")!.node;
        const left = new Set(commentsOf(result));
        for (const comment of commentsOf(text.slice(0, node.start) + text.slice(node.end))) {
          ok(left.has(comment), result);
        }
      },
    ),
    runs(14),
  );
});

function removeFrom(value: Plain, path: readonly (string | number)[]): void {
  let parent = value as Record<string | number, Plain>;
  for (const step of path.slice(0, -1)) parent = parent[step] as Record<string | number, Plain>;
  const last = path.at(-1)!;
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete parent[last];
}

/** Returns the comments in and around an entry that may belong to it: up to its neighbours. */
function commentsNear(text: string, path: readonly (string | number)[]): string[] {
  const all = placesIn(treeOf(text)), name = path.join("\0");
  const parent = path.slice(0, -1).join("\0");
  const list = all.find((place) => place.path.join("\0") === parent && place.path.length < path.length)!;
  const spans = list.node.kind === "object"
    ? list.node.members.map(({ key, keyStart, value }) => ({ key, start: keyStart, end: value.end }))
    : list.node.kind === "array"
    ? list.node.items.map(({ start, end }, key) => ({ key, start, end }))
    : [];
  const index = spans.findIndex(({ key }) => [...list.path, key].join("\0") === name);
  return commentsOf(
    text.slice(spans[index - 1]?.end ?? list.node.start, spans[index + 1]?.start ?? list.node.end),
  );
}
