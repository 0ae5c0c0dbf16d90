import { deepEqual, equal } from "node:assert/strict";
import { createLogs } from "../../../../../src/core/app/features/resources/logs.ts";
import { account } from "../../../../support/pages/state.ts";
import { listBase, store as storeOf } from "../fixtures.ts";

const ID = "123456789012";

/** Opens a query window for each set of log groups and returns the names of the windows. */
async function namesOf(...all: readonly string[][]): Promise<string[]> {
  const store = storeOf();
  store.slice("accounts").update(() => [account(ID, { name: "shop" })]);
  const names: string[] = [];
  const logs = createLogs({
    ...listBase({ store }),
    store,
    windows: { open: () => "w" },
    tools: () => Promise.reject(new Error("no call of AWS")),
    openFound: ({ server }) => Promise.resolve((names.push(server.name), { ok: true })),
  });
  for (const groups of all) deepEqual(await logs.query({ account: ID, role: "Admin", groups }), { ok: true });
  return names;
}

Deno.test("query() names the groups in the name of its window", async () => {
  deepEqual(await namesOf(["/app/a"], ["/app/b", "/app/a"]), [
    "Logs of /app/a (shop)",
    "Logs of /app/a, /app/b (shop)",
  ]);
});

const LONG = "/x".repeat(50);
const OTHERS: readonly [what: string, groups: string[], others: string[]][] = [
  ["one group is another", ["/app/a", "/app/b"], ["/app/a", "/app/c"]],
  ["one of many long names is another", [LONG, "/y/b"], [LONG, "/y/c"]],
  ["only the beginning of a long name differs", [`/app/a${LONG}`], [`/app/b${LONG}`]],
];
for (const [what, groups, others] of OTHERS) {
  Deno.test(`query() opens another window when ${what}, and the same one for the same groups`, async () => {
    const [one, other, again] = await namesOf(groups, others, groups.toReversed());
    equal(one === other, false, one);
    equal(again, one);
  });
}
