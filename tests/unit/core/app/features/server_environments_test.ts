import { deepEqual, equal } from "node:assert/strict";
import { createServerEnvironments } from "../../../../../src/core/app/features/servers/environments.ts";
import type { EnvRule, Server } from "../../../../../src/core/config/config.ts";
import type { Labeller } from "../../../../../src/core/rules/mod.ts";
import { store as storeOf } from "../fixtures.ts";

const server = (name: string): Server => ({ name, engine: "postgres", host: "h", port: 1, tls: false });
const RULES: readonly EnvRule[] = [{ env: "prd", matchName: "^shop", flags: "i" }];

/** Labels names that begin with `shop`, as the rule does. */
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
