import assert from "node:assert/strict";
import { hiddenPatterns, patternFault } from "../../../../src/core/config/hidden_columns.ts";
import { parseConfig } from "../../../../src/core/config/mod.ts";

const CASES:
  readonly (readonly [pattern: string, column: readonly [string, string, string], hides: boolean])[] = [
    ["customers.email", ["public", "customers", "email"], true],
    ["customers.email", ["shop", "Customers", "EMAIL"], true],
    ["customers.email", ["public", "suppliers", "email"], false],
    ["customers.email", ["public", "customers", "email2"], false],
    ["shop.customers.email", ["shop", "customers", "email"], true],
    ["shop.customers.email", ["public", "customers", "email"], false],
    ["*.password*", ["public", "accounts", "password_hash"], true],
    ["*.*password*", ["public", "accounts", "old_password"], true],
    ["cust*.e.*", ["customers", "e", "anything"], true],
    ["t.a+b", ["s", "t", "aab"], false],
    ["t.straße", ["s", "t", "STRASSE"], true],
    // Servers take these for one name.
    ["t.email", ["s", "t", "émaıl"], true],
    ["t.kind", ["s", "t", "\u212aind"], true],
  ];
for (const [pattern, [schema, table, column], hides] of CASES) {
  Deno.test(`hiddenPatterns() ${hides ? "hides" : "shows"} ${schema}.${table}.${column} by ${pattern}`, () => {
    const patterns = hiddenPatterns({ agents: { hidden: [pattern] } });
    assert.equal(patterns?.hides(schema, table, column), hides);
  });
}

for (const pattern of ["email", "a.b.c.d", "a..b", ".a", "a.", "a. b"]) {
  Deno.test(`patternFault() refuses ${JSON.stringify(pattern)}`, () =>
    assert.notEqual(patternFault(pattern), null));
}

const server = { name: "shop", engine: "postgres", host: "localhost", port: 5432 };
const AGENTS: readonly (readonly [what: string, agents: unknown, servers: number])[] = [
  ["columns", { hidden: ["t.c", "*.password*"] }, 1],
  ["no column", { hidden: [] }, 1],
  ["a column without a table among them", { hidden: ["t.c", "password"] }, 0],
  ["a number among them", { hidden: ["t.c", 5] }, 0],
  ["a list that is none", { hidden: "t.c" }, 0],
  ["another key", { hiden: ["t.c"] }, 0],
  ["more than are read", { hidden: Array.from({ length: 501 }, (_, n) => `t.c${n}`) }, 0],
  ["something else than an object", true, 0],
];
for (const [what, agents, servers] of AGENTS) {
  Deno.test(`parseConfig() ${servers ? "takes" : "leaves out"} a server that hides ${what}`, () => {
    const { config } = parseConfig(JSON.stringify({ version: 2, servers: [{ ...server, agents }] }));
    assert.equal(config?.servers.length, servers);
  });
}
