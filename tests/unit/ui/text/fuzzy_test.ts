import assert from "node:assert/strict";
import { fuzzy, startsWords } from "../../../../src/ui/text/fuzzy.ts";

/** The text with the matched letters in brackets; null when it does not match. */
function shown(query: string, text: string): string | null {
  const match = fuzzy(query, text);
  if (!match) return null;
  const places = new Set(match.places);
  return [...text].map((letter, at) => places.has(at) ? `[${letter}]` : letter).join("").replaceAll("][", "");
}

const cases: readonly [query: string, text: string, expected: string | null][] = [
  ["", "Anything", "Anything"],
  ["rot", "Rotate keys", "[Rot]ate keys"],
  ["keys", "Rotate keys", "Rotate [keys]"],
  ["rk", "Rotate keys", "[R]otate [k]eys"],
  ["re ord", "Replay failed orders", "[Re]play failed [ord]ers"],
  ["ord re", "Replay failed orders", "[Re]play failed [ord]ers"],
  ["shst", "shop-staging", "[sh]op-[st]aging"],
  ["ZUR", "Zürich", "[Zür]ich"],
  ["gp", "getPassword", "[g]et[P]assword"],
  ["xyz", "Rotate keys", null],
  ["ksy", "Rotate keys", null],
  ["eay", "Rotate a very long way", null],
];
for (const [query, text, expected] of cases) {
  Deno.test(`fuzzy() marks ${JSON.stringify(expected)} for "${query}" in "${text}"`, () => {
    assert.equal(shown(query, text), expected);
  });
}

const ranks: readonly [query: string, better: string, worse: string][] = [
  ["rot", "Rotate keys", "Carrot cake"],
  ["rot", "Rotate", "Rotate every single access key"],
  ["key", "New key", "Monkey"],
  ["rk", "Rotate keys", "Bracket"],
  ["prod", "shop-production", "Spare rooms of double beds"],
];
for (const [query, better, worse] of ranks) {
  Deno.test(`fuzzy() ranks "${better}" over "${worse}" for "${query}"`, () => {
    const worth = (text: string) => fuzzy(query, text)?.score ?? -1;
    assert.ok(worth(better) > worth(worse), `${worth(better)} > ${worth(worse)}`);
  });
}

Deno.test("fuzzy() stays quick on a long text of one letter", () => {
  const start = performance.now();
  fuzzy("aaaaaaaaab", "a".repeat(5000));
  assert.ok(performance.now() - start < 1000);
});

Deno.test("startsWords() needs every word at the start of a word", () => {
  assert.ok(startsWords("prd 1234", "shop-prd 123456789012"));
  assert.ok(!startsWords("rd", "shop-prd"));
  assert.ok(!startsWords("prd stg", "shop-prd"));
});
