import { deepEqual, equal } from "node:assert/strict";
import { entryKind } from "../../../../src/core/find/entry.ts";
import { ranked, readyAhead } from "../../../../src/core/find/rank.ts";
import { waitFor } from "../../../desktop/harness/wait.ts";

/** More items than are made ready in one go. */
const MANY = 4500;

/** A kind that counts how many texts it was asked for. */
function counting() {
  let asked = 0;
  const kind = entryKind<{ readonly name: string }>({
    label: "Thing",
    heading: "Things",
    weight: 0,
    items: () => [],
    id: ({ name }) => name,
    title: ({ name }) => (asked++, name),
    around: () => "",
    entry: () => ({ detail: "", verb: "Do", icon: "gear", command: null }),
  });
  const items = Array.from({ length: MANY }, (_, n) => ({ name: `thing-${n}` }));
  const find = (items: readonly object[], typed: string) =>
    ranked([{ kind, items }], typed, {}).map(({ item }) => item);
  return { kind, items, find, asked: () => asked };
}

Deno.test("readyAhead() makes the texts of lists before anybody types, a piece at a time", async () => {
  const { kind, items, find, asked } = counting();
  readyAhead([{ kind, items }]);
  readyAhead([{ kind, items }]);
  equal(asked(), 0);
  await waitFor("the texts", () => asked() >= MANY);
  deepEqual(find(items, "thing-4321"), [items[4321]]);
  equal(asked(), MANY);
});

Deno.test("ranked() makes the texts that are not ready yet when somebody is quicker", async () => {
  const { kind, items, find, asked } = counting();
  readyAhead([{ kind, items }]);
  await waitFor("a piece", () => asked() > 0);
  deepEqual(find(items, "thing-4321"), [items[4321]]);
  equal(asked(), MANY);
});

Deno.test("ranked() makes texts of a new list only for items that are not where they were", () => {
  const { items, find, asked } = counting();
  find(items, "thing");
  const one = { name: "other" };
  const next = items.with(17, one);
  deepEqual(find(next, "other"), [one]);
  equal(asked(), MANY + 1);
  deepEqual(find(next, "thing-17"), find(items, "thing-17").filter((item) => item !== items[17]));
});
