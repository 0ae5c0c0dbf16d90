import { deepEqual, equal, notEqual } from "node:assert/strict";
import { createLists } from "../../../../../src/core/app/features/resources/list_of.ts";
import { heldList } from "../../../../support/pages/resources.ts";

/** Lists of which each says whether it was forgotten, and those that are looked at. */
function setup() {
  const watched = new Set<string>(), forgotten: string[] = [];
  const lists = createLists(({ account }) => ({
    ...heldList([{ name: account }], {}),
    watched: () => watched.has(account),
    forget: () => void forgotten.push(account),
  }));
  return { lists, watched, forgotten };
}

Deno.test("createLists() keeps the list that somebody looks at, however many others come, and forgets it with them", () => {
  const { lists, watched, forgotten } = setup();
  const looked = lists({ account: "looked at" }), left = lists({ account: "left" });
  watched.add("looked at");
  for (let at = 0; at < 200; at++) lists({ account: String(at) });
  equal(lists({ account: "looked at" }), looked);
  notEqual(lists({ account: "left" }), left);
  lists.forget();
  equal(forgotten.includes("looked at"), true);
  equal(forgotten.length <= 61, true);
});

Deno.test("createLists() has more lists than usual only while all of them are looked at", () => {
  const { lists, watched, forgotten } = setup();
  const accounts = Array.from({ length: 100 }, (_, at) => String(at));
  for (const account of accounts) {
    watched.add(account);
    lists({ account });
  }
  lists.forget();
  deepEqual(forgotten.toSorted(), accounts.toSorted());
});
