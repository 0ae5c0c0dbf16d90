import { deepEqual, equal, fail, match, ok } from "node:assert/strict";
import { createHideColumn } from "../../../../../src/core/app/features/servers/hide_column.ts";
import type { Edit } from "../../../../../src/core/json/edit.ts";
import type { Json } from "../../../../../src/core/json/node.ts";
import { emptyState } from "../../../../support/pages/state.ts";
import { createServerEnvironments } from "../../../../../src/core/app/features/servers/environments.ts";
import type { EnvRule, Server } from "../../../../../src/core/config/config.ts";
import type { Labeller } from "../../../../../src/core/rules/mod.ts";
import { store as storeOf } from "../fixtures.ts";

const COLUMN = { server: "shop", schema: "public", table: "customers", column: "email" };
const WHOLE = "public.customers.email";

/** Returns a store whose config.json has these entries as its servers. */
function fileWith(...servers: Json[]) {
  const state = emptyState();
  return { get: () => ({ ...state, config: { ...state.config, document: { servers } } }) };
}

const HIDDEN: readonly (readonly [
  what: string,
  agents: Json | undefined,
  hidden: boolean,
  /** `agents` in config.json afterwards; a pattern is the error, null means no change. */
  after: Json | RegExp | null | undefined,
])[] = [
  ["the first one", undefined, true, { hidden: [WHOLE] }],
  ["another one", { hidden: ["a.b"] }, true, { hidden: ["a.b", WHOLE] }],
  ["one that is hidden by a wider pattern", { hidden: ["*.email"] }, true, null],
  ["one in the place of what is no list", { hidden: "a.b" }, true, { hidden: [WHOLE] }],
  ["it no more", { hidden: ["a.b", "Customers.Email", WHOLE] }, false, { hidden: ["a.b"] }],
  ["none any more", { hidden: [WHOLE] }, false, undefined],
  ["none any more, beside what else is there", { hidden: [WHOLE], note: 1 }, false, { hidden: [], note: 1 }],
  [
    "it no more, though a wider pattern does",
    { hidden: ["*.email", WHOLE] },
    false,
    /“\*\.email” hides it, with others/,
  ],
  ["nothing that was not hidden", { hidden: ["a.b"] }, false, null],
];
for (const [what, agents, hidden, after] of HIDDEN) {
  Deno.test(`createHideColumn() hides ${what}`, async () => {
    // The wrong entry 5 comes first, so positions in the file and the configuration differ.
    const entry = { name: "shop", host: "db", ...(agents !== undefined && { agents }) };
    const edits: Edit[] = [];
    const hide = createHideColumn(fileWith(5, entry), (edit) => {
      edits.push(edit);
      return Promise.resolve({ ok: true });
    });
    const result = await hide(COLUMN, hidden);
    if (after instanceof RegExp) return match(result.ok ? "" : result.error, after);
    ok(result.ok);
    const value = { name: "shop", host: "db", ...(after !== undefined && { agents: after }) };
    deepEqual(edits, after === null ? [] : [{ path: ["servers", 1], value, was: entry }]);
  });
}

for (const column of ["e.mail", "e*mail", " email"]) {
  Deno.test(`createHideColumn() writes no pattern for ${JSON.stringify(column)}`, async () => {
    const hide = createHideColumn(fileWith({ name: "shop" }), () => fail("it was written"));
    const result = await hide({ ...COLUMN, column }, true);
    match(result.ok ? "" : result.error, /cannot be told apart by a pattern/);
  });
}

Deno.test("createHideColumn() refuses when several entries have the name, because another one may count", async () => {
  const twins = fileWith({ name: "shop", port: "x" }, { name: "shop" });
  const result = await createHideColumn(twins, () => fail("it was written"))(COLUMN, true);
  match(result.ok ? "" : result.error, /more than one server "shop"/);
});

const server = (name: string): Server => ({ name, engine: "postgres", host: "h", port: 1, tls: false });
const RULES: readonly EnvRule[] = [{ env: "prd", matchName: "^shop", flags: "i" }];

/** Labels names that begin with `shop` as `prd`, as the rule does. */
const labeller: Labeller = {
  label: (_, named) =>
    Promise.resolve({
      labels: named.map(({ name = "" }) =>
        name.startsWith("shop") ? { env: "prd", rule: 0 } : { env: null, rule: null }
      ),
      diagnostics: [],
    }),
};

const CASES: readonly (readonly [rules: readonly EnvRule[], name: string, env: string | null])[] = [
  [RULES, "shop", "prd"],
  [RULES, "shop-staging", "prd"],
  [RULES, "orders-staging", "stg"],
  [RULES, "orders", null],
  [[], "shop", null],
  [[], "shop-production", "prd"],
  [[], "__proto__", null],
];
for (const [envRules, name, env] of CASES) {
  Deno.test(`the environment of the server ${name} is ${env} ${envRules.length > 0 ? "by" : "without"} rules`, async () => {
    const store = storeOf({ servers: [server(name)], envRules });
    const environments = createServerEnvironments({
      store,
      labeller,
      onError: (error) => Promise.reject(error),
    });
    await environments.configure(store.get().config.value);
    deepEqual(Object.entries(store.get().serverEnvs), [[name, env]]);
    equal(await environments.of(name), env);
  });
}

Deno.test("the environments of servers are those of the newest configuration, whichever is evaluated last", async () => {
  const store = storeOf();
  const waiting: (() => void)[] = [];
  const slow: Labeller = {
    label: async (rules, named) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return await labeller.label(rules, named);
    },
  };
  const environments = createServerEnvironments({ store, labeller: slow, onError: () => {} });
  const old = environments.configure({ servers: [server("shop-old")], envRules: RULES });
  const next = environments.configure({ servers: [server("shop-new")], envRules: RULES });
  waiting[1]!();
  await next;
  waiting[0]!();
  await old;
  deepEqual(store.get().serverEnvs, { "shop-new": "prd" });
});

Deno.test("the environments of servers stay when they cannot be evaluated, and that is told", async () => {
  const store = storeOf();
  const errors: unknown[] = [];
  const broken = new Error("broken");
  const environments = createServerEnvironments({
    store,
    labeller: { label: () => Promise.reject(broken) },
    onError: (error) => void errors.push(error),
  });
  await environments.configure({ servers: [server("shop")], envRules: [] });
  await environments.configure({ servers: [server("shop")], envRules: RULES });
  deepEqual([store.get().serverEnvs, errors], [{ shop: null }, [broken]]);
});

Deno.test("the environment of a name is the one in its words when the rules cannot be evaluated", async () => {
  const errors: unknown[] = [];
  const broken = new Error("broken");
  const environments = createServerEnvironments({
    store: storeOf({ servers: [], envRules: RULES }),
    labeller: { label: () => Promise.reject(broken) },
    onError: (error) => void errors.push(error),
  });
  deepEqual([await environments.of("shop-production"), errors], ["prd", [broken]]);
});
