import { deepEqual, equal, ok } from "node:assert/strict";
import { growsInLine } from "../../../support/growth.ts";
import { asSynonym, fit, haystack, marks, typedWords } from "../../../../src/core/find/matcher.ts";
import { entryKind } from "../../../../src/core/find/entry.ts";
import { ranked, readyAhead } from "../../../../src/core/find/rank.ts";
import { waitFor } from "../../../desktop/harness/wait.ts";

/** Returns the text with the matched letters in brackets; null when it does not match. */
function shown(query: string, text: string): string | null {
  const words = typedWords(query), hay = haystack(text);
  if (fit(words, hay) === null) return null;
  const places = new Set(marks(words, hay));
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
  ["greet", "Größe des very big that", null],
  ["greet", "Greeting", "[Greet]ing"],
  ["prdct", "shop-production", "shop-[pr]o[d]u[ct]ion"],
  ["shweb", "shop-staging-eu-web", "[sh]op-staging-eu-[web]"],
];
for (const [query, text, expected] of cases) {
  Deno.test(`marks() are ${JSON.stringify(expected)} for "${query}" in "${text}"`, () => {
    equal(shown(query, text), expected);
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
  Deno.test(`fit() ranks "${better}" over "${worse}" for "${query}"`, () => {
    const worth = (text: string) => fit(typedWords(query), haystack(text)) ?? -1;
    ok(worth(better) > worth(worse), `${worth(better)} > ${worth(worse)}`);
  });
}

Deno.test("fit() ranks what is of the account that fits better first", () => {
  const worth = (account: string) =>
    fit(typedWords("shpr"), haystack("Stripe", "", { of: haystack(account) })) ?? -1;
  ok(worth("shop-production") > worth("search-production") + 0.4);
  ok(worth("search-production") > 0);
});

Deno.test("fit() takes time in line with a text of one letter", () =>
  growsInLine(
    40_000,
    (length) => haystack("a".repeat(length), "a ".repeat(length)),
    (text) => fit(typedWords("aaaaaaaaab"), text),
  ));

/** The typed words, an entry's title and the words around it, and whether the entry is found. */
const AROUND: readonly (readonly [typed: string, title: string, around: string, fits: boolean])[] = [
  ["prd 1234", "shop", "prd 123456789012", true],
  ["shop prd", "shop", "prd", true],
  ["shst prd", "shop-staging", "prd", true],
  ["rd", "shop", "prd", false],
  ["prd stg", "shop", "prd", false],
  ["ZÜR", "shop", "Zürich", true],
  ["5678 9012", "1234 5678 9012", "", true],
  ["123456", "1234 5678 9012", "123456789012", true],
];
for (const [typed, title, around, fits] of AROUND) {
  Deno.test(`fit() ${fits ? "finds" : "does not find"} "${typed}" in "${title}" with "${around}"`, () => {
    equal(fit(typedWords(typed), haystack(title, around)) !== null, fits);
  });
}

Deno.test("fit() takes what is given for found, but not for better than what is found", () => {
  const words = typedWords("orders server");
  const hay = haystack("Orders");
  equal(fit(words, hay), null);
  ok(fit(words, hay, new Map([[words[1]!, 6]]))! < fit(words, haystack("Orders server"))!);
});

/** Typed words, and whether they match where `log in`, `login` and `sso` are synonyms. */
const SYNONYMS: readonly (readonly [typed: string, counts: boolean])[] = [
  ["login", true],
  ["LOG IN", true],
  ["sso", true],
  ["log", false],
  ["in", false],
  ["log in sso", false],
];
for (const [typed, counts] of SYNONYMS) {
  Deno.test(`fit() takes "${typed}" ${counts ? "" : "not "}for a synonym as a whole`, () => {
    const words = typedWords(typed);
    const worth = (title: string, synonyms: readonly string[]) =>
      fit(
        words,
        haystack(title, "log in, login, sso", { synonyms: new Set(synonyms) }),
        undefined,
        asSynonym(words),
      )!;
    const found = worth("Sign in again", ["log in", "login", "sso"]);
    equal(found > worth("Sign in again", []), counts);
    ok(found <= worth(typed, []));
  });
}

/** More items than are prepared in one piece of work. */
const MANY = 4500;

/** Returns a kind of entry that counts how many titles were read. */
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

Deno.test("readyAhead() prepares the texts of lists before the user types, a piece at a time", async () => {
  const { kind, items, find, asked } = counting();
  readyAhead([{ kind, items }]);
  readyAhead([{ kind, items }]);
  equal(asked(), 0);
  await waitFor("the texts", () => asked() >= MANY);
  deepEqual(find(items, "thing-4321"), [items[4321]]);
  equal(asked(), MANY);
});

Deno.test("ranked() prepares the texts that are not ready yet when the user types earlier", async () => {
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
