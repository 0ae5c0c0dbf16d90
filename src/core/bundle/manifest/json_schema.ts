import { z } from "zod";
import { manifestSchema } from "./schema.ts";

/** The JSON Schema of manifest.json, generated. */
export function manifestJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(manifestSchema, { io: "input" });
}
