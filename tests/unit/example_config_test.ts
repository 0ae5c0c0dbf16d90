import { deepEqual } from "node:assert/strict";
import { parseConfig } from "../../src/core/config/mod.ts";
import { parseJson, toValue } from "../../src/core/json/mod.ts";
import schema from "../../schema/config.schema.json" with { type: "json" };

const text = await Deno.readTextFile(new URL("../../examples/config.json", import.meta.url));

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly $ref?: string;
}

/** The paths of all fields of a schema, with `[]` for the items of a list. */
function fields(part: Schema, path = ""): string[] {
  const own = Object.entries(part.properties ?? {}).filter(([name]) => name !== "$schema");
  return [
    ...own.flatMap(([name, inner]) => [`${path}.${name}`, ...fields(inner, `${path}.${name}`)]),
    ...(part.items ? fields(part.items, `${path}[]`) : []),
  ];
}

/** The paths of all fields of a value. */
function used(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => used(item, `${path}[]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap((
    [name, inner],
  ) => [`${path}.${name}`, ...used(inner, `${path}.${name}`)]);
}

Deno.test("examples/config.json has no problems", () => {
  deepEqual(parseConfig(text).diagnostics, []);
});

Deno.test("examples/config.json uses every field there is", () => {
  const there = new Set(used(toValue(parseJson(text).root!)));
  deepEqual(fields(schema as Schema).filter((path) => !there.has(path)), []);
});
