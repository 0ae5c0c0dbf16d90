import { deepEqual, equal, ok } from "node:assert/strict";
import { type Config, CONFIG_SCHEMA, parseConfig } from "../../../../src/core/config/mod.ts";
import { fieldProblem, fieldsOf, schemaAt } from "../../../../src/core/config/fields.ts";
import { configSchema } from "../../../../src/core/config/schema.ts";
import type { Json } from "../../../../src/core/json/mod.ts";

Deno.test("fieldsOf() gives every field a title and a meaning", () => {
  for (
    const path of [[], ["accounts", 0], ["servers", 0], ["envRules", 0], ["accounts", 0, "secrets", 0], [
      "accounts",
      0,
      "ecsClusters",
      0,
    ]]
  ) {
    for (const field of fieldsOf(schemaAt(path)!)) {
      ok(field.title.length > 1 && field.title !== field.key, field.key);
      ok(field.description.length > 10, field.key);
    }
  }
  equal(schemaAt(["nothing"]), undefined);
});

/** A value as it is typed, and the code of what is wrong with it. */
const TYPED: readonly (readonly [(string | number)[], Json, string | undefined])[] = [
  [["perPage"], 50, undefined],
  [["perPage"], 0, "out-of-range"],
  [["perPage"], 1.5, "wrong-type"],
  [["globalShortcut"], "Ctrl+K", undefined],
  [["globalShortcut"], "", undefined],
  [["globalShortcut"], "Ctrl+", "invalid-shortcut"],
  [["ssoStartUrl"], "x", "invalid-address"],
  [["accounts", 3, "accountId"], "12", "invalid-account-id"],
  [["accounts", 3, "region"], "eu", "unknown-region"],
  [["envRules", 0, "matchName"], "(", "invalid-regex"],
  [["envRules", 0, "flags"], "q", "invalid-flags"],
  [["servers", 0, "name"], "", "empty-text"],
  [["servers", 0, "engine"], "oracle", "not-in-list"],
  [["nothing"], "x", undefined],
];

for (const [path, value, code] of TYPED) {
  Deno.test(`fieldProblem() says ${code ?? "nothing"} about ${path.join(".")} ${JSON.stringify(value)}`, () => {
    equal(fieldProblem(path, value)?.code, code);
  });
}

Deno.test("the defaults of the generated schema are those of the zod schema", () => {
  const { $schema: _, ...defaults } = configSchema.parse({});
  deepEqual(parseConfig("{}").config, defaults as Config);
});

Deno.test("the generated schema accepts what the zod schema accepts, value by value", () => {
  const values: Json[] = [null, true, 0, 1, 2.5, 1001, "", "x", "x".repeat(3000), [], {}, [1], ["x"], [{}]];
  for (const key of Object.keys(CONFIG_SCHEMA.properties!)) {
    for (const value of values) {
      const accepted = configSchema.safeParse({ [key]: value }).success;
      const codes = parseConfig(JSON.stringify({ [key]: value })).diagnostics
        .filter(({ severity }) => severity === "error").map((found) => found.code);
      // Formats say more than the schema's own words can; beyond them both agree.
      const structural = codes.filter((code) => !code.startsWith("invalid-"));
      equal(structural.length === 0, accepted, `${key}: ${JSON.stringify(value)} ${codes}`);
    }
  }
});
