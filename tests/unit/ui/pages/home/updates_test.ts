import { deepEqual, equal } from "node:assert/strict";
import { updateCommand, updateWords } from "../../../../../src/ui/pages/home/updates.ts";

const update = (name: string, newly: string[] = []) => ({
  ...{ address: "/c", extension: name.toLowerCase(), name, from: "1", to: "2", newly },
});
const CASES: readonly (readonly [updates: ReturnType<typeof update>[], words: string, command: string])[] = [
  [[update("Tools")], "Tools 2 is there; 1 is installed.", "installFromCatalogue"],
  [
    [update("Tools", ["reach the network"])],
    "Tools 2 is there; 1 is installed. It can now reach the network.",
    "installFromCatalogue",
  ],
  [[update("A"), update("B")], "2 extensions have updates: A, B.", "openWindow"],
  [
    ["A", "B", "C", "D"].map((name) => update(name)),
    "4 extensions have updates: A, B, C and 1 more.",
    "openWindow",
  ],
];
for (const [updates, words, command] of CASES) {
  Deno.test(`updateWords() of ${updates.length} updates: ${words}`, () => {
    equal(updateWords(updates), words);
    equal(updateCommand(updates).name, command);
  });
}

Deno.test("updateCommand() of one update opens its review", () =>
  deepEqual(updateCommand([update("Tools")]), {
    name: "installFromCatalogue",
    address: "/c",
    extension: "tools",
  }));
