import schema from "../../../schema/config.schema.json" with { type: "json" };
import type { JsonSchema } from "../json/schema.ts";

/** The JSON Schema of config.json, generated from `schema.ts`. */
export const CONFIG_SCHEMA = schema as JsonSchema;
