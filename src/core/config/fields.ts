import type { JsonSchema, ValueProblem } from "../document/schema.ts";
import { numberProblem, textProblem } from "../document/value.ts";
import type { Json } from "../json/node.ts";
import { CONFIG_KIND, CONFIG_SCHEMA } from "./kind.ts";

/** The description of one field of config.json for people. */
export interface ConfigField {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** Undefined when there is no default. */
  readonly default: Json | undefined;
}

/**
 * Returns the part of the schema at a path, where an index means an entry of the list; undefined for an
 * unknown path.
 */
export function schemaAt(path: readonly (string | number)[]): JsonSchema | undefined {
  let schema: JsonSchema | undefined = CONFIG_SCHEMA;
  for (const step of path) schema = typeof step === "number" ? schema?.items : schema?.properties?.[step];
  return schema;
}

/** Returns the fields of an object in the schema, in the schema's order. */
export function fieldsOf(schema: JsonSchema): ConfigField[] {
  return Object.entries(schema.properties ?? {}).map(([key, field]) => ({
    key,
    title: field.title ?? key,
    description: field.description ?? "",
    schema: field,
    required: schema.required?.includes(key) ?? false,
    default: field.default,
  }));
}

/** Returns a field's type in words for people. */
export function typeName({ type, enum: values, items, minimum, maximum }: JsonSchema): string {
  if (values) return values.map((value) => `"${value}"`).join(", ");
  switch (type) {
    case "array":
      return items?.title && items.type === "object"
        ? `list of ${items.title.toLowerCase()}`
        : `list of ${typeName(items ?? {})}`;
    case "integer": {
      const bounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
      return bounded ? `whole number, ${minimum} to ${maximum}` : "whole number";
    }
    case "boolean":
      return "true or false";
    case "string":
      return "text";
    default:
      return "object";
  }
}

/**
 * Returns what is wrong with one value while it is typed, or null: the same rules and messages as for the
 * file. Only checks scalars; combinations of fields are checked when they are saved.
 */
export function fieldProblem(path: readonly (string | number)[], value: Json): ValueProblem | null {
  const schema = schemaAt(path);
  if (!schema) return null;
  const short = path.slice(-1);
  if (schema.type === "string" && typeof value === "string") {
    return textProblem(value, schema, short, CONFIG_KIND);
  }
  if (schema.type === "integer" && typeof value === "number") return numberProblem(value, schema, short);
  return null;
}
