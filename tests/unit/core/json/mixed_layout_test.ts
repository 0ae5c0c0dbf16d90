/** Tests the comments of lists in which several entries share a line. */
import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { gapsOf } from "../../../../src/core/json/comments.ts";
import { type Edit, editJson, type Json, parseJson, toValue } from "../../../../src/core/json/mod.ts";

function edited(text: string, edit: Edit): string {
  const result = editJson(text, [edit]);
  if (!result.ok) throw new Error(result.error);
  return result.text;
}

/** Lists whose entries share lines; `inside` is before an entry's comma, `behind` after it. */
const mixed = fc.array(
  fc.record({
    line: fc.boolean(),
    above: fc.constantFrom("", "/* # */ ", "// #\n ", "/* #\n # */ ", "// #\n // #\n ", "// #\n\n "),
    value: fc.constantFrom("#", '{"a": #}', "[\n  #\n ]"),
    inside: fc.constantFrom("", "", " /* # */"),
    behind: fc.constantFrom("", "", " /* # */", " // #\n"),
  }),
  { minLength: 1, maxLength: 5 },
).map((entries) => {
  let comments = 100;
  const named = (text: string, id: number) =>
    text.replace(/(\/[/*] |\n )#/g, (_, before) => `${before}c${comments++}`).replaceAll("#", String(id));
  const lines = entries.map(({ line, above, value, inside, behind }, index) => {
    const comma = index + 1 < entries.length ? "," : "";
    const end = named(inside, 0) + comma + named(behind, 0);
    return (line ? "\n " : " ") + named(above, 0) + value.replace("#", String(index + 1)) + end;
  });
  return `[${lines.join("")}]`;
});

/** Returns the comments of each entry of a list by the entry's value, and all comments. */
function commentsOf(text: string): { readonly each: ReadonlyMap<string, string>; readonly all: string } {
  const { root } = parseJson(text);
  if (root?.kind !== "array") throw new Error(text);
  const gapAt = gapsOf(text, root);
  const words = (from: number, to: number) => text.slice(from, to).match(/c\d+/g) ?? [];
  const each = root.items.map((item, index) => {
    const own = [...gapAt(index).leading, ...gapAt(index + 1).trailing];
    return [
      JSON.stringify(toValue(item)),
      own.flatMap(({ start, end }) => words(start, end)).join(),
    ] as const;
  });
  return { each: new Map(each), all: words(0, text.length).sort().join() };
}

Deno.test("editJson() keeps comments with their entries in lists of any layout when one moves, comes or goes", () => {
  fc.assert(
    fc.property(mixed, fc.nat(), fc.nat(), (text, at, place) => {
      const before = commentsOf(text), list = toValue(parseJson(text).root!) as readonly Json[];
      const from = at % list.length, to = place % list.length;
      const moved = edited(text, { path: [from], to });
      deepEqual(commentsOf(moved), { each: before.each, all: before.all }, moved);
      const added = edited(text, { path: [], value: list.toSpliced(from, 0, "new") });
      const withNew = commentsOf(added);
      equal(withNew.each.get('"new"'), "", added);
      deepEqual(new Map([...withNew.each].filter(([value]) => value !== '"new"')), before.each, added);
      equal(withNew.all, before.all, added);
      const removed = edited(text, { path: [from] });
      const left = new Map(before.each);
      left.delete(JSON.stringify(list[from]));
      deepEqual(commentsOf(removed).each, left, removed);
    }),
    { seed: 34, numRuns: 1500 },
  );
});
