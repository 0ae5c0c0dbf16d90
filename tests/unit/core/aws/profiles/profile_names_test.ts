import { deepEqual, equal, match } from "node:assert/strict";
import { profileName, profileNamer } from "../../../../../src/core/aws/profiles/profile_names.ts";

const NAMES: [account: { id: string; name?: string }, role: string, name: string][] = [
  [{ id: "1", name: "shop-production" }, "Admin", "shop-production/Admin"],
  [{ id: "1", name: "Shop  (prod)" }, "Admin", "Shop-prod/Admin"],
  [{ id: "1", name: "ünï" }, "A.b", "uni/A.b"],
  [{ id: "1", name: "]\n[profile x" }, "R", "profile-x/R"],
  [{ id: "1" }, "R", "1/R"],
  [{ id: "1", name: "Склад" }, "R", "1/R"],
  [{ id: "1", name: "🔑 - 🔑" }, "R", "1/R"],
  [{ id: "1", name: "Склад-2" }, "R", "_____-2/R"],
  [{ id: "1", name: "222222222222" }, "R", "1/R"],
];
for (const [account, role, name] of NAMES) {
  const of = JSON.stringify(account.name ?? account.id);
  Deno.test(`profileName() makes ${name} of ${of}`, () => equal(profileName(account, role), name));
}

const ONE = "111111111111", TWO = "222222222222";
const CHOSEN: [
  what: string,
  names: [one: string, two: string],
  written: Record<string, string>,
  chosen: [one: string, two: string],
  told?: RegExp[],
][] = [
  ["by its account's name", ["shop", "sandbox"], {}, ["shop/R", "sandbox/R"]],
  ["by its number when two accounts have one name", ["shop", "shop"], {}, [`${ONE}/R`, `${TWO}/R`], [
    /^accounts 1+, 2+ share a name/,
  ]],
  ["by its number when names differ in what is replaced", ["Prod EU", "Prod-EU"], {}, [
    `${ONE}/R`,
    `${TWO}/R`,
  ], [/share a name/]],
  ["by its number when names differ in case", ["Shop", "shop"], {}, [`${ONE}/R`, `${TWO}/R`], [
    /share a name/,
  ]],
  ["by its number when nothing is left of the name", ["Склад", "Касса"], {}, [`${ONE}/R`, `${TWO}/R`]],
  ["by its own number when it is called as another", [TWO, ""], {}, [`${ONE}/R`, `${TWO}/R`]],
  ["as before when another account has the same name since", ["shop", "shop"], { "shop/R": `${TWO}/R` }, [
    `${ONE}/R`,
    "shop/R",
  ], [/^accounts/, /^2+\/R keeps its profile shop\/R$/]],
  ["as before when its account has another name since", ["shop", "x"], { "old/R": `${ONE}/R` }, [
    "old/R",
    "x/R",
  ], [/keeps its profile old\/R$/]],
  ["by its number when the profile is another's", ["shop", "x"], { "shop/R": "333333333333/R" }, [
    `${ONE}/R`,
    "x/R",
  ], [/^profile shop\/R is of 3+\/R/]],
  ["beside one that the user has named", ["shop", "x"], { default: `${ONE}/R` }, ["shop/R", "x/R"]],
];
for (const [what, names, written, chosen, told = []] of CHOSEN) {
  Deno.test(`profileNamer() names a profile ${what}`, () => {
    const accounts = [ONE, TWO].map((id, at) => ({ id, name: names[at]! }));
    const nameOf = profileNamer(accounts, new Map(Object.entries(written)));
    const found = accounts.map(({ id }) => nameOf(id, "R"));
    deepEqual(found.map(({ name }) => name), chosen);
    const heard = [...new Set(found.flatMap(({ told }) => told ?? []))];
    equal(heard.length, told.length);
    for (const [at, says] of told.entries()) match(heard[at]!, says);
  });
}
