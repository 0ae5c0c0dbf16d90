import * as z from "zod";
import { configSchema } from "./schema.ts";

/** Returns the generated JSON Schema of config.json, in draft 7 because editors support it best. */
export function configJsonSchema(): Record<string, unknown> {
  const generated = z.toJSONSchema(configSchema, { target: "draft-7", io: "input" });
  delete generated.additionalProperties;
  return {
    ...generated,
    // Extensions of Visual Studio Code: the file may contain comments and trailing commas.
    allowComments: true,
    allowTrailingCommas: true,
  };
}
